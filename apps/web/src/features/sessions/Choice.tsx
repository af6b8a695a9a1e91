import type { ReactElement } from 'react';

/** Radio group that looks like a row of buttons. */
export function Choice<Option extends string>({
  name,
  legend,
  options,
  chosen,
  labelOf,
  onChange,
}: {
  /** Name of the radio group, unique on the page. */
  readonly name: string;
  readonly legend: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly labelOf: (option: Option) => string;
  readonly onChange: (option: Option) => void;
}): ReactElement {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="mode-switch choice records-tabs">
        {options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === chosen}
              className="sr-only"
              onChange={() => onChange(option)}
            />
            {labelOf(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
