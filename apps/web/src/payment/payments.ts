import { CALLS, type Payment } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../api/Queries.tsx';
import { ask } from '../api/ask.ts';

/** A player's payments, newest first. */
export const paymentsQuery = (address: string) =>
  queryOptions({
    queryKey: ['payments', address],
    queryFn: ({ signal }) => ask(CALLS.getMyPayments, { signal }),
  });

/**
 * Puts what the server just said of a payment where every screen reads it. A list that is on its way, and may be older, no
 * longer counts.
 */
export async function noteAnswer(address: string, answer: Payment): Promise<void> {
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

/** Asks for a player's payments anew. */
export const refreshPayments = (address: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: paymentsQuery(address).queryKey });
