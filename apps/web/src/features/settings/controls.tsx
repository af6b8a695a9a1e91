import { createContext, use, useId, type ReactElement, type ReactNode } from 'react';

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

/** An option of a choice. */
interface Option<Value> {
  readonly value: Value;
  readonly text: string;
  /** BCP 47 tag of the text if it is not in the page's language. */
  readonly language?: string;
}

/** Radio group that shows all its options and highlights the chosen one. */
export function Choice<Value extends string>({
  label,
  chosen,
  options,
  isBusy = false,
  onChoose,
}: {
  readonly label: string;
  readonly chosen: Value;
  readonly options: readonly Option<Value>[];
  /** Whether the choice is still being applied. */
  readonly isBusy?: boolean;
  readonly onChoose: (value: Value) => void;
}): ReactElement {
  const name = useId();
  return (
    <fieldset className="mode-switch settings-choice" aria-describedby={use(NoteId)} aria-busy={isBusy}>
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, text, language }) => (
        <label key={value} lang={language}>
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
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
