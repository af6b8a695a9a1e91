import { useState, type SubmitEvent, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';

/** Form to open a replay: choose or drop a file, or paste a link or text. */
export function OpenReplayForm({
  onText,
  onFile,
}: {
  readonly onText: (text: string) => void;
  readonly onFile: (file: File) => void;
}): ReactElement {
  const t = useTranslations('replay');
  const [isEmpty, setEmpty] = useState(false);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('replay');
    if (typeof text !== 'string' || text.trim() === '') setEmpty(true);
    else {
      setEmpty(false);
      onText(text);
    }
  };

  return (
    <div className="flex flex-col gap-6 rounded-3xl bg-surface p-5 sm:p-8">
      <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
        <Field label={t('text')} error={isEmpty && t('empty')}>
          {(control) => (
            <textarea
              {...control}
              name="replay"
              rows={3}
              spellCheck={false}
              autoComplete="off"
              placeholder={t('textPlaceholder')}
              className="entry resize-y break-all py-2.5"
            />
          )}
        </Field>
        <button type="submit" className="action action-primary self-start">
          {t('open')}
        </button>
      </form>
      <div className="flex flex-col items-start gap-3 border-t border-line pt-6">
        <label className="action action-quiet input-focused:outline-2 input-focused:outline-offset-3">
          {t('file')}
          <input
            type="file"
            className="sr-only"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file !== undefined) onFile(file);
            }}
          />
        </label>
        <p className="text-sm text-muted">{t('drop')}</p>
      </div>
    </div>
  );
}
