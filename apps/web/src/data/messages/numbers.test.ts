import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from './language.ts';
import { formatCount, formatDecimal, formatNumber } from './numbers.ts';

describe.each(LANGUAGES)('a number in %s', (language) => {
  test.each([0, 7, 999, 1_000, 12_345, 1_234_567, Number.MAX_SAFE_INTEGER, -1, -1_000])('a count of %s', (value) => {
    expect(formatCount(value)).toBe(new Intl.NumberFormat(language).format(value));
  });

  test('any count', () => {
    const format = new Intl.NumberFormat(language);
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => formatCount(value) === format.format(value)));
  });

  test('any number of at most three decimals', () => {
    const format = new Intl.NumberFormat(language);
    const written = fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1_000);
    fc.assert(fc.property(written, (value) => value === 0 || formatNumber(value) === format.format(value)));
  });

  test('any decimal text', () => {
    const digits = (maxLength: number) => fc.array(fc.nat(9), { minLength: 1, maxLength }).map((list) => list.join(''));
    const limits = fc.tuple(fc.nat(6), fc.nat(6)).map((pair) => pair.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(digits(15), fc.option(digits(9)), limits, (whole, decimals, [fewest = 0, most = 0]) => {
        const text = decimals === null ? whole : `${whole}.${decimals}`;
        const format = new Intl.NumberFormat(language, {
          minimumFractionDigits: fewest,
          maximumFractionDigits: most,
          roundingMode: 'trunc',
        });
        expect(formatDecimal(text, fewest, most)).toBe(format.format(text as `${number}`));
      }),
    );
  });
});

test.each([1 / 3, 1e21, 1e-7, Number.NaN, Infinity])('%s is left to Intl', (value) => {
  expect(formatNumber(value)).toBeNull();
});
