import type { ReactElement } from 'react';

/** One of a few options, side by side: radio buttons that the arrow keys move between. */
export function SegmentedChoice<Value extends string>({
  legend,
  name,
  value,
  options,
  onChange,
}: {
  /** What is chosen, for screen readers. */
  readonly legend: string;
  /** Name of the radio group, different from every other on the page. */
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
