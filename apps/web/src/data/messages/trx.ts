import { makeTrx } from '@popfray/protocol';
import { formatDecimal } from './numbers.ts';

/** Decimals of an amount in TRX: 1 sun is 0.000001 TRX. */
const DECIMALS = 6;

// Formatted from decimal text: a float could not hold every amount.
const format = (amountSun: number, fewestDecimals: number, mostDecimals: number): string =>
  formatDecimal(makeTrx(Math.abs(amountSun)), fewestDecimals, mostDecimals);

/** Writes amounts in sun as TRX, without a sign. */
export const trx = {
  /** Exact, to the sun: `1,234.5`. */
  exact: (amountSun: number): string => format(amountSun, 0, DECIMALS),
  /** With two decimals, rounded down, so that no more is shown than exists. SPEC section 2, Game Complete. */
  short: (amountSun: number): string => format(amountSun, 2, 2),
} as const;
