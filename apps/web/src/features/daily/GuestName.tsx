import { DAILY_CALLS, MAX_USERNAME } from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement, type SubmitEvent } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { focusAndSelect } from '../../ui/focus-and-select.ts';
import { DAILY_KEY } from './board.ts';
import { dailyGuest, saveDailyGuest } from './guest.ts';
import { Field, Input } from '../../ui/Field.tsx';

/** The guest's name on the boards, with a form to change it. */
export function GuestName(): ReactElement {
  const t = useTranslations('daily.own');
  const [{ name, secret }, setGuest] = useState(dailyGuest);
  const [isEditing, setEditing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const renaming = useMutation({
    mutationFn: (wanted: string) => callApi(DAILY_CALLS.nameDailyGuest, { body: { secret, name: wanted } }),
    onSuccess: (_, wanted) => {
      setGuest(saveDailyGuest({ ...dailyGuest(), name: wanted }));
      setEditing(false);
      void queryClient.invalidateQueries({ queryKey: [DAILY_KEY] });
    },
  });

  // Return the focus to the button that opened the form.
  useEffect(() => {
    if (wasEditing.current && !isEditing) change.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('name');
    const wanted = typeof entered === 'string' ? entered.trim() : '';
    if (wanted === name) setEditing(false);
    else renaming.mutate(wanted);
  };
  const cancel = (): void => {
    renaming.reset();
    setEditing(false);
  };

  if (!isEditing) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <span className="block text-muted">{t('name')}</span>
          <span className="font-semibold wrap-anywhere">{name}</span>
        </p>
        <button ref={change} type="button" className="action action-bare -mr-3" onClick={() => setEditing(true)}>
          {t('change')}
        </button>
      </div>
    );
  }
  const isWrong = renaming.error instanceof ApiError && renaming.error.code === 'ERR_USERNAME';
  return (
    <form noValidate className="flex flex-wrap gap-2" onSubmit={submit}>
      <Field
        label={t('name')}
        error={renaming.isError && (isWrong ? t('wrong', { nameLength: MAX_USERNAME }) : t('unsaved'))}
        className="w-full"
      >
        {(control) => (
          <Input
            {...control}
            ref={focusAndSelect}
            name="name"
            defaultValue={name}
            maxLength={64}
            onKeyDown={(event) => event.key === 'Escape' && cancel()}
          />
        )}
      </Field>
      <button type="submit" disabled={renaming.isPending} className="action action-quiet">
        {renaming.isPending ? t('saving') : t('save')}
      </button>
      <button type="button" className="action action-bare" onClick={cancel}>
        {t('cancel')}
      </button>
    </form>
  );
}
