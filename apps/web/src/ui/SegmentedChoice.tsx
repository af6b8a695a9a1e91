import type { ReactElement } from 'react';

/** Radio group of a few options side by side. */
export function SegmentedChoice<Value extends string>({
  legend,
  name,
  value,
  options,
  onChange,
}: {
  /** Accessible name of the group. */
  readonly legend: string;
  /** Name of the radio group, unique on the page. */
  readonly name: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}): ReactElement {
  return (
    <fieldset className="segmented-choice">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            className="sr-only"
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
