import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BATTLE_SECONDS,
  isNextReveal,
  makeBlock,
  makeBlocks,
  makeCommitment,
  makeHex,
  makeReveals,
  parseHex,
} from './index.ts';

const BYTES = fc.uint8Array({ minLength: 32, maxLength: 32 });
const SEEDS = fc.array(fc.option(BYTES), { minLength: 2, maxLength: 8 });

describe('the example of docs/battle-protocol.md', () => {
  const page = readFileSync(new URL('../../../../docs/battle-protocol.md', import.meta.url), 'utf8');
  const reveals = makeReveals(Uint8Array.from({ length: 32 }, (_, at) => at));
  const seeds = [new Uint8Array(32).fill(0x11), null, new Uint8Array(32).fill(0x33)];

  it('has the commitment and the reveals', () => {
    expect(page).toContain(`    commitment  ${makeHex(makeCommitment(reveals))}\n`);
    expect(page).toContain(`    reveal 0    ${makeHex(reveals[0]!)}\n`);
    expect(page).toContain(`    reveal 1    ${makeHex(reveals[1]!)}\n`);
  });

  it.each([0, 1, 59])('has the block of second %i', (second) => {
    const words = Array.from(makeBlock('session-0001', second, reveals[second]!, seeds), (word) =>
      (word >>> 0).toString(16).padStart(8, '0'),
    );
    expect(page).toContain(`    block ${String(second).padEnd(6)}${words.join(' ')}\n`);
  });
});

describe('reveals', () => {
  it('are each the hash of the next, from the commitment to the secret', () => {
    fc.assert(
      fc.property(BYTES, (secret) => {
        const reveals = makeReveals(secret);
        expect(reveals).toHaveLength(BATTLE_SECONDS);
        expect(reveals.at(-1)).toEqual(secret);
        let before = makeCommitment(reveals);
        for (const reveal of reveals) {
          expect(isNextReveal(before, reveal)).toBe(true);
          before = reveal;
        }
      }),
      { numRuns: 5 },
    );
  });

  it('altered, repeated, left out or of another length are not the next', () => {
    const reveals = makeReveals(new Uint8Array(32));
    const [first, second, third] = reveals as [Uint8Array, Uint8Array, Uint8Array];
    for (let bit = 0; bit < 256; bit++) {
      const altered = second.slice();
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(isNextReveal(first, altered)).toBe(false);
    }
    expect(isNextReveal(first, first)).toBe(false);
    expect(isNextReveal(first, third)).toBe(false);
    expect(isNextReveal(second, first)).toBe(false);
    expect(isNextReveal(first, Uint8Array.of(...second, 0))).toBe(false);
    expect(isNextReveal(first, new Uint8Array(0))).toBe(false);
    expect(isNextReveal(new Uint8Array(0), second)).toBe(false);
  });
});

describe('a block', () => {
  it('is another one for every session, second, reveal and seed', () => {
    const text = (...of: Parameters<typeof makeBlock>): string => makeBlock(...of).join();
    fc.assert(
      fc.property(BYTES, SEEDS, fc.nat(BATTLE_SECONDS - 2), fc.nat(255), (reveal, seeds, second, bit) => {
        const flipped = (bytes: Uint8Array<ArrayBuffer> | null): Uint8Array<ArrayBuffer> => {
          const copy = bytes?.slice() ?? new Uint8Array(32);
          copy[bit >> 3]! ^= 1 << (bit & 7);
          return copy;
        };
        const block = text('session-0001', second, reveal, seeds);
        const others = [
          text('session-0002', second, reveal, seeds),
          text('session-0001', second + 1, reveal, seeds),
          text('session-0001', second, flipped(reveal), seeds),
          text('session-0001', second, reveal, seeds.slice(1)),
          ...seeds.map((_, at) => text('session-0001', second, reveal, seeds.with(at, flipped(seeds[at]!)))),
        ];
        expect(others).not.toContain(block);
      }),
      { numRuns: 30 },
    );
  });

  it('counts no seed as zeros', () => {
    const reveal = new Uint8Array(32);
    expect(makeBlock('session-0001', 0, reveal, [null])).toEqual(
      makeBlock('session-0001', 0, reveal, [new Uint8Array(32)]),
    );
  });

  it('is the same alone and in the list of all blocks', () => {
    const reveals = makeReveals(new Uint8Array(32).fill(7));
    const blocks = makeBlocks('session-0001', reveals, [null, null]);
    expect(blocks).toHaveLength(BATTLE_SECONDS * 4);
    expect(blocks.slice(20, 24)).toEqual(makeBlock('session-0001', 5, reveals[5]!, [null, null]));
  });
});

describe('32 bytes as text', () => {
  it('come back', () => {
    fc.assert(
      fc.property(BYTES, (bytes) => {
        expect(parseHex(makeHex(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each([
    '',
    'a'.repeat(63),
    'a'.repeat(65),
    'A'.repeat(64),
    'g'.repeat(64),
    ` ${'a'.repeat(63)}`,
    `${'a'.repeat(64)}\n`,
  ])('are nothing else: %j', (text) => {
    expect(parseHex(text)).toBeNull();
  });
});
