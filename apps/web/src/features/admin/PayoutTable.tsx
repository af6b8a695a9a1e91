import type { DeskPayout } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Address, Id } from './Address.tsx';
import { sessionPath } from './desk-path.ts';
import { Status } from './Status.tsx';
import { Table } from '../../ui/Table.tsx';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';

/** An action on a stuck payout. */
export interface PayoutAction {
  readonly act: 'retry' | 'return';
  readonly payout: DeskPayout;
}

/** Table of payouts. */
export function PayoutTable({
  name,
  payouts,
  empty,
  ask,
}: {
  readonly name: string;
  readonly payouts: readonly DeskPayout[];
  /** Text shown when there are none. */
  readonly empty: string;
  /** Called with an action; undefined on a player's page, which has no actions. */
  readonly ask?: (asked: PayoutAction) => void;
}): ReactElement {
  const t = useTranslations('desk.payouts');
  return (
    <Table
      hasActions
      name={name}
      rows={payouts}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { name: t('created'), render: ({ createdAt }) => <Timestamp at={createdAt} /> },
        ...(ask === undefined
          ? []
          : [{ name: t('player'), render: ({ address }: DeskPayout) => <Address address={address} /> }]),
        { name: t('amount'), isFigure: true, render: ({ amountSun }) => <Trx amount={amountSun} /> },
        { name: t('status'), render: ({ status }) => <Status status={status} /> },
        { name: t('trouble'), className: 'max-w-72 text-sm wrap-anywhere', render: ({ trouble }) => trouble },
        {
          name: t('for'),
          className: 'whitespace-nowrap',
          render: ({ sessionId }) =>
            sessionId === null ? (
              t('withdrawal')
            ) : (
              <Link href={sessionPath(sessionId)} className="underline underline-offset-4">
                {t('ofSession')}
              </Link>
            ),
        },
        {
          name: t('txid'),
          render: ({ txid, explorerUrl }) => txid !== null && <Id id={txid} explorerUrl={explorerUrl} />,
        },
        ...(ask === undefined
          ? []
          : [{ name: t('act'), render: (payout: DeskPayout) => <Actions payout={payout} ask={ask} /> }]),
      ]}
    />
  );
}

function Actions({
  payout,
  ask,
}: {
  readonly payout: DeskPayout;
  readonly ask: (asked: PayoutAction) => void;
}): ReactElement | null {
  const t = useTranslations('desk.payouts');
  if (payout.status !== 'stuck') return null;
  if (payout.isLiving) return <span className="text-sm text-muted">{t('living')}</span>;
  return (
    <span className="flex gap-2">
      <Button size="small" onClick={() => ask({ act: 'retry', payout })}>
        {t('retry')}
      </Button>
      <Button size="small" onClick={() => ask({ act: 'return', payout })}>
        {t('return')}
      </Button>
    </span>
  );
}
