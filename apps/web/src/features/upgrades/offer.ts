/** State of an upgrade's button. SPEC section 2, upgrade store. */
export type OfferState = 'connect' | 'signIn' | 'insufficient' | 'active' | 'purchasing' | 'buy';

/** What the state depends on. */
export interface OfferFacts {
  readonly isConnected: boolean;
  readonly isSignedIn: boolean;
  /** The wallet's balance, sun; undefined while unknown: then the server decides. */
  readonly walletSun: number | undefined;
  /** The player's balance with the house, sun, which can also be used to pay. */
  readonly balanceSun: number;
  readonly priceSun: number;
  readonly isActive: boolean;
  /** Whether a payment for it is in progress. */
  readonly isPurchasing: boolean;
}

/** State of the button: an active upgrade first, then the next missing step. */
export function offerState(facts: OfferFacts): OfferState {
  if (!facts.isConnected) return 'connect';
  if (!facts.isSignedIn) return 'signIn';
  if (facts.isActive) return 'active';
  if (facts.isPurchasing) return 'purchasing';
  const isShort = facts.walletSun !== undefined && facts.walletSun < facts.priceSun;
  if (isShort && facts.balanceSun < facts.priceSun) return 'insufficient';
  return 'buy';
}
