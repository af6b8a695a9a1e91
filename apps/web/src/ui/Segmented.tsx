import { useId, type ReactElement } from 'react';

/** An option of a segmented choice. */
interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  /** BCP 47 tag of the label if it is not in the page's language. */
  readonly language?: string;
}

/** Classes of a part of a row of segments or tabs. The chosen one is highlighted. */
export const SEGMENT =
  'grid place-items-center rounded-full py-1 text-center leading-[1.15] font-semibold text-muted transition-colors hover:text-text';

/** Classes of the row. */
export const SEGMENTS = 'segmented flex min-w-0 gap-1 p-1';

const LAYOUTS = {
  /** As wide as its place, and stacked beside a field. */
  bar: {
    group:
      'w-full rounded-3xl bg-surface [@media(orientation:landscape)_and_(max-height:32rem)]:flex-col [@media(orientation:landscape)_and_(max-height:32rem)]:gap-0 [@media(min-width:80rem)_and_(min-height:32.01rem)]:max-w-60 [@media(min-width:80rem)_and_(min-height:32.01rem)]:flex-col',
    label:
      'min-h-10 flex-auto px-3 text-sm max-[26rem]:px-1.5 max-[26rem]:text-[0.8125rem] [@media(orientation:landscape)_and_(max-height:32rem)]:min-h-8 [@media(orientation:landscape)_and_(max-height:32rem)]:px-1 [@media(orientation:landscape)_and_(max-height:32rem)]:text-[0.8125rem] [@media(min-width:80rem)_and_(min-height:32.01rem)]:justify-items-start [@media(min-width:80rem)_and_(min-height:32.01rem)]:px-4',
  },
  /** As wide as its place; long labels wrap to a second row. */
  wide: { group: 'w-full flex-wrap rounded-3xl bg-surface', label: 'min-h-10 flex-auto px-3 text-sm' },
  /** As wide as its labels, on a surface. */
  compact: {
    group: 'w-fit max-w-full flex-wrap rounded-3xl bg-ink',
    label: 'min-h-8 flex-initial px-3 text-[0.8125rem]',
  },
  /** As wide as its labels, on the page. */
  pill: { group: 'rounded-full bg-surface', label: 'min-h-9 px-3.5 text-sm whitespace-nowrap' },
} as const;

/** A radio group whose options are side by side. */
export function Segmented<Value extends string>({
  legend,
  value,
  options,
  layout = 'wide',
  isLegendShown = false,
  isDisabled = false,
  isBusy = false,
  describedBy,
  className = '',
  onChange,
}: {
  /** Name of the group. */
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly layout?: keyof typeof LAYOUTS;
  /** Whether the name is shown above the options; otherwise only screen readers read it. */
  readonly isLegendShown?: boolean;
  readonly isDisabled?: boolean;
  /** Whether the choice is still being applied. */
  readonly isBusy?: boolean;
  /** Id of an element that describes the choice. */
  readonly describedBy?: string | undefined;
  readonly className?: string;
  readonly onChange: (value: Value) => void;
}): ReactElement {
  const name = useId();
  const { group, label } = LAYOUTS[layout];
  return (
    <fieldset
      disabled={isDisabled}
      aria-busy={isBusy}
      aria-describedby={describedBy}
      className={`min-w-0 ${layout === 'compact' || layout === 'pill' ? '' : 'w-full'} ${className}`}
    >
      <legend className={isLegendShown ? 'mb-1.5 font-semibold' : 'sr-only'}>{legend}</legend>
      <div className={`${SEGMENTS} ${group}`}>
        {options.map((option) => (
          <label
            key={option.value}
            lang={option.language}
            className={`${SEGMENT} ${label} relative input-checked:bg-line input-checked:text-text input-focused:outline-2 input-focused:outline-offset-2 input-focused:outline-text in-disabled:cursor-not-allowed ${isBusy ? 'input-checked:opacity-60' : ''}`}
          >
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
      </div>
    </fieldset>
  );
}
