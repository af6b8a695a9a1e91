import compile from 'icu-minify/compile';
import { expect, test } from 'vitest';
import formatMessage from './format-message.ts';

/** Writes a text as use-intl does, and counts the number formats that it needed. */
function write(text: string, values: Readonly<Record<string, number>>, locale = 'en') {
  let created = 0;
  const getNumberFormat = (...args: ConstructorParameters<typeof Intl.NumberFormat>) => {
    created++;
    return new Intl.NumberFormat(...args);
  };
  const getPluralRules = (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args);
  const formatters = { getNumberFormat, getPluralRules } as never;
  const written = formatMessage('key', compile(text), values, { formatters, locale, cache: {} as never });
  return { written, created };
}

const COUNT = '{count, number} online';

test.each([
  [0, '0 online'],
  [7, '7 online'],
  [999, '999 online'],
  [1_000, '1,000 online'],
  [-3, '-3 online'],
  [1.5, '1.5 online'],
])('writes %s without a number format', (count, written) => {
  expect(write(COUNT, { count })).toEqual({ written, created: 0 });
});

test.each([
  [2 / 3, '0.667 online'],
  [Number.NaN, 'NaN online'],
])('writes %s as the language does', (count, written) => {
  expect(write(COUNT, { count })).toEqual({ written, created: 1 });
});

test('keeps the format of a number that has one', () => {
  expect(write('{rate, number, ::percent}', { rate: 1 })).toEqual({ written: '100%', created: 1 });
});

test('writes the number of a plural', () => {
  const text = '{count, plural, one {# hit} other {# hits}}';
  expect(write(text, { count: 12 })).toEqual({ written: '12 hits', created: 0 });
  expect(write(text, { count: 1_200 })).toEqual({ written: '1,200 hits', created: 0 });
});
