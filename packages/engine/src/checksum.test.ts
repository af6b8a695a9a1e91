import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksum } from './checksum.ts';
import { finalise, fold } from './hash.ts';

const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });

test('it folds the length and the little-endian words, the last filled up with zeroes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (some) => {
      const filled = Buffer.alloc((Math.floor(some.length / 4) + 1) * 4);
      filled.set(some);
      let hash = fold(0, some.length);
      for (let at = 0; at < filled.length; at += 4) hash = fold(hash, filled.readInt32LE(at));
      expect(checksum(some, some.length)).toBe(finalise(hash) >>> 0);
    }),
  );
});

test('it reads no byte past the length', () => {
  fc.assert(
    fc.property(bytes, bytes, (some, more) => {
      expect(checksum(Uint8Array.of(...some, ...more), some.length)).toBe(checksum(some, some.length));
    }),
  );
});

test('any change within one word changes it', () => {
  const change = bytes.chain((some) =>
    fc.tuple(fc.constant(some), fc.nat(some.length - 1), fc.integer({ min: 1, max: 255 })),
  );
  fc.assert(
    fc.property(change, ([some, at, flips]) => {
      const changed = some.map((byte, index) => (index === at ? byte ^ flips : byte));
      expect(checksum(changed, changed.length)).not.toBe(checksum(some, some.length));
    }),
    { numRuns: 1_000 },
  );
});

test('inputs of zero bytes only have different checksums for different lengths', () => {
  const sums = new Set(Array.from({ length: 500 }, (_, length) => checksum(new Uint8Array(length), length)));
  expect(sums.size).toBe(500);
});
