import type { DeskPayment, PlayerStory } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { Table } from '../../ui/Table.tsx';
import { Id } from './Address.tsx';
import { sessionPath, tabPath } from './desk-path.ts';
import { Status } from './Status.tsx';
import { Suspicions } from './Suspicions.tsx';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';

/** A player's ledger. */
export function LedgerTable({ lines }: { readonly lines: PlayerStory['ledger'] }): ReactElement {
  const t = useTranslations('desk.player');
  return (
    <Table
      name={t('ledger')}
      rows={lines}
      keyOf={({ id }) => id}
      empty={t('none')}
      columns={[
        { name: t('time'), render: ({ createdAt }) => <Timestamp at={createdAt} /> },
        { name: t('what'), className: 'whitespace-nowrap', render: ({ kind }) => t(`kind.${kind}`) },
        {
          name: t('amount'),
          isFigure: true,
          className: ({ amountSun }) => (amountSun > 0 ? 'text-good' : ''),
          render: ({ amountSun }) => <Trx amount={amountSun} />,
        },
        { name: t('after'), isFigure: true, render: ({ balanceSun }) => <Trx amount={balanceSun} /> },
        { name: t('for'), render: ({ reference }) => reference !== '' && <Id id={reference} /> },
      ]}
    />
  );
}

/** A player's paid rounds. */
export function RoundTable({ rounds }: { readonly rounds: PlayerStory['rounds'] }): ReactElement {
  const t = useTranslations('desk.player');
  const format = useFormatter();
  return (
    <Table
      name={t('rounds')}
      rows={rounds}
      keyOf={({ id }) => id}
      empty={t('none')}
      columns={[
        { name: t('time'), render: ({ playedAt }) => <Timestamp at={playedAt} /> },
        {
          name: t('score1'),
          isFigure: true,
          render: ({ id, score }) => (
            <Link href={`${PATHS.round}/${id}`} className="underline underline-offset-4">
              {format.number(score)}
            </Link>
          ),
        },
        { name: t('credited'), isFigure: true, render: ({ creditedSun }) => <Trx amount={creditedSun} /> },
        { name: t('status'), render: ({ status }) => <Status status={status} /> },
        {
          name: t('why'),
          render: ({ id, conduct: { suspicions }, decision }) =>
            suspicions.length > 0 && (
              <Link
                href={tabPath('review', { status: decision === null ? undefined : 'decided', round: id })}
                className="flex flex-wrap gap-1 hover:underline"
              >
                <Suspicions suspicions={suspicions} />
              </Link>
            ),
        },
      ]}
    />
  );
}

/** A player's payments. */
export function PaymentTable({ payments }: { readonly payments: readonly DeskPayment[] }): ReactElement {
  const t = useTranslations('desk.player');
  const desk = useTranslations('desk.transactions');
  return (
    <Table
      name={t('payments')}
      rows={payments}
      keyOf={({ id }) => id}
      empty={t('none')}
      columns={[
        { name: t('time'), render: ({ createdAt }) => <Timestamp at={createdAt} /> },
        { name: t('what'), className: 'whitespace-nowrap', render: ({ purpose }) => t(`purpose.${purpose}`) },
        { name: t('amount'), isFigure: true, render: ({ amountSun }) => <Trx amount={amountSun} /> },
        { name: t('status'), render: ({ status }) => <Status status={status} /> },
        {
          name: t('for'),
          render: ({ reference, purpose }) =>
            reference !== '' && <Id id={reference} {...(purpose === 'entry' && { href: sessionPath(reference) })} />,
        },
        {
          name: desk('txid'),
          render: ({ source, txid, explorerUrl }) => (
            <>
              {source === 'balance' && <span className="text-muted">{desk('fromBalance')}</span>}
              {txid !== null && <Id id={txid} explorerUrl={explorerUrl} />}
            </>
          ),
        },
      ]}
    />
  );
}

/** Sessions in which a player had a seat. */
export function SessionTable({ sessions }: { readonly sessions: PlayerStory['sessions'] }): ReactElement {
  const t = useTranslations('desk.player');
  const none = useTranslations('desk')('none');
  const format = useFormatter();
  return (
    <Table
      name={t('sessions')}
      rows={sessions}
      keyOf={({ id }) => id}
      empty={t('none')}
      columns={[
        { name: t('time'), render: ({ createdAt }) => <Timestamp at={createdAt} /> },
        {
          name: t('what'),
          className: 'wrap-anywhere',
          render: ({ id, name, isCreator }) => (
            <>
              <Link href={sessionPath(id)} className="underline underline-offset-4">
                {name}
              </Link>{' '}
              {isCreator && <span className="text-sm text-muted">{t('creator')}</span>}
            </>
          ),
        },
        { name: t('status'), render: ({ status }) => <Status status={status} /> },
        { name: t('fee'), isFigure: true, render: ({ feeSun }) => <Trx amount={feeSun} /> },
        { name: t('score1'), isFigure: true, render: ({ score }) => (score === null ? none : format.number(score)) },
        { name: t('place'), isFigure: true, render: ({ position }) => position ?? none },
        {
          name: t('share'),
          isFigure: true,
          render: ({ shareSun }) => (shareSun === null ? none : <Trx amount={shareSun} />),
        },
      ]}
    />
  );
}

/** A player's purchases. */
export function PurchaseTable({ purchases }: { readonly purchases: PlayerStory['purchases'] }): ReactElement {
  const t = useTranslations('desk.player');
  return (
    <Table
      name={t('purchases')}
      rows={purchases}
      keyOf={({ id }) => id}
      empty={t('none')}
      columns={[
        { name: t('time'), render: ({ purchased_at: at }) => <Timestamp at={Date.parse(at)} /> },
        { name: t('what'), render: ({ upgrade_id: id }) => id },
        { name: t('amount'), isFigure: true, render: ({ price }) => <Trx amount={price} /> },
        { name: t('ends'), render: ({ expires_at: at }) => <Timestamp at={Date.parse(at)} /> },
      ]}
    />
  );
}

/** A player's active sign-ins. */
export function SignInTable({ signIns }: { readonly signIns: PlayerStory['signIns'] }): ReactElement {
  const t = useTranslations('desk.player');
  return (
    <Table
      name={t('signIns')}
      rows={signIns}
      keyOf={({ createdAt, renewedAt }) => `${String(createdAt)} ${String(renewedAt)}`}
      empty={t('none')}
      columns={[
        { name: t('created'), render: ({ createdAt }) => <Timestamp at={createdAt} /> },
        { name: t('renewed'), render: ({ renewedAt }) => <Timestamp at={renewedAt} /> },
        { name: t('ends'), render: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
      ]}
    />
  );
}
