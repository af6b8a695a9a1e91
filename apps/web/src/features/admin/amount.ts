import { makeTrx } from '@popfray/protocol';
import { formatDecimal } from '../../data/messages/numbers.ts';

/** A decimal string. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Formats an amount in TRX, exact to the sun, with its sign: `−1,234.5`. Accepts sun, or the server's decimal string. */
export function formatTrx(amount: number | string): string {
  const text = typeof amount === 'number' ? makeTrx(amount) : amount;
  return DECIMAL.test(text) ? formatDecimal(text, 0, 6).replace('-', '−') : text;
}
