import { useId, type ReactElement } from 'react';

/** Radio group of a few options side by side. */
export function Choice({
  name,
  options,
  chosen,
  onChoose,
}: {
  /** Accessible name of the group. */
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
