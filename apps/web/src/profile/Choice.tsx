import { useId, type ReactElement } from 'react';

/** One of a few, side by side. */
export function Choice({
  name,
  options,
  chosen,
  onChoose,
}: {
  /** What is chosen. */
  readonly name: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}): ReactElement {
  const group = useId();
  return (
    <fieldset className="mode-switch choice">
      <legend className="sr-only">{name}</legend>
      {options.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={group}
            value={value}
            checked={value === chosen}
            className="sr-only"
            onChange={() => onChoose(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
