import type { AdminTransaction } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Address, Id } from './Address.tsx';
import { sessionPath } from './desk-path.ts';
import { Status } from './Status.tsx';
import { FigureCell, Table } from './Table.tsx';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';

/** Types of transactions that refer to a session. */
const OF_SESSION: ReadonlySet<AdminTransaction['type']> = new Set(['entry-fee', 'battle-share', 'entry-refund']);

/** Table of transactions. */
export function TransactionTable({
  name,
  transactions,
}: {
  readonly name: string;
  readonly transactions: readonly AdminTransaction[];
}): ReactElement {
  const t = useTranslations('desk.transactions');
  if (transactions.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <Table
      name={name}
      columns={[
        { name: t('time') },
        { name: t('type') },
        { name: t('amount'), isFigure: true },
        { name: t('status') },
        { name: t('player') },
        { name: t('reference') },
        { name: t('txid') },
      ]}
    >
      {transactions.map((transaction) => (
        <tr key={transaction.id}>
          <td>
            <Timestamp at={transaction.createdAt} />
          </td>
          <td className="whitespace-nowrap">{t(`types.${transaction.type}`)}</td>
          <FigureCell className={transaction.amountSun < 0 ? 'text-muted' : ''}>
            <Trx amount={transaction.amount} />
          </FigureCell>
          <td>
            <Status status={transaction.status} />
          </td>
          <td>
            <Address address={transaction.playerAddress} />
          </td>
          <td>
            {transaction.reference !== '' && (
              <Id
                id={transaction.reference}
                {...(OF_SESSION.has(transaction.type) && { href: sessionPath(transaction.reference) })}
              />
            )}
          </td>
          <td>
            {transaction.source === 'balance' && <span className="text-muted">{t('fromBalance')}</span>}
            {transaction.txid !== null && <Id id={transaction.txid} explorerUrl={transaction.explorerUrl} />}
          </td>
        </tr>
      ))}
    </Table>
  );
}
