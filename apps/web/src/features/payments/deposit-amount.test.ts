import { expect, it } from 'vitest';
import { parseDeposit } from './deposit-amount.ts';

const TRX = 1_000_000;

it.each([
  ['10', { amountSun: 10 * TRX }],
  [' 12,5 ', { amountSun: 12.5 * TRX }],
  ['1', { amountSun: TRX }],
  ['1.000001', { amountSun: TRX + 1 }],
  ['50', { amountSun: 50 * TRX }],
  ['50.000001', { error: 'short' }],
  ['0.999999', { amountSun: 999_999 }],
  ['0.000001', { amountSun: 1 }],
  ['0', { error: 'small' }],
  ['100000.000001', { error: 'large' }],
  ['', { error: 'invalid' }],
  ['-5', { error: 'invalid' }],
  ['1e3', { error: 'invalid' }],
  ['1.0000001', { error: 'invalid' }],
  ['ten', { error: 'invalid' }],
] as const)('reads the amount %j of a deposit', (text, outcome) => {
  expect(parseDeposit(text, 50 * TRX)).toEqual(outcome);
});

it('leaves the check of the wallet to the server while its balance is not known', () => {
  expect(parseDeposit('60', undefined)).toEqual({ amountSun: 60 * TRX });
});
