import type { Deletion, Hindrance, Player } from '@popfray/protocol';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { ApiError } from '../../data/api/api-error.ts';
import { trx } from '../../data/messages/trx.ts';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { PATHS } from '../../data/paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { deleteProfile, deletionQuery, clearBrowserData, isConfirmed } from './deletion.ts';
import { Field, Input } from '../../ui/Field.tsx';

/** Deletes a profile: lists the obstacles or the consequences, and then asks for a signature. */
export function DeleteDialog({
  player,
  onClose,
}: {
  readonly player: Player;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('profile.deletion');
  const money = useTranslations('money');
  const [isAtWork, setAtWork] = useState(false);
  // An obstacle of a minute ago may be gone by now.
  const deletion = useQuery({ ...deletionQuery(player.address), staleTime: 0, refetchOnMount: 'always' });
  const { data } = deletion;
  return (
    <Dialog
      isOpen
      title={t('title')}
      onClose={() => {
        // The wallet may still be waiting for the user.
        if (!isAtWork) onClose();
      }}
    >
      {deletion.isPending && (
        <p role="status" className="mt-4 text-muted">
          {money('moreLoading')}
        </p>
      )}
      <QueryFailed query={deletion} className="mt-4" />
      {data !== undefined && data.hindrances.length > 0 && (
        <Obstacles
          deletion={data}
          isBusy={deletion.isFetching}
          onCheck={() => void deletion.refetch()}
          onClose={onClose}
        />
      )}
      {data?.hindrances.length === 0 && (
        <>
          <Consequences deletion={data} />
          <DeleteForm player={player} onWork={setAtWork} onHindered={() => void deletion.refetch()} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

/** Where each obstacle can be resolved. */
const OBSTACLE_PATHS: Readonly<Record<Hindrance, string>> = {
  payment: `${PATHS.profile}?tab=payments`,
  payout: `${PATHS.profile}?tab=withdrawals`,
  session: PATHS.lobby,
  balance: `${PATHS.profile}?withdraw`,
};

/** After the dialog has restored the focus: moves it to the target of the link on this page. */
const focusRecordsNext = (): void =>
  document.addEventListener(
    'focusin',
    () => document.querySelector<HTMLElement>('#records [role=tab][data-state=active]')?.focus(),
    { once: true },
  );

function Obstacles({
  deletion: { hindrances, balanceSun },
  isBusy,
  onCheck,
  onClose,
}: {
  readonly deletion: Deletion;
  readonly isBusy: boolean;
  readonly onCheck: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('profile.deletion');
  return (
    <>
      <h3 className="mt-4 text-base">{t('hinderedTitle')}</h3>
      <p className="mt-1 text-muted">{t('hinderedText')}</p>
      <ul className="mt-3 flex flex-col gap-3">
        {hindrances.map((hindrance) => (
          <li key={hindrance} className="rounded-2xl bg-raised px-4 py-3">
            <p>{t(`hindrance.${hindrance}`, { amount: trx.exact(balanceSun) })}</p>
            <Link
              href={OBSTACLE_PATHS[hindrance]}
              className="mt-1 inline-block py-1 font-semibold underline underline-offset-4"
              onClick={() => {
                onClose();
                if (OBSTACLE_PATHS[hindrance].includes('tab=')) focusRecordsNext();
              }}
            >
              {t(`way.${hindrance}`)}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2">
        <button type="button" className="action action-primary" onClick={onClose}>
          {t('keep')}
        </button>
        <button type="button" disabled={isBusy} className="action action-quiet" onClick={onCheck}>
          {t('check')}
        </button>
      </div>
    </>
  );
}

/** Lists what is deleted and what is kept. */
function Consequences({ deletion }: { readonly deletion: Deletion }): ReactElement {
  const t = useTranslations('profile.deletion');
  const { messages, reportedMessages, balanceSun } = deletion;
  const goes = [
    t('goes.name'),
    t('goes.messages', { count: messages }),
    t('goes.battles'),
    t('goes.daily'),
    t('goes.signIns'),
  ];
  const stays = [
    ...(balanceSun > 0 ? [t('stays.balance', { amount: trx.exact(balanceSun) })] : []),
    t('stays.money'),
    t('stays.games'),
    ...(reportedMessages > 0 ? [t('stays.reported', { count: reportedMessages })] : []),
    t('stays.crossChain'),
  ];
  return (
    <>
      {(
        [
          [t('goesTitle'), goes],
          [t('staysTitle'), stays],
        ] as const
      ).map(([title, things]) => (
        <section key={title} className="mt-4">
          <h3 className="text-base">{title}</h3>
          <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-sm text-muted">
            {things.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </section>
      ))}
      <p className="mt-4 text-sm">{t('again')}</p>
    </>
  );
}

function DeleteForm({
  player,
  onWork,
  onHindered,
  onClose,
}: {
  readonly player: Player;
  readonly onWork: (isAtWork: boolean) => void;
  /** Called when the server reports a new obstacle. */
  readonly onHindered: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('profile.deletion');
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [isSigned, setSigned] = useState(false);
  const deleting = useMutation({
    mutationFn: () => deleteProfile(() => setSigned(true)),
    onMutate: () => {
      setSigned(false);
      onWork(true);
    },
    onSettled: () => onWork(false),
    onSuccess: async (isGone) => {
      if (!isGone) return;
      await clearBrowserData(player.address);
      showToast({ kind: 'good', title: t('doneTitle'), text: t('doneText') });
      navigate(PATHS.home);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'ERR_DELETION') onHindered();
    },
  });
  const isSure = isConfirmed(typed, player.username);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isSure && !deleting.isPending) deleting.mutate();
  };
  const trouble = (): string | null => {
    if (deleting.data === false) return t('unsigned');
    if (!(deleting.error instanceof ApiError)) return deleting.isError ? t('unsigned') : null;
    return deleting.error.code === null && isSigned ? t('unheard') : deleting.error.message;
  };
  return (
    <form noValidate className="mt-5" onSubmit={submit}>
      <Field label={t('confirm', { name: player.username })} note={t('signText')}>
        {(control) => (
          <Input
            {...control}
            value={typed}
            disabled={deleting.isPending}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <p role="alert" className="mt-2 text-sm text-caution empty:hidden">
        {trouble()}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="submit" disabled={!isSure || deleting.isPending} className="action action-danger">
          {deleting.isPending ? t(isSigned ? 'deleting' : 'signing') : t('sign')}
        </button>
        <button type="button" disabled={deleting.isPending} className="action action-quiet" onClick={onClose}>
          {t('keep')}
        </button>
      </div>
    </form>
  );
}
