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

/** What a withdrawal to the player's wallet costs now. */
export const withdrawalTermsQuery = (address: string) =>
  queryOptions({
    queryKey: ['withdrawal-terms', address],
    queryFn: ({ signal }) => ask(CALLS.getWithdrawalTerms, { signal }),
  });

/** What a withdrawal is bounded by and costs, in sun. */
export interface WithdrawalLimits {
  readonly balanceSun: number;
  /** From this amount on the house pays the network's fee. */
  readonly freeFromSun: number;
  /** What is taken of a smaller one; null while that is not known. */
  readonly feeSun: number | null;
}

/** What is wrong with an amount: none at all, no more than its fee, above the balance, or of a fee that is not known. */
export type AmountError = 'invalid' | 'small' | 'large' | 'noFee';

/** What leaves the balance, and what of it the network takes. */
export type WithdrawalAmount = Pick<WithdrawalOrder, 'amountSun' | 'feeSun'>;

/** Reads the amount that a person wants to withdraw, and what of it is the network's fee. The balance belongs to what is allowed. */
export function parseAmount(
  text: string,
  { balanceSun, freeFromSun, feeSun }: WithdrawalLimits,
): WithdrawalAmount | { readonly error: AmountError } {
  const amountSun = parseTrx(text);
  if (amountSun === null) return { error: 'invalid' };
  if (amountSun > balanceSun) return { error: 'large' };
  if (amountSun >= freeFromSun) return { amountSun, feeSun: 0 };
  if (feeSun === null) return { error: 'noFee' };
  return amountSun <= feeSun ? { error: 'small' } : { amountSun, feeSun };
}

/** A withdrawal that the server has not acknowledged. Asked for again under the same id it is never paid twice. */
export interface WithdrawalOrder {
  readonly id: string;
  readonly address: string;
  /** What leaves the balance. */
  readonly amountSun: number;
  /** Most of it that goes to the network, as it was shown. */
  readonly feeSun: number;
}

/** The key of a player's order. It names its version: another shape gets another key. */
const keyOf = (address: string): string => `popfray.withdrawal.v1.${address}`;

/** Makes an order with an id of its own. */
export function makeOrder(address: string, { amountSun, feeSun }: WithdrawalAmount): WithdrawalOrder {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { id: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''), address, amountSun, feeSun };
}

/** The order that the server has not acknowledged; null when there is none, or nothing readable. */
export function keptOrder(address: string): WithdrawalOrder | null {
  try {
    const kept: unknown = JSON.parse(readText(keyOf(address)) ?? 'null');
    // One that was kept before small withdrawals were possible has no fee.
    return isOrder(kept) && kept.address === address ? { ...kept, feeSun: kept.feeSun ?? 0 } : null;
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
  const { id, address, amountSun, feeSun } = order;
  keepText(keyOf(address), JSON.stringify(order));
  for (let failures = 0; ; failures++) {
    try {
      const made = await ask(CALLS.createWithdrawal, { body: { id, amountSun, feeSun } });
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
    ...['withdrawals', 'withdrawal-terms', 'ledger'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key, address] }),
    ),
  ]);
}

function isOrder(kept: unknown): kept is Omit<WithdrawalOrder, 'feeSun'> & { readonly feeSun?: number } {
  if (typeof kept !== 'object' || kept === null) return false;
  const { id, address, amountSun, feeSun = 0 } = kept as Partial<Record<keyof WithdrawalOrder, unknown>>;
  const isNamed = typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) && typeof address === 'string';
  return isNamed && isSun(amountSun) && (feeSun === 0 || isSun(feeSun));
}

const isSun = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
