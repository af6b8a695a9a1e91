import type { FoundTransfer } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Address, Id } from './Address.tsx';
import { Table } from '../../ui/Table.tsx';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';

/** An action on a transfer, or on a debt from it. */
export interface TransferAction {
  readonly act: 'by-hand' | 'player' | 'collect' | 'write-off';
  readonly transfer: FoundTransfer;
}

/** Table of transfers that were missing in the database. */
export function FoundTransferTable({
  transfers,
  ask,
}: {
  readonly transfers: readonly FoundTransfer[];
  readonly ask: (asked: TransferAction) => void;
}): ReactElement {
  const t = useTranslations('desk.freeze');
  return (
    <Table
      hasActions
      name={t('caption')}
      rows={transfers}
      keyOf={({ txid }) => txid}
      columns={[
        { name: t('at'), render: ({ atMs }) => <Timestamp at={atMs} /> },
        { name: t('direction'), className: 'whitespace-nowrap', render: ({ direction }) => t(direction) },
        { name: t('wallet'), render: ({ address }) => <Address address={address} /> },
        { name: t('amount'), isFigure: true, render: ({ amountSun }) => <Trx amount={amountSun} /> },
        { name: t('owed'), isFigure: true, render: ({ debtSun }) => debtSun > 0 && <Trx amount={debtSun} /> },
        { name: t('txid'), render: ({ txid, explorerUrl }) => <Id id={txid} explorerUrl={explorerUrl} /> },
        { name: t('act'), render: (transfer) => <Actions transfer={transfer} ask={ask} /> },
      ]}
    />
  );
}

function Actions({
  transfer,
  ask,
}: {
  readonly transfer: FoundTransfer;
  readonly ask: (asked: TransferAction) => void;
}): ReactElement {
  const t = useTranslations('desk.freeze');
  const { status, debtStatus } = transfer;
  if (status === 'found') return <span className="text-sm text-muted">{t('found')}</span>;
  const acts: readonly (readonly [TransferAction['act'], string])[] =
    status === 'undecided'
      ? [
          ['player', t('player')],
          ['by-hand', t('byHand')],
        ]
      : [...(debtStatus === 'open' ? [['collect', t('collect')] as const] : []), ['write-off', t('writeOff')]];
  return (
    <span className="flex flex-wrap items-center gap-2">
      {debtStatus === 'collecting' && <span className="text-sm text-muted">{t('collecting')}</span>}
      {acts.map(([act, name]) => (
        <Button key={act} size="small" onClick={() => ask({ act, transfer })}>
          {name}
        </Button>
      ))}
    </span>
  );
}
