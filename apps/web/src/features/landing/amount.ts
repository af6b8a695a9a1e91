import { formatDecimal } from '../../data/messages/numbers.ts';

/** Maximum number of decimals of a rounded amount. SPEC section 2: prize pools have two. */
const MAX_DECIMALS = 2;

/** Amounts are decimal strings, exact to the sun. */
const DECIMAL = /^\d{1,15}(?:\.\d{1,9})?$/;

/** Whether a value is an amount. It stays a string, because a float is not exact. */
export const isAmount = (value: unknown): value is `${number}` => typeof value === 'string' && DECIMAL.test(value);

/** Writes an amount, rounded down, so that no more is shown than exists. */
export const formatAmount = (amount: string, fewestDecimals = 0): string =>
  formatDecimal(isAmount(amount) ? amount : '0', fewestDecimals, MAX_DECIMALS);
