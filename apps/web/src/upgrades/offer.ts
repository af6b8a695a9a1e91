/** What an upgrade's button says. SPEC section 2, upgrade store. */
export type OfferState = 'connect' | 'signIn' | 'insufficient' | 'active' | 'purchasing' | 'buy';

/** What the button depends on. */
export interface OfferFacts {
  readonly isConnected: boolean;
  readonly isSignedIn: boolean;
  /** What the wallet holds, in sun; undefined while unknown, and then the server decides. */
  readonly walletSun: number | undefined;
  /** The player's balance with the house, in sun, which pays as well. */
  readonly balanceSun: number;
  readonly priceSun: number;
  readonly isActive: boolean;
  /** Whether a payment for it is under way. */
  readonly isPurchasing: boolean;
}

/** What the button of an upgrade says: what is in force first, what is missing next. */
export function offerState(facts: OfferFacts): OfferState {
  if (!facts.isConnected) return 'connect';
  if (!facts.isSignedIn) return 'signIn';
  if (facts.isActive) return 'active';
  if (facts.isPurchasing) return 'purchasing';
  const isShort = facts.walletSun !== undefined && facts.walletSun < facts.priceSun;
  if (isShort && facts.balanceSun < facts.priceSun) return 'insufficient';
  return 'buy';
}
