import { MAX_USERNAME, PLAYER_CALLS, type Player } from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement, type SubmitEvent } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { callApi } from '../../data/api/call-api.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { focusAndSelect } from '../../ui/focus-and-select.ts';
import { shortenLong } from './address.ts';
import { Field, Input } from '../../ui/Field.tsx';

/** The player's name, which can be changed, and the wallet's address. */
export function Identity({ player }: { readonly player: Player }): ReactElement {
  const t = useTranslations('profile');
  const money = useTranslations('money');
  const format = useFormatter();
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The focused form has been removed: move the focus to the button that opened it.
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <section aria-label={t('title')} className="rounded-3xl bg-surface p-5">
      {isEditing ? (
        <NameForm player={player} onDone={() => setEditing(false)} />
      ) : (
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 pt-1.5 text-xl wrap-anywhere">{player.username}</h2>
          <button
            ref={edit}
            type="button"
            aria-label={t('edit')}
            title={t('edit')}
            className="action action-bare action-icon -mr-3"
            onClick={() => setEditing(true)}
          >
            <Icon name="pen" />
          </button>
        </div>
      )}
      <p className="mt-1 flex items-center text-sm text-muted">
        <span className="font-mono" title={player.address}>
          {shortenLong(player.address)}
        </span>
        <CopyButton text={player.address} name={money('copyAddress')} />
      </p>
      <p className="text-sm text-muted">
        {t('since', { at: format.dateTime(player.createdAt, { dateStyle: 'medium' }) })}
      </p>
    </section>
  );
}

/** Form for the name. It is saved only if it is valid and different. SPEC section 5. */
function NameForm({ player, onDone }: { readonly player: Player; readonly onDone: () => void }): ReactElement {
  const t = useTranslations('profile');
  const [name, setName] = useState(player.username);
  const trimmed = name.trim();
  const isNew = trimmed !== '' && trimmed !== player.username;
  const renaming = useMutation({
    mutationFn: (username: string) => callApi(PLAYER_CALLS.renameMe, { body: { username } }),
    onSuccess: async ({ username }) => {
      await refreshPlayer();
      showToast({ kind: 'good', title: t('saved'), text: username });
      onDone();
    },
  });

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isNew && !renaming.isPending) renaming.mutate(trimmed);
  };

  return (
    <form noValidate className="flex flex-wrap gap-2" onSubmit={submit}>
      <Field label={t('name')} error={renaming.error?.message} className="w-full">
        {(control) => (
          <Input
            {...control}
            ref={focusAndSelect}
            value={name}
            maxLength={MAX_USERNAME * 2}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onDone();
            }}
          />
        )}
      </Field>
      <button type="submit" disabled={!isNew || renaming.isPending} className="action action-primary">
        {renaming.isPending ? t('saving') : t('save')}
      </button>
      <button type="button" className="action action-quiet" onClick={onDone}>
        {t('cancel')}
      </button>
    </form>
  );
}
