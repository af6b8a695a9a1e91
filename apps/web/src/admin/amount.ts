import { makeTrx } from '@popfray/protocol';

/** Decimal text as `Intl` reads it exactly. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** An amount in TRX for the desk, exact to the sun, with its sign: `−1,234.5`. Takes sun, or the server's decimal text. */
export function writeTrx(amount: number | string): string {
  const text = typeof amount === 'number' ? makeTrx(amount) : amount;
  return DECIMAL.test(text) ? exact.format(text as `${number}`).replace('-', '−') : text;
}
