import { type PayFrom, type PaymentSource, SUN_PER_TRX } from '@popfray/protocol';
import { useState } from 'react';
import { useAccount } from '../../data/account/account.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { retryDelayMs, waitForRetry } from '../../data/api/retry.ts';

/** The chosen payment source for an amount. */
export interface PaySource {
  readonly source: PaymentSource;
  readonly choose: (source: PaymentSource) => void;
  /** The player's balance with the house, sun. */
  readonly balanceSun: number;
  /** Whether the balance covers the amount. */
  readonly isCovered: boolean;
  /** The least deposit after which the balance covers the amount, in whole TRX, sun; null when it does or no player is signed in. */
  readonly depositSun: number | null;
}

/** State of the choice between balance and wallet. The balance is preselected, as it is free and fast, unless it does not cover the amount. */
export function usePaySource(amountSun: number): PaySource {
  const balanceSun = useAccount(({ player }) => player?.balanceSun ?? 0);
  const isSignedIn = useAccount(({ player }) => player !== null);
  const [chosen, choose] = useState<PaymentSource | null>(null);
  const isCovered = amountSun > 0 && balanceSun >= amountSun;
  const missingSun = Math.ceil((amountSun - balanceSun) / SUN_PER_TRX) * SUN_PER_TRX;
  const depositSun = isSignedIn && !isCovered && amountSun > 0 ? missingSun : null;
  return { source: isCovered ? (chosen ?? 'balance') : 'wallet', choose, balanceSun, isCovered, depositSun };
}

/** Creates the payment part of a request. A payment from the balance gets a new id, so that a repeated request pays once. */
export function makePayFrom(source: PaymentSource): PayFrom {
  if (source === 'wallet') return { source };
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { source, paymentId: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}

/** Maximum number of attempts before an error is shown: the server does not answer. */
const MAX_ATTEMPTS = 3;

/**
 * Sends a request that pays. A payment from the balance is repeated when the answer was lost; its id prevents a double payment.
 * Throws `ApiError`.
 */
export async function sendPayment<Answer>({ source }: PayFrom, request: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      return await request();
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === null;
      if (source === 'wallet' || !isLost || failures + 1 >= MAX_ATTEMPTS) throw error;
      await waitForRetry(retryDelayMs(failures));
    }
  }
}
