import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/context.ts';
import type { TestContext, TestWallet } from './context.fixture.ts';

/** What the paid actions and the limits of `protection-bypasses.ts` have in common. */

export const TRX = 1_000_000;

/** What every action with a price costs, TRX. */
export const PRICE_TRX = 5;

export const REFUSED_COUNTRY = 'NL';
export const COUNTRY_HEADER = 'x-country';

/** A player with two tabs, in a world with other players. */
export interface Scene {
  readonly test: TestContext;
  /** The server's context, as the limit requires it. */
  readonly context: Context;
  readonly player: TestWallet;
  readonly token: string;
  /** Resolves when both tabs have begun, so that neither has paid when the other begins. */
  readonly bothBegun: () => Promise<void>;
}

/**
 * What came of an attempt: why it was refused, `refunded` when its payment was added to the balance, `same seat` when it was answered with the seat that the
 * other tab has paid, and null when it went through.
 */
export type Outcome = FailureCode | 'refunded' | 'same seat' | null;

/** The attempt of a tab. */
export type Attempt = () => Promise<Outcome>;

/** A paid action. */
export interface PaidAction {
  /** `late` is a wallet's own transfer for a purchase that was begun before the limit; `free` costs nothing. */
  readonly kind: 'priced' | 'late' | 'free' | 'deposit';
  /** Prepares the world before the limit, and returns what the two tabs do. */
  readonly prepare: (scene: Scene) => Promise<readonly Attempt[]>;
}

let used = 0;

/** A number that no other call returns: names of payments and players have to differ, and amounts of the same time too. */
export const nextNumber = (): number => used++;

/** Pays from the balance, by a payment that only this request names. */
export const fromBalance = () => ({ pay: { source: 'balance', paymentId: `payment-of-tab-${nextNumber()}` } }) as const;

/** What a request has besides its parameters and its body. */
export const partsOf = ({ token }: Scene) => ({ token, headers: { [COUNTRY_HEADER]: REFUSED_COUNTRY } });
