import { parseTrx, WITHDRAWAL_CALLS, type Withdrawal } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { writeText, readText } from '../../data/storage/storage.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { callApi } from '../../data/api/call-api.ts';
import { permanentFailureOf, retryDelayMs, waitForRetry } from '../../data/api/retry.ts';

/** A player's withdrawals, newest first. */
export const withdrawalsQuery = (address: string) =>
  queryOptions({
    queryKey: ['withdrawals', address],
    queryFn: ({ signal }) => callApi(WITHDRAWAL_CALLS.getMyWithdrawals, { signal }),
  });

/** Current conditions of a withdrawal to the player's wallet. */
export const withdrawalTermsQuery = (address: string) =>
  queryOptions({
    queryKey: ['withdrawal-terms', address],
    queryFn: ({ signal }) => callApi(WITHDRAWAL_CALLS.getWithdrawalTerms, { signal }),
  });

/** Limits and fee of a withdrawal, sun. */
export interface WithdrawalLimits {
  readonly balanceSun: number;
  /** From this amount the house pays the network's fee. */
  readonly freeFromSun: number;
  /** Fee of a smaller withdrawal; null while it is unknown. */
  readonly feeSun: number | null;
}

/** Why an amount is invalid: not a number, not above its fee, above the balance, or its fee is unknown. */
export type AmountError = 'invalid' | 'small' | 'large' | 'noFee';

/** The amount deducted from the balance, and the network's fee in it. */
export type WithdrawalAmount = Pick<WithdrawalOrder, 'amountSun' | 'feeSun'>;

/** Parses the amount of a withdrawal and determines its fee. The whole balance is allowed. */
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

/** A withdrawal that the server has not acknowledged. Its id prevents a double payment when it is sent again. */
export interface WithdrawalOrder {
  readonly id: string;
  readonly address: string;
  /** Amount deducted from the balance. */
  readonly amountSun: number;
  /** Highest accepted network fee, as it was shown. */
  readonly feeSun: number;
}

/** Storage key of a player's order. It contains the format version: a new format gets a new key. */
const keyOf = (address: string): string => `popfray.withdrawal.v1.${address}`;

/** Creates an order with a new id. */
export function makeOrder(address: string, { amountSun, feeSun }: WithdrawalAmount): WithdrawalOrder {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { id: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''), address, amountSun, feeSun };
}

/** The order that the server has not acknowledged; null when there is none or it is invalid. */
export function readPendingOrder(address: string): WithdrawalOrder | null {
  try {
    const stored: unknown = JSON.parse(readText(keyOf(address)) ?? 'null');
    // Orders from before small withdrawals were possible have no fee.
    return isOrder(stored) && stored.address === address ? { ...stored, feeSun: stored.feeSun ?? 0 } : null;
  } catch {
    return null;
  }
}

/** Removes a player's stored order. */
export const removePendingOrder = (address: string): void => writeText(keyOf(address), null);

/** Maximum number of attempts before an error is shown: the server does not answer. */
const MAX_ATTEMPTS = 3;

/** Whether an error of `sendOrder` means that the order will never be paid. After any other error it may have been, and it stays stored. */
export function isFinalRefusal(error: unknown): boolean {
  const code = permanentFailureOf(error);
  return code !== null && code !== 'ERR_SIGNED_OUT';
}

/**
 * Sends an order. It is stored until the server has acknowledged or refused it. Throws `ApiError`; a final refusal removes the stored
 * order.
 */
export async function sendOrder(order: WithdrawalOrder): Promise<Withdrawal> {
  const { id, address, amountSun, feeSun } = order;
  writeText(keyOf(address), JSON.stringify(order));
  for (let failures = 0; ; failures++) {
    try {
      const made = await callApi(WITHDRAWAL_CALLS.createWithdrawal, { body: { id, amountSun, feeSun } });
      removePendingOrder(address);
      await refreshMoney(address);
      return made;
    } catch (error) {
      if (isFinalRefusal(error)) removePendingOrder(address);
      if (permanentFailureOf(error) !== null || failures + 1 >= MAX_ATTEMPTS) throw error;
      await waitForRetry(retryDelayMs(failures));
    }
  }
}

async function refreshMoney(address: string): Promise<void> {
  await Promise.all([
    refreshPlayer(),
    ...['withdrawals', 'withdrawal-terms', 'ledger'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key, address] }),
    ),
  ]);
}

function isOrder(stored: unknown): stored is Omit<WithdrawalOrder, 'feeSun'> & { readonly feeSun?: number } {
  if (typeof stored !== 'object' || stored === null) return false;
  const { id, address, amountSun, feeSun = 0 } = stored as Partial<Record<keyof WithdrawalOrder, unknown>>;
  const isNamed = typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) && typeof address === 'string';
  return isNamed && isSun(amountSun) && (feeSun === 0 || isSun(feeSun));
}

const isSun = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
