import { describe, expect, test } from 'vitest';
import { freePlay, seededEntropy, steady, type Entropy, type Rules } from './index.ts';
import { events, popVisible, start } from './round.fixture.ts';
import { BLOCK, createState, SEEDED } from './state.ts';
import { below, BOSS_STREAM, COSMETIC_STREAM, high, low, SPAWN_STREAM, word } from './stream.ts';

/** A state as a round has it when it enters a second. */
function enter(entropy: Entropy, second: number, words: Int32Array = createState(1)): Int32Array {
  entropy.block(second, words.subarray(BLOCK, BLOCK + 4));
  words[SEEDED] = 0;
  return words;
}

/** Chi-square of counts against equal shares. */
function chiSquare(counts: readonly number[]): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + ((count - mean) * (count - mean)) / mean, 0);
}

/** Bound that chi-square passes once in about 10,000 fair draws: mean and 4.5 standard deviations. Seeds are fixed. */
const bound = (cells: number): number => cells - 1 + 4.5 * Math.sqrt(2 * (cells - 1));

const STREAMS = [SPAWN_STREAM, BOSS_STREAM, COSMETIC_STREAM] as const;

describe('chi-square', () => {
  test.each(STREAMS)('within a second, both halves of the words of stream %i are uniform', (stream) => {
    const cells = 100;
    const upper = Array.from({ length: cells }, () => 0);
    const lower = Array.from({ length: cells }, () => 0);
    const words = enter(seededEntropy('within'), 3);
    for (let draw = 0; draw < 100_000; draw++) {
      const bits = word(words, stream);
      upper[high(bits, cells)]!++;
      lower[low(bits, cells)]!++;
    }
    expect(chiSquare(upper)).toBeLessThan(bound(cells));
    expect(chiSquare(lower)).toBeLessThan(bound(cells));
  });

  test.each(STREAMS)('the first eight choices of each second of each seed are uniform in stream %i', (stream) => {
    const cells = 31;
    const counts = Array.from({ length: 8 }, () => Array.from({ length: cells }, () => 0));
    const words = createState(1);
    for (let seed = 0; seed < 200; seed++) {
      const entropy = seededEntropy(`first ${seed}`);
      for (let second = 0; second < 60; second++) {
        enter(entropy, second, words);
        for (const choice of counts) choice[below(words, stream, cells)]!++;
      }
    }
    for (const choice of counts) expect(chiSquare(choice)).toBeLessThan(bound(cells));
  });

  test.each([
    [SPAWN_STREAM, BOSS_STREAM],
    [SPAWN_STREAM, COSMETIC_STREAM],
    [BOSS_STREAM, COSMETIC_STREAM],
  ] as const)('what stream %i draws tells nothing of what stream %i draws, word for word', (one, other) => {
    const side = 12;
    const tables = Array.from({ length: 4 }, () => Array.from({ length: side * side }, () => 0));
    const words = createState(1);
    for (let seed = 0; seed < 200; seed++) {
      const entropy = seededEntropy(`cross ${seed}`);
      for (let second = 0; second < 60; second++) {
        enter(entropy, second, words);
        const ones = tables.map(() => below(words, one, side));
        const others = tables.map(() => below(words, other, side));
        for (const [draw, table] of tables.entries()) table[ones[draw]! * side + others[draw]!]!++;
      }
    }
    for (const table of tables) expect(chiSquare(table)).toBeLessThan(bound(side * side));
  });

  test('one second tells nothing of the next, nor one seed of another that differs in a letter', () => {
    const side = 12;
    const seconds = Array.from({ length: side * side }, () => 0);
    const seeds = Array.from({ length: side * side }, () => 0);
    for (let seed = 0; seed < 300; seed++) {
      const one = seededEntropy(`next ${seed}`);
      const other = seededEntropy(`nexT ${seed}`);
      for (let second = 0; second < 60; second++) {
        const now = below(enter(one, second), SPAWN_STREAM, side);
        seconds[now * side + below(enter(one, second + 1), SPAWN_STREAM, side)]!++;
        seeds[now * side + below(enter(other, second), SPAWN_STREAM, side)]!++;
      }
    }
    expect(chiSquare(seconds)).toBeLessThan(bound(side * side));
    expect(chiSquare(seeds)).toBeLessThan(bound(side * side));
  });
});

describe('a choice', () => {
  test.each([
    [0, 0, 0],
    [-1, 30, 15],
    [0x7fffffff | 0, 14, 15],
    [0xffff, 0, 15],
    [0x10000 << 4, 0, 0],
  ])('of the halves of %i: %i from 31 above, %i from 16 below', (bits, upper, lower) => {
    expect([high(bits, 31), low(bits, 16)]).toEqual([bits === 0x7fffffff ? 15 : upper, lower]);
  });

  test.each([1, 2, 3, 7, 10_000, 65_535, 65_536])('of %i reaches the first and the last and nothing beyond', (n) => {
    expect([high(0, n), low(0, n)]).toEqual([0, 0]);
    expect([high(-1, n), low(-1, n)]).toEqual([n - 1, n - 1]);
  });

  test('draws a word only from its own stream', () => {
    const words = enter(seededEntropy('own'), 0);
    const twin = words.slice();
    for (let draw = 0; draw < 100; draw++) word(twin, SPAWN_STREAM);
    for (const stream of [BOSS_STREAM, COSMETIC_STREAM]) expect(word(twin, stream)).toBe(word(words, stream));
  });
});

/** One wave a second in every case, and room for all of it. */
const metronome: Rules = {
  ...freePlay,
  id: 'metronome',
  firstSpawnMs: 500,
  spawnIntervalMs: steady(1_000),
  bubbleCap: steady(64),
  durationMs: 20_000,
};

describe('popping differently', () => {
  const bornFrom = (round: ReturnType<typeof start>): string[] =>
    events(round).flatMap(({ type, timeMs, bubbleId, xPx, yPx, radiusPx, colour }) =>
      type === 'spawn' ? [[timeMs, bubbleId, xPx, yPx, radiusPx, colour].join()] : [],
    );

  test('changes nothing of what spawns later when the schedule is the same', () => {
    for (let seed = 0; seed < 20; seed++) {
      const idle = start(metronome, { seed: `idle ${seed}` });
      const busy = start(metronome, { seed: `idle ${seed}` });
      idle.advanceTo(20_000);
      for (let ms = 0; ms <= 20_000; ms += 333) {
        busy.advanceTo(ms);
        if (busy.phase === 'running') popVisible(busy);
      }
      busy.advanceTo(20_000);
      expect(busy.popped).toBeGreaterThan(20);
      expect(bornFrom(busy)).toEqual(bornFrom(idle));
    }
  });

  test('at the cap changes how many spawn in a second, but not the first of a later one', () => {
    const capped: Rules = { ...metronome, id: 'capped', bubbleCap: steady(5) };
    const [one, other] = [3, 5].map((pops) => {
      const round = start(capped, { seed: 'capped' });
      round.advanceTo(1_900);
      for (let pop = 0; pop < pops; pop++) popVisible(round);
      round.advanceTo(3_000);
      for (let pop = 0; pop < 5; pop++) popVisible(round);
      events(round);
      round.advanceTo(4_000);
      return events(round)
        .filter(({ type }) => type === 'spawn')
        .map(({ timeMs, xPx, yPx, radiusPx, colour }) => [timeMs, xPx, yPx, radiusPx, colour]);
    });
    expect(one).toHaveLength(3);
    expect(other).toEqual(one);
  });
});
