import { PAYMENT_CALLS, type Payment } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { callApi } from '../../data/api/call-api.ts';
import { trx } from '../../data/messages/trx.ts';
import {
  usePaymentName,
  paymentsQuery,
  RecoverForm,
  signings,
  isOnChain,
  isOpen,
  stageOf,
  TxidLine,
  watch,
} from '../payments/index.ts';
import { useOlderRows } from './older-rows.ts';
import { RecordList, RecordRow } from './RecordList.tsx';

/** The player's payments, newest first; an open one can be resumed. */
export function PaymentList({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('payment.list');
  const payments = useQuery(paymentsQuery(address));
  const { rows, more, error } = useOlderRows(payments.data, (before) =>
    callApi(PAYMENT_CALLS.getMyPayments, { query: { before } }),
  );
  return (
    <>
      <RecordList
        query={{ ...payments, error: payments.error ?? error }}
        count={rows?.length}
        empty={t('none')}
        more={more}
      >
        {rows?.map((payment) => (
          <PaymentRecord key={payment.id} payment={payment} address={address} />
        ))}
      </RecordList>
      <div className="mt-8 rounded-3xl bg-surface p-5">
        <RecoverForm />
      </div>
    </>
  );
}

function PaymentRecord({ payment, address }: { readonly payment: Payment; readonly address: string }): ReactElement {
  const t = useTranslations('payment');
  const money = useTranslations('money');
  const local = useStore(signings, (all) => all[payment.id]);
  const stage = stageOf(payment, local);
  const { txid } = payment;
  const name = usePaymentName();
  return (
    <RecordRow
      title={name(payment)}
      atMs={payment.createdAt}
      amount={money('trx', { amount: trx.exact(payment.amountSun) })}
      note={payment.source === 'balance' ? t('list.fromBalance') : t(`short.${stage}`)}
    >
      {txid !== null && isOnChain(stage) && <TxidLine txid={txid} explorerUrl={payment.explorerUrl} />}
      {isOpen(stage) && (
        <button type="button" className="action action-quiet mt-2" onClick={() => watch({ id: payment.id, address })}>
          {t('list.follow')}
        </button>
      )}
    </RecordRow>
  );
}
