import { PAYMENT_CALLS, type Payment } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../data/api/Queries.tsx';
import { callApi } from '../../data/api/call-api.ts';

/** A player's payments, newest first. */
export const paymentsQuery = (address: string) =>
  queryOptions({
    queryKey: ['payments', address],
    queryFn: ({ signal }) => callApi(PAYMENT_CALLS.getMyPayments, { signal }),
  });

/**
 * Writes the server's newest state of a payment into the query cache. A list request in progress is cancelled, because its answer may
 * be older.
 */
export async function cachePayment(address: string, answer: Payment): Promise<void> {
  const { queryKey } = paymentsQuery(address);
  await queryClient.cancelQueries({ queryKey });
  const list = queryClient.getQueryData(queryKey);
  if (list === undefined) return;
  const isKnown = list.some(({ id }) => id === answer.id);
  queryClient.setQueryData(
    queryKey,
    isKnown ? list.map((one) => (one.id === answer.id ? answer : one)) : [answer, ...list],
  );
}

/** Fetches a player's payments again. */
export const refreshPayments = (address: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: paymentsQuery(address).queryKey });
