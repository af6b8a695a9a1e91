import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arena,
  blockEntropy,
  createRound,
  freePlay,
  isSeed,
  MAX_SEED_BYTES,
  seededEntropy,
  type Entropy,
} from './index.ts';
import { events, playTo, popVisible, start, trace } from './round.fixture.ts';

/** The blocks of a seed, in one array. */
function blocksOf(seed: string, seconds: number): Int32Array {
  const entropy = seededEntropy(seed);
  const blocks = new Int32Array(seconds * 4);
  for (let second = 0; second < seconds; second++) entropy.block(second, blocks.subarray(second * 4, second * 4 + 4));
  return blocks;
}

const block = (blocks: Int32Array, second: number): Int32Array => blocks.slice(second * 4, second * 4 + 4);

describe('a seed', () => {
  test.each([
    ['one letter', 'a', true],
    ['64 bytes', 'x'.repeat(64), true],
    ['64 bytes of another script', '😀'.repeat(16), true],
    ['empty', '', false],
    ['65 bytes', 'x'.repeat(65), false],
    ['few letters of many bytes', '😀'.repeat(17), false],
    ['a lone surrogate', 'a\ud800', false],
  ] as const)('%s: %j is one: %s', (_what, seed, is) => {
    expect(isSeed(seed)).toBe(is);
    const made = createRound({ rules: freePlay, entropy: seededEntropy(seed) });
    expect(made.ok ? 'ok' : made.error).toEqual(is ? 'ok' : { code: 'ERR_SEED_INVALID' });
  });

  test.each([5, null, {}, ['a']])('%j, which is no text, is refused and not thrown over', (seed) => {
    expect(isSeed(seed as unknown as string)).toBe(false);
    const entropy = { ...seededEntropy('a'), seed: seed as unknown as string };
    expect(createRound({ rules: freePlay, entropy })).toEqual({ ok: false, error: { code: 'ERR_SEED_INVALID' } });
  });

  test('has as many bytes as UTF-8 gives it, and at most the most', () => {
    expect(MAX_SEED_BYTES).toBe(64);
  });

  test('always gives the same blocks, in any order of asking', () => {
    const forwards = blocksOf('order', 60);
    const entropy = seededEntropy('order');
    const out = new Int32Array(4);
    for (let second = 59; second >= 0; second--) {
      expect(entropy.block(second, out)).toBe(true);
      expect(out).toEqual(block(forwards, second));
    }
  });

  test('that differs from another by anything gives other blocks', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 16 }),
        fc.string({ minLength: 1, maxLength: 16 }),
        (one, other) => {
          fc.pre(one !== other && isSeed(one) && isSeed(other));
          expect(blocksOf(one, 1)).not.toEqual(blocksOf(other, 1));
        },
      ),
    );
  });

  test('gives no two alike words in the seconds of a thousand rounds', () => {
    const words = new Set<number>();
    for (let seed = 0; seed < 100; seed++) for (const word of blocksOf(`alike ${seed}`, 60)) words.add(word);
    expect(words.size).toBeGreaterThan(100 * 240 - 20);
  });
});

