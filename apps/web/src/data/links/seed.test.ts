import { describe, expect, test } from 'vitest';
import { makeSeedPath, parseSeed, readSeed } from './seed.ts';

describe('a typed seed', () => {
  test.each([
    ['plain text', 'abc', { seed: 'abc' }],
    ['blanks around it', '  abc ', { seed: 'abc' }],
    ['64 bytes', 'x'.repeat(64), { seed: 'x'.repeat(64) }],
    ['characters in two spellings', 'e\u0301', { seed: '\u00e9' }],
    ['nothing', ' ', { error: 'empty' }],
    ['65 bytes', 'x'.repeat(65), { error: 'long' }],
    ['66 bytes in 22 characters', '泡'.repeat(22), { error: 'long' }],
  ])('of %s', (_, text, expected) => {
    expect(parseSeed(text)).toEqual(expected);
  });

  test.each(['abc', 'a b&c=d#e', '泡泡'])('%s is preserved in the address', (seed) => {
    expect(readSeed(makeSeedPath('/arena', seed).split('?')[1] ?? '')).toBe(seed);
  });

  test('is null for an address without a valid one', () => {
    expect(readSeed('')).toBeNull();
    expect(readSeed(`seed=${'x'.repeat(65)}`)).toBeNull();
  });
});
