import type { FoundTransfer } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Address, Id } from './Address.tsx';
import { FigureCell, Table } from './Table.tsx';
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
      columns={[
        { name: t('at') },
        { name: t('direction') },
        { name: t('wallet') },
        { name: t('amount'), isFigure: true },
        { name: t('owed'), isFigure: true },
        { name: t('txid') },
        { name: t('act') },
      ]}
    >
      {transfers.map((transfer) => (
        <tr key={transfer.txid}>
          <td>
            <Timestamp at={transfer.atMs} />
          </td>
          <td className="whitespace-nowrap">{t(transfer.direction)}</td>
          <td>
            <Address address={transfer.address} />
          </td>
          <FigureCell>
            <Trx amount={transfer.amountSun} />
          </FigureCell>
          <FigureCell>{transfer.debtSun > 0 && <Trx amount={transfer.debtSun} />}</FigureCell>
          <td>
            <Id id={transfer.txid} explorerUrl={transfer.explorerUrl} />
          </td>
          <td>
            <Actions transfer={transfer} ask={ask} />
          </td>
        </tr>
      ))}
    </Table>
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
