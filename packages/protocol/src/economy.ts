import { SUN_PER_TRX } from './money.ts';

/**
 * From this amount on the house pays the network's fee of a withdrawal, and a battle's share goes to the wallet at once, in sun. SPEC
 * section 9: minimum 10 TRX. Of a smaller withdrawal the fee is taken.
 */
export const FREE_WITHDRAWAL_SUN = 10 * SUN_PER_TRX;

/** What the network takes for a transfer whose sender has no free bandwidth left, in sun. TRON.md section 4: 0.268 TRX. */
export const NETWORK_FEE_SUN = 268_000;

/** What it takes for the first transfer to an address, in sun. TRON.md section 4: 1.1 TRX. */
export const NEW_ACCOUNT_FEE_SUN = 1_100_000;

/** Longest name of a player, in characters. */
export const MAX_USERNAME = 32;

/** How long a sign-in challenge can be answered, ms. TRON.md section 5: 5 minutes. */
export const CHALLENGE_MS = 5 * 60_000;

/** How long a payment can wait for the wallet before it lapses, ms. */
export const PAYMENT_MS = 10 * 60_000;

/** Least deposit, sun: any amount that a transfer can have. */
export const MIN_DEPOSIT_SUN = 1;

/** Most of one deposit, sun: a typing error must not cost a fortune. */
export const MAX_DEPOSIT_SUN = 100_000 * SUN_PER_TRX;

/** Most withdrawals of a player in 24 hours: each can cost the house the network's fee. */
export const MAX_WITHDRAWALS_A_DAY = 5;
