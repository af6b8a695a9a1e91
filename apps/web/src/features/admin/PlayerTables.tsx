import type { DeskPayment, PlayerStory } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { Id } from './Address.tsx';
import { sessionPath, tabPath } from './desk-path.ts';
import { Status } from './Status.tsx';
import { Suspicions } from './Suspicions.tsx';
import { FigureCell, Table } from './Table.tsx';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';

/** A player's ledger. */
export function LedgerTable({ lines }: { readonly lines: PlayerStory['ledger'] }): ReactElement {
  const t = useTranslations('desk.player');
  return (
    <Table
      name={t('ledger')}
      columns={[
        { name: t('time') },
        { name: t('what') },
        { name: t('amount'), isFigure: true },
        { name: t('after'), isFigure: true },
        { name: t('for') },
      ]}
    >
      {lines.map((line) => (
        <tr key={line.id}>
          <td>
            <Timestamp at={line.createdAt} />
          </td>
          <td className="whitespace-nowrap">{t(`kind.${line.kind}`)}</td>
          <FigureCell className={line.amountSun > 0 ? 'text-good' : ''}>
            <Trx amount={line.amountSun} />
          </FigureCell>
          <FigureCell>
            <Trx amount={line.balanceSun} />
          </FigureCell>
          <td>{line.reference !== '' && <Id id={line.reference} />}</td>
        </tr>
      ))}
    </Table>
  );
}

/** A player's paid rounds. */
export function RoundTable({ rounds }: { readonly rounds: PlayerStory['rounds'] }): ReactElement {
  const t = useTranslations('desk.player');
  const format = useFormatter();
  return (
    <Table
      name={t('rounds')}
      columns={[
        { name: t('time') },
        { name: t('score1'), isFigure: true },
        { name: t('credited'), isFigure: true },
        { name: t('status') },
        { name: t('why') },
      ]}
    >
      {rounds.map((round) => (
        <tr key={round.id}>
          <td>
            <Timestamp at={round.playedAt} />
          </td>
          <FigureCell>
            <Link href={`${PATHS.round}/${round.id}`} className="underline underline-offset-4">
              {format.number(round.score)}
            </Link>
          </FigureCell>
          <FigureCell>
            <Trx amount={round.creditedSun} />
          </FigureCell>
          <td>
            <Status status={round.status} />
          </td>
          <td>
            {round.conduct.suspicions.length > 0 && (
              <Link
                href={tabPath('review', {
                  status: round.decision === null ? undefined : 'decided',
                  round: round.id,
                })}
                className="flex flex-wrap gap-1 hover:underline"
              >
                <Suspicions suspicions={round.conduct.suspicions} />
              </Link>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A player's payments. */
export function PaymentTable({ payments }: { readonly payments: readonly DeskPayment[] }): ReactElement {
  const t = useTranslations('desk.player');
  const desk = useTranslations('desk.transactions');
  return (
    <Table
      name={t('payments')}
      columns={[
        { name: t('time') },
        { name: t('what') },
        { name: t('amount'), isFigure: true },
        { name: t('status') },
        { name: t('for') },
        { name: desk('txid') },
      ]}
    >
      {payments.map((payment) => (
        <tr key={payment.id}>
          <td>
            <Timestamp at={payment.createdAt} />
          </td>
          <td className="whitespace-nowrap">{t(`purpose.${payment.purpose}`)}</td>
          <FigureCell>
            <Trx amount={payment.amountSun} />
          </FigureCell>
          <td>
            <Status status={payment.status} />
          </td>
          <td>
            {payment.reference !== '' && (
              <Id
                id={payment.reference}
                {...(payment.purpose === 'entry' && { href: sessionPath(payment.reference) })}
              />
            )}
          </td>
          <td>
            {payment.source === 'balance' && <span className="text-muted">{desk('fromBalance')}</span>}
            {payment.txid !== null && <Id id={payment.txid} explorerUrl={payment.explorerUrl} />}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Sessions in which a player had a seat. */
export function SessionTable({ sessions }: { readonly sessions: PlayerStory['sessions'] }): ReactElement {
  const t = useTranslations('desk.player');
  const desk = useTranslations('desk');
  const format = useFormatter();
  return (
    <Table
      name={t('sessions')}
      columns={[
        { name: t('time') },
        { name: t('what') },
        { name: t('status') },
        { name: t('fee'), isFigure: true },
        { name: t('score1'), isFigure: true },
        { name: t('place'), isFigure: true },
        { name: t('share'), isFigure: true },
      ]}
    >
      {sessions.map((session) => (
        <tr key={session.id}>
          <td>
            <Timestamp at={session.createdAt} />
          </td>
          <td className="wrap-anywhere">
            <Link href={sessionPath(session.id)} className="underline underline-offset-4">
              {session.name}
            </Link>{' '}
            {session.isCreator && <span className="text-sm text-muted">{t('creator')}</span>}
          </td>
          <td>
            <Status status={session.status} />
          </td>
          <FigureCell>
            <Trx amount={session.feeSun} />
          </FigureCell>
          <FigureCell>{session.score === null ? desk('none') : format.number(session.score)}</FigureCell>
          <FigureCell>{session.position ?? desk('none')}</FigureCell>
          <FigureCell>{session.shareSun === null ? desk('none') : <Trx amount={session.shareSun} />}</FigureCell>
        </tr>
      ))}
    </Table>
  );
}

/** A player's purchases. */
export function PurchaseTable({ purchases }: { readonly purchases: PlayerStory['purchases'] }): ReactElement {
  const t = useTranslations('desk.player');
  return (
    <Table
      name={t('purchases')}
      columns={[{ name: t('time') }, { name: t('what') }, { name: t('amount'), isFigure: true }, { name: t('ends') }]}
    >
      {purchases.map((purchase) => (
        <tr key={purchase.id}>
          <td>
            <Timestamp at={Date.parse(purchase.purchased_at)} />
          </td>
          <td>{purchase.upgrade_id}</td>
          <FigureCell>
            <Trx amount={purchase.price} />
          </FigureCell>
          <td>
            <Timestamp at={Date.parse(purchase.expires_at)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A player's active sign-ins. */
export function SignInTable({ signIns }: { readonly signIns: PlayerStory['signIns'] }): ReactElement {
  const t = useTranslations('desk.player');
  return (
    <Table name={t('signIns')} columns={[{ name: t('created') }, { name: t('renewed') }, { name: t('ends') }]}>
      {signIns.map(({ createdAt, renewedAt, expiresAt }) => (
        <tr key={`${String(createdAt)} ${String(renewedAt)}`}>
          <td>
            <Timestamp at={createdAt} />
          </td>
          <td>
            <Timestamp at={renewedAt} />
          </td>
          <td>
            <Timestamp at={expiresAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
