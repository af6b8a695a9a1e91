import type { DeskPayout } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Address, Id } from './Address.tsx';
import { sessionPath } from './desk-path.ts';
import { Status } from './Status.tsx';
import { FigureCell, Table } from './Table.tsx';
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
  ask,
}: {
  readonly name: string;
  readonly payouts: readonly DeskPayout[];
  /** Called with an action; undefined on a player's page, which has no actions. */
  readonly ask?: (asked: PayoutAction) => void;
}): ReactElement {
  const t = useTranslations('desk.payouts');
  return (
    <Table
      hasActions
      name={name}
      columns={[
        { name: t('created') },
        ...(ask === undefined ? [] : [{ name: t('player') }]),
        { name: t('amount'), isFigure: true },
        { name: t('status') },
        { name: t('trouble') },
        { name: t('for') },
        { name: t('txid') },
        ...(ask === undefined ? [] : [{ name: t('act') }]),
      ]}
    >
      {payouts.map((payout) => (
        <tr key={payout.id}>
          <td>
            <Timestamp at={payout.createdAt} />
          </td>
          {ask !== undefined && (
            <td>
              <Address address={payout.address} />
            </td>
          )}
          <FigureCell>
            <Trx amount={payout.amountSun} />
          </FigureCell>
          <td>
            <Status status={payout.status} />
          </td>
          <td className="max-w-72 text-sm wrap-anywhere">{payout.trouble}</td>
          <td className="whitespace-nowrap">
            {payout.sessionId === null ? (
              t('withdrawal')
            ) : (
              <Link href={sessionPath(payout.sessionId)} className="underline underline-offset-4">
                {t('ofSession')}
              </Link>
            )}
          </td>
          <td>{payout.txid !== null && <Id id={payout.txid} explorerUrl={payout.explorerUrl} />}</td>
          {ask !== undefined && (
            <td>
              <Actions payout={payout} ask={ask} />
            </td>
          )}
        </tr>
      ))}
    </Table>
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
