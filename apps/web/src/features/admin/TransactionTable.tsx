import type { AdminTransaction } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Address, Id } from './Address.tsx';
import { sessionPath } from './desk-path.ts';
import { Status } from './Status.tsx';
import { Table } from '../../ui/Table.tsx';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';

/** Types of transactions that refer to a session. */
const OF_SESSION: ReadonlySet<AdminTransaction['type']> = new Set(['entry-fee', 'battle-share', 'entry-refund']);

/** Table of transactions. */
export function TransactionTable({
  name,
  transactions,
  empty,
}: {
  readonly name: string;
  readonly transactions: readonly AdminTransaction[];
  /** Text shown when there are none. */
  readonly empty: string;
}): ReactElement {
  const t = useTranslations('desk.transactions');
  return (
    <Table
      name={name}
      rows={transactions}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { name: t('time'), render: ({ createdAt }) => <Timestamp at={createdAt} /> },
        { name: t('type'), className: 'whitespace-nowrap', render: ({ type }) => t(`types.${type}`) },
        {
          name: t('amount'),
          isFigure: true,
          className: ({ amountSun }) => (amountSun < 0 ? 'text-muted' : ''),
          render: ({ amount }) => <Trx amount={amount} />,
        },
        { name: t('status'), render: ({ status }) => <Status status={status} /> },
        { name: t('player'), render: ({ playerAddress }) => <Address address={playerAddress} /> },
        {
          name: t('reference'),
          render: ({ type, reference }) =>
            reference !== '' && <Id id={reference} {...(OF_SESSION.has(type) && { href: sessionPath(reference) })} />,
        },
        {
          name: t('txid'),
          render: ({ source, txid, explorerUrl }) => (
            <>
              {source === 'balance' && <span className="text-muted">{t('fromBalance')}</span>}
              {txid !== null && <Id id={txid} explorerUrl={explorerUrl} />}
            </>
          ),
        },
      ]}
    />
  );
}
