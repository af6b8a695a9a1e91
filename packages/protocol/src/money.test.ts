import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTrx, parseTrx } from './money.ts';

describe('an amount in TRX', () => {
  it.each([
    ['0', 0],
    ['1', 1_000_000],
    ['12.5', 12_500_000],
    ['0.000001', 1],
    ['0.100000', 100_000],
    [' 10 ', 10_000_000],
    ['007', 7_000_000],
    ['4.35', 4_350_000],
    ['9007199254.740991', Number.MAX_SAFE_INTEGER],
  ])('%j is %i sun', (text, sun) => {
    expect(parseTrx(text)).toBe(sun);
  });

  it.each([
    '',
    ' ',
    '.',
    '1.',
    '.5',
    '-1',
    '+1',
    '1e3',
    '0x10',
    '1,5',
    '1 000',
    '1.2345678',
    'NaN',
    'Infinity',
    '९',
    '9007199254.740992',
    '99999999999',
    '1\u0000',
  ])('%j is none', (text) => {
    expect(parseTrx(text)).toBeNull();
  });

  it.each([
    [0, '0'],
    [1, '0.000001'],
    [-1, '-0.000001'],
    [1_000_000, '1'],
    [12_500_000, '12.5'],
    [-12_345_678, '-12.345678'],
    [Number.MAX_SAFE_INTEGER, '9007199254.740991'],
  ])('of %i sun is written %j', (sun, text) => {
    expect(makeTrx(sun)).toBe(text);
  });

  it('that was written is read again, to the sun', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (sun) => parseTrx(makeTrx(sun)) === sun));
  });
});
