import { expect, test } from 'vitest';
import { makeSettingText, parseSettingText } from './setting-value.ts';

const AMOUNT = { unit: 'sun', min: 0, max: 100_000_000_000 } as const;
const SHARE = { unit: 'percent', min: 1, max: 100 } as const;

test.each([
  [AMOUNT, '12.5', 12_500_000],
  [AMOUNT, ' 0 ', 0],
  [AMOUNT, '0.000001', 1],
  [AMOUNT, '100000', 100_000_000_000],
  [AMOUNT, '100000.000001', null],
  [AMOUNT, '1.0000001', null],
  [AMOUNT, '-1', null],
  [AMOUNT, '', null],
  [SHARE, '10', 10],
  [SHARE, '5', 5],
  [SHARE, '0', null],
  [SHARE, '101', null],
  [SHARE, '2.5', null],
  [SHARE, '1e1', null],
  [SHARE, '', null],
] as const)('%o typed as "%s" is %s', (setting, text, value) => {
  expect(parseSettingText(setting, text)).toBe(value);
});

test('a value is shown as it is typed', () => {
  expect(makeSettingText(AMOUNT, 12_500_000)).toBe('12.5');
  expect(makeSettingText(SHARE, 10)).toBe('10');
});
