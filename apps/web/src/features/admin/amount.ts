import { makeTrx } from '@popfray/protocol';

/** A decimal string that `Intl` formats exactly. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** Formats an amount in TRX, exact to the sun, with its sign: `−1,234.5`. Accepts sun, or the server's decimal string. */
export function formatTrx(amount: number | string): string {
  const text = typeof amount === 'number' ? makeTrx(amount) : amount;
  return DECIMAL.test(text) ? exact.format(text as `${number}`).replace('-', '−') : text;
}
