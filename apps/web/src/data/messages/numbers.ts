/**
 * Numbers as English, Chinese and Japanese write them, which is alike: digits in groups of three, and a point before the decimals. This takes no time, where the first
 * `Intl.NumberFormat` of a page takes 40 to 70 ms, and four times as long on a slow machine.
 */

/** Position of each comma in a whole number. */
const GROUPS = /\B(?=(?:\d{3})+$)/g;

/** Writes a whole number of at most 2^53: a count, a score, a rank. */
export const formatCount = (value: number): string => String(value).replaceAll(GROUPS, ',');

/** Writes a decimal text such as `1234.5`. Further decimals are cut off, not rounded. */
export function formatDecimal(text: string, fewestDecimals: number, mostDecimals: number): string {
  const [whole = '', decimals = ''] = text.split('.');
  const kept = decimals.slice(0, mostDecimals).replace(/0+$/, '').padEnd(fewestDecimals, '0');
  const grouped = whole.replace(/^0+(?=\d)/, '').replaceAll(GROUPS, ',');
  return kept === '' ? grouped : `${grouped}.${kept}`;
}

/** Numbers of at most three decimals: others would have to be rounded. */
const SHORT_NUMBER = /^-?\d{1,16}(?:\.\d{1,3})?$/;

/** Writes a number as `Intl.NumberFormat` does, or returns null for a number of more than three decimals. */
export function formatNumber(value: number): string | null {
  const text = String(value);
  return SHORT_NUMBER.test(text) ? formatDecimal(text, 0, 3) : null;
}
