import { createContext, use, useId, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Segmented } from '../../ui/Segmented.tsx';

/** Id of the description of a row's controls. */
const NoteId = createContext<string | undefined>(undefined);

/** One setting: its name, its description and its controls. */
export function Row({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <section className="grid gap-x-8 gap-y-3 border-t border-line py-6 has-[>div>[role=switch]:only-child]:grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_22rem] items-start">
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        {note !== undefined && (
          <p id={id} className="mt-1 text-sm text-muted">
            {note}
          </p>
        )}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3 md:justify-end">
        <NoteId value={note === undefined ? undefined : id}>{children}</NoteId>
      </div>
    </section>
  );
}

/** Choice of a setting: all its options, with the row's description. */
export function Choice<Value extends string>(props: ComponentProps<typeof Segmented<Value>>): ReactElement {
  return <Segmented {...props} describedBy={use(NoteId)} />;
}

/** A switch. */
export function Switch({
  label,
  isOn,
  onSwitch,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}): ReactElement {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-describedby={use(NoteId)}
      className="grid h-11 w-14 shrink-0 items-center rounded-full forced-color-adjust-none forced-colors:border forced-colors:border-[CanvasText]"
      onClick={() => onSwitch(!isOn)}
    >
      <span
        aria-hidden="true"
        className={`col-start-1 row-start-1 h-8 rounded-full transition-colors ${
          isOn
            ? 'bg-good forced-colors:bg-[Highlight]'
            : 'bg-line shadow-[inset_0_0_0_1px_var(--color-edge)] forced-colors:bg-[Canvas] forced-colors:shadow-none'
        }`}
      />
      <span
        aria-hidden="true"
        className={`col-start-1 row-start-1 mx-1 size-6 rounded-full transition-transform ${
          isOn ? 'translate-x-6 bg-ink forced-colors:bg-[HighlightText]' : 'bg-text forced-colors:bg-[CanvasText]'
        }`}
      />
    </button>
  );
}
