import { useId, type ReactElement, type ReactNode } from 'react';
import '../../ui/screens.css';

/** A labelled form field with a help text or an error below it. */
export function FormField({
  label,
  help,
  isFault = false,
  badge,
  children,
}: {
  readonly label: string;
  readonly help?: string;
  /** Whether the text is an error message. */
  readonly isFault?: boolean;
  /** Content beside the label. */
  readonly badge?: ReactNode;
  readonly children: (field: { readonly id: string; readonly 'aria-describedby': string }) => ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {badge}
      </div>
      {children({ id, 'aria-describedby': `${id}-help` })}
      <p id={`${id}-help`} aria-live="polite" className={`mt-1.5 text-sm ${isFault ? 'text-caution' : 'text-muted'}`}>
        {help}
      </p>
    </div>
  );
}
