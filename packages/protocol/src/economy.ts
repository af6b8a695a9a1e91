import { SUN_PER_TRX } from './money.ts';

/** Least amount that can be withdrawn, in sun. SPEC section 9: minimum 10 TRX. */
export const MIN_WITHDRAWAL_SUN = 10 * SUN_PER_TRX;

/** Longest name of a player, in characters. */
export const MAX_USERNAME = 32;

/** How long a sign-in challenge can be answered, ms. TRON.md section 5: 5 minutes. */
export const CHALLENGE_MS = 5 * 60_000;

/** How long a payment can wait for the wallet before it lapses, ms. */
export const PAYMENT_MS = 10 * 60_000;

/** Most withdrawals of a player in 24 hours: each costs the house the network's fee, whatever its amount. */
export const MAX_WITHDRAWALS_A_DAY = 5;
