import { CALLS, parseTrx, type Withdrawal } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { refreshPlayer } from '../account/account.ts';
import { keepText, readText } from '../account/storage.ts';
import { queryClient } from '../api/Queries.tsx';
import { ask } from '../api/ask.ts';
import { refusalOf, retryMs, untilNextTry } from '../api/retry.ts';

/** A player's withdrawals, newest first. */
export const withdrawalsQuery = (address: string) =>
  queryOptions({
    queryKey: ['withdrawals', address],
    queryFn: ({ signal }) => ask(CALLS.getMyWithdrawals, { signal }),
  });

/** What is wrong with an amount: none at all, below the least, above the balance. */
export type AmountError = 'invalid' | 'small' | 'large';

/** Reads the amount that a person wants to withdraw, as sun. Both limits are in sun and belong to what is allowed. */
export function parseAmount(
  text: string,
  limits: { readonly minSun: number; readonly balanceSun: number },
): { readonly amountSun: number } | { readonly error: AmountError } {
  const amountSun = parseTrx(text);
  if (amountSun === null) return { error: 'invalid' };
  if (amountSun < limits.minSun) return { error: 'small' };
  return amountSun > limits.balanceSun ? { error: 'large' } : { amountSun };
}

/** A withdrawal that the server has not acknowledged. Asked for again under the same id it is never paid twice. */
export interface WithdrawalOrder {
  readonly id: string;
  readonly address: string;
  readonly amountSun: number;
}

/** The key of a player's order. It names its version: another shape gets another key. */
const keyOf = (address: string): string => `popfray.withdrawal.v1.${address}`;

/** Makes an order with an id of its own. */
export function makeOrder(address: string, amountSun: number): WithdrawalOrder {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { id: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''), address, amountSun };
}

/** The order that the server has not acknowledged; null when there is none, or nothing readable. */
export function keptOrder(address: string): WithdrawalOrder | null {
  try {
    const kept: unknown = JSON.parse(readText(keyOf(address)) ?? 'null');
    return isOrder(kept) && kept.address === address ? kept : null;
  } catch {
    return null;
  }
}

/** Forgets a player's order. */
export const dropOrder = (address: string): void => keepText(keyOf(address), null);

/** How often an order is sent before a person is told that the server does not answer. */
const TRIES = 3;

/** Whether a failure of `sendOrder` means that the order will never be paid. After any other it may have been, and is still kept. */
export function isFinalRefusal(error: unknown): boolean {
  const code = refusalOf(error);
  return code !== null && code !== 'ERR_SIGNED_OUT';
}

/**
 * Sends an order, kept until the server has acknowledged or refused it. Throws `AskError`; after a final refusal the order is
 * forgotten.
 */
export async function sendOrder(order: WithdrawalOrder): Promise<Withdrawal> {
  const { id, address, amountSun } = order;
  keepText(keyOf(address), JSON.stringify(order));
  for (let failures = 0; ; failures++) {
    try {
      const made = await ask(CALLS.createWithdrawal, { body: { id, amountSun } });
      dropOrder(address);
      await refreshAfter(address);
      return made;
    } catch (error) {
      if (isFinalRefusal(error)) dropOrder(address);
      if (refusalOf(error) !== null || failures + 1 >= TRIES) throw error;
      await untilNextTry(retryMs(failures));
    }
  }
}

async function refreshAfter(address: string): Promise<void> {
  await Promise.all([
    refreshPlayer(),
    ...['withdrawals', 'ledger'].map((key) => queryClient.invalidateQueries({ queryKey: [key, address] })),
  ]);
}

function isOrder(kept: unknown): kept is WithdrawalOrder {
  if (typeof kept !== 'object' || kept === null) return false;
  const { id, address, amountSun } = kept as Partial<Record<keyof WithdrawalOrder, unknown>>;
  return typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) && typeof address === 'string' && isSun(amountSun);
}

const isSun = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
