import { useId, type ComponentProps, type ReactElement, type ReactNode } from 'react';

/** What the control of a field needs: its id, and what describes it. */
interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

/** A labelled control with a note below it, which an error replaces. Screen readers announce the error. */
export function Field({
  label,
  isLabelHidden = false,
  note,
  error,
  aside,
  className = '',
  children,
}: {
  readonly label: ReactNode;
  /** Whether only screen readers read the label, because the place of the control says what it is. */
  readonly isLabelHidden?: boolean;
  readonly note?: ReactNode;
  /** What is wrong with the value; null or absent while nothing is. */
  readonly error?: ReactNode;
  /** Content beside the label. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: (control: FieldControl) => ReactNode;
}): ReactElement {
  const id = useId();
  const isWrong = error !== undefined && error !== null && error !== false;
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <div className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="text-sm font-semibold wrap-anywhere">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': isWrong })}
      <p
        id={`${id}-note`}
        role={isWrong ? 'alert' : undefined}
        className={`text-sm wrap-anywhere empty:hidden ${isWrong ? 'text-caution' : 'text-muted'}`}
      >
        {isWrong ? error : note}
      </p>
    </div>
  );
}

/** Sizes of inputs and lists. Small ones keep the size of a finger on touch screens. */
const SIZES = {
  normal: '',
  small: 'min-h-9 py-0.5 text-sm pointer-coarse:min-h-11',
  /** An amount of money. */
  amount: 'text-lg tabular-nums',
} as const;

type ControlSize = keyof typeof SIZES;

/** An input of a field. The browser neither completes nor corrects what is typed. */
export function Input({
  size = 'normal',
  className = '',
  ...rest
}: Omit<ComponentProps<'input'>, 'size'> & { readonly size?: ControlSize }): ReactElement {
  return (
    <input
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className={`entry w-full min-w-0 ${SIZES[size]} ${className}`}
      {...rest}
    />
  );
}

/** A choice from a list that the browser opens. */
export function Select<Value extends string | number>({
  value,
  options,
  size = 'normal',
  className = '',
  onChange,
  ...rest
}: Omit<ComponentProps<'select'>, 'value' | 'size' | 'onChange' | 'children'> & {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly size?: ControlSize;
  readonly onChange: (value: Value) => void;
}): ReactElement {
  return (
    <select
      value={value}
      className={`entry min-w-0 ${SIZES[size]} ${className}`}
      onChange={({ currentTarget }) => {
        const chosen = options[currentTarget.selectedIndex];
        if (chosen !== undefined) onChange(chosen.value);
      }}
      {...rest}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
