import fc from 'fast-check';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { makeBase58, parseAddress } from './address.ts';

describe('an address', () => {
  it('is read in base58check and in hex of either case', () => {
    const hex = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
    expect(parseAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(hex);
    expect(parseAddress(hex.toUpperCase())).toBe(hex);
    expect(makeBase58(hex)).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  });

  it.each([
    ['nothing', ''],
    ['a letter swapped', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T'],
    ['two letters too few', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj'],
    ['a letter that base58 has not got', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60'],
    ['another network byte', `00${'11'.repeat(20)}`],
    ['hex of 20 bytes', `41${'11'.repeat(19)}`],
    ['0x before it', `0x41${'11'.repeat(20)}`],
    ['a blank behind it', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t '],
  ])('is not read with %s', (_, text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it('is spelt as tronweb spells it, and read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const hex = `41${Buffer.from(bytes).toString('hex')}`;
        expect(makeBase58(hex)).toBe(TronWeb.address.fromHex(hex));
        expect(parseAddress(makeBase58(hex))).toBe(hex);
      }),
    );
  });
});
