import { createContext, use, useId, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Segmented } from '../../ui/Segmented.tsx';
import './settings.css';

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
    <section className="settings-row">
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        {note !== undefined && (
          <p id={id} className="mt-1 text-sm text-muted">
            {note}
          </p>
        )}
      </div>
      <div className="settings-controls">
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
      className="settings-switch"
      onClick={() => onSwitch(!isOn)}
    >
      <span aria-hidden="true" />
    </button>
  );
}
