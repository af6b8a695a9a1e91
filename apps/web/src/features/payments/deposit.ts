import { PAYMENT_CALLS, type Payment } from '@popfray/protocol';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { paymentsQuery } from './payments.ts';
import { followPayment } from './purchase.ts';
import { unwatch } from './watch-list.ts';

/** Begins a deposit, or resumes an unsigned one of the same amount, and shows it in the panel. Throws `ApiError`. */
export async function beginDeposit(amountSun: number, address: string): Promise<Payment> {
  const begun = await callApi(PAYMENT_CALLS.createDeposit, { body: { amountSun } });
  const known = queryClient.getQueryData(paymentsQuery(address).queryKey) ?? [];
  const isReplaced = ({ id, purpose, status }: Payment): boolean =>
    purpose === 'deposit' && status === 'awaiting' && id !== begun.id;
  unwatch(known.filter(isReplaced).map(({ id }) => id));
  await followPayment(begun, address);
  return begun;
}
