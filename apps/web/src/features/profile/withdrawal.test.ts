import { describe, expect, test } from 'vitest';
import { makeOrder, parseAmount } from './withdrawal.ts';

const limits = { freeFromSun: 10_000_000, balanceSun: 25_500_000, feeSun: 268_000 };

describe('an amount to withdraw', () => {
  test.each([
    ['10', { amountSun: 10_000_000, feeSun: 0 }],
    [' 25.5 ', { amountSun: 25_500_000, feeSun: 0 }],
    ['25.500000', { amountSun: 25_500_000, feeSun: 0 }],
    ['25.499999', { amountSun: 25_499_999, feeSun: 0 }],
    ['9.999999', { amountSun: 9_999_999, feeSun: 268_000 }],
    ['0.268001', { amountSun: 268_001, feeSun: 268_000 }],
    ['0.268', { error: 'small' }],
    ['0', { error: 'small' }],
    ['25.500001', { error: 'large' }],
    ['999999999', { error: 'large' }],
    ['9999999999', { error: 'invalid' }],
    ['', { error: 'invalid' }],
    ['-10', { error: 'invalid' }],
    ['+10', { error: 'invalid' }],
    ['1e3', { error: 'invalid' }],
    ['10,5', { error: 'invalid' }],
    ['12.3456789', { error: 'invalid' }],
    ['0x10', { error: 'invalid' }],
    ['NaN', { error: 'invalid' }],
    ['Infinity', { error: 'invalid' }],
  ])('of %j', (text, expected) => {
    expect(parseAmount(text, limits)).toEqual(expected);
  });

  test('below 10 TRX waits for the fee to be known', () => {
    expect(parseAmount('3', { ...limits, feeSun: null })).toEqual({ error: 'noFee' });
    expect(parseAmount('10', { ...limits, feeSun: null })).toEqual({ amountSun: 10_000_000, feeSun: 0 });
  });
});

test('an order has a new id in the server’s format', () => {
  const ids = new Set(Array.from({ length: 50 }, () => makeOrder('T', { amountSun: 1, feeSun: 0 }).id));
  expect(ids.size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
});
