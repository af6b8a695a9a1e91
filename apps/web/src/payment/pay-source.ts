import type { PayFrom, PaymentSource } from '@popfray/protocol';
import { useState } from 'react';
import { useAccount } from '../account/account.ts';
import { AskError } from '../api/ask-error.ts';
import { retryMs, untilNextTry } from '../api/retry.ts';

/** Where a person wants to pay an amount from. */
export interface PaySource {
  readonly source: PaymentSource;
  readonly choose: (source: PaymentSource) => void;
  /** The player's balance with the house, in sun. */
  readonly balanceSun: number;
  /** Whether the balance covers the amount. */
  readonly isCovered: boolean;
}

/** The choice between balance and wallet for an amount: the balance, which costs nothing and is quick, unless it falls short. */
export function usePaySource(amountSun: number): PaySource {
  const balanceSun = useAccount(({ player }) => player?.balanceSun ?? 0);
  const [chosen, choose] = useState<PaymentSource | null>(null);
  const isCovered = amountSun > 0 && balanceSun >= amountSun;
  return { source: isCovered ? (chosen ?? 'balance') : 'wallet', choose, balanceSun, isCovered };
}

/** What is sent to pay from a source. A payment from the balance gets a new id, so that a request that is sent twice pays once. */
export function makePayFrom(source: PaymentSource): PayFrom {
  if (source === 'wallet') return { source };
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { source, paymentId: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}

/** How often a payment from the balance is sent before the player sees that the server does not answer. */
const TRIES = 3;

/**
 * Sends a request that pays. One from the balance is sent again where the answer was lost: it has an id, so it is never paid twice.
 * Throws `AskError`.
 */
export async function askPaying<Answer>({ source }: PayFrom, request: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      return await request();
    } catch (error) {
      const isLost = error instanceof AskError && error.code === null;
      if (source === 'wallet' || !isLost || failures + 1 >= TRIES) throw error;
      await untilNextTry(retryMs(failures));
    }
  }
}