describe('a block source', () => {
  const blocks = blocksOf('battle', 60);

  test('plays the round that its seed plays', () => {
    const revealed = playTo(start(arena, { entropy: blockEntropy(blocks) }), 60_000);
    expect(trace(revealed)).toBe(trace(playTo(start(arena, { seed: 'battle' }), 60_000)));
  });

  test('keeps the first reveal of a second, and a copy of it', () => {
    const entropy = blockEntropy();
    const words = Int32Array.of(1, 2, 3, 4);
    entropy.reveal(0, words);
    words.fill(9);
    entropy.reveal(0, words);
    const out = new Int32Array(4);
    expect(entropy.block(0, out)).toBe(true);
    expect([...out]).toEqual([1, 2, 3, 4]);
  });

  test('leaves `out` untouched while it does not know', () => {
    const out = Int32Array.of(5, 6, 7, 8);
    expect(blockEntropy(blocks.subarray(0, 7)).block(1, out)).toBe(false);
    expect([...out]).toEqual([5, 6, 7, 8]);
  });

  test('that lacks a block stalls the round at the end of the second before it', () => {
    const entropy = blockEntropy(blocks.subarray(0, 12));
    const round = start(arena, { entropy });
    expect([round.advanceTo(2_998), round.isStalled]).toEqual(['ok', false]);
    expect([round.advanceTo(3_000), round.isStalled, round.timeMs]).toEqual(['stalled', true, 2_999]);
    expect([round.advanceTo(60_000), round.isStalled, round.timeMs, round.phase]).toEqual([
      'stalled',
      true,
      2_999,
      'running',
    ]);
    const stalled = trace(round);
    expect(round.advanceTo(2_999)).toBe('ok');
    expect(trace(round)).toBe(stalled);
    entropy.reveal(3, block(blocks, 3));
    expect([round.advanceTo(3_500), round.isStalled, round.timeMs]).toEqual(['ok', false, 3_500]);
  });

  test('the round is not stalled any more once it did not stop early', () => {
    const round = start(arena, { entropy: blockEntropy(blocks.subarray(0, 4)) });
    round.advanceTo(1_500);
    expect([round.isStalled, round.clone().isStalled]).toEqual([true, true]);
    expect(round.advanceTo(999)).toBe('ok');
    expect(round.isStalled).toBe(false);
  });

  test('with no known block stalls the round at its beginning', () => {
    const round = start(arena, { entropy: blockEntropy() });
    expect([round.advanceTo(0), round.timeMs, round.count]).toEqual(['stalled', 0, 0]);
  });

  test('never makes the round invent blocks: it asks for the missing second again and again', () => {
    const asked: number[] = [];
    const known = blockEntropy(blocks.subarray(0, 8));
    const entropy: Entropy = {
      block(second, out) {
        asked.push(second);
        return known.block(second, out);
      },
    };
    const round = start(arena, { entropy });
    for (let tries = 0; tries < 5; tries++) round.advanceTo(60_000);
    expect(asked).toEqual([0, 1, 2, 2, 2, 2, 2]);
    expect(events(round).every(({ timeMs }) => timeMs < 2_000)).toBe(true);
  });

  test('takes clicks while it stalls, judged at the time it stands at', () => {
    const round = start(arena, { entropy: blockEntropy(blocks.subarray(0, 12)) });
    round.advanceTo(30_000);
    expect(popVisible(round)).not.toBeNull();
    expect(round.inputs()[0]).toBe(2_999);
  });

  test('revealed second by second, however late, gives the round that never stalled', () => {
    const lateness = fc.array(fc.integer({ min: 1, max: 2_500 }), { minLength: 24, maxLength: 24 });
    const aims = fc.array(fc.tuple(fc.nat(799), fc.nat(599)), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(lateness, aims, (waits, clicks) => {
        const entropy = blockEntropy();
        const stalling = start(arena, { entropy });
        const straight = start(arena, { entropy: blockEntropy(blocks) });
        let revealed = 0;
        let clock = 0;
        for (const [turn, wait] of waits.entries()) {
          clock += wait;
          while (stalling.advanceTo(clock) === 'stalled') {
            expect(stalling.timeMs).toBe(Math.max(0, revealed * 1_000 - 1));
            entropy.reveal(revealed, block(blocks, revealed));
            revealed++;
          }
          const [x, y] = clicks[turn] ?? [0, 0];
          straight.advanceTo(clock);
          expect(stalling.pop(x, y)).toBe(straight.pop(x, y));
          expect(trace(stalling)).toBe(trace(straight));
        }
        expect(events(stalling)).toEqual(events(straight));
      }),
      { numRuns: 30 },
    );
  });
});

test('a block of fewer than four words cannot be revealed', () => {
  expect(() => blockEntropy().reveal(0, new Int32Array(3))).toThrow(RangeError);
});
