import { createBubble, createRound, freePlay, arena, seededEntropy, type Round } from '@popfray/engine';
import { assert, integer, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { findBubble, findNearest, findNextBorn, findTowards } from './bubble-search.ts';

function roundAt(seed: string, timeMs: number, rules = freePlay): Round {
  const made = createRound({ rules, entropy: seededEntropy(seed) });
  if (!made.ok) throw new Error(made.error.code);
  made.value.advanceTo(timeMs);
  return made.value;
}

const bubblesOf = (round: Round) =>
  Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));

test('an arrow finds the bubble that lies most plainly in its direction', () => {
  const round = roundAt('SEARCH', 30_000);
  const ahead = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const;
  for (const [direction, [signX, signY]] of Object.entries(ahead)) {
    const id = findTowards(round, 400, 300, direction as keyof typeof ahead);
    const found = createBubble();
    expect(findBubble(round, id, found)).toBe(true);
    const along = (found.xPx - 400) * signX + (found.yPx - 300) * signY;
    expect(along).toBeGreaterThan(0);
  }
});

test('nothing lies beyond the last bubble', () => {
  const round = roundAt('SEARCH', 30_000);
  expect(findTowards(round, 0, 300, 'left')).toBe(-1);
  expect(findTowards(round, 800, 300, 'right')).toBe(-1);
  expect(findNearest(roundAt('SEARCH', 0), 400, 300)).toBe(-1);
  expect(findNextBorn(roundAt('SEARCH', 0), 0, 1)).toBe(-1);
});

test('the nearest bubble is the nearest', () => {
  assert(
    property(integer({ min: 1_000, max: 59_000 }), nat(800), nat(600), (timeMs, x, y) => {
      const round = roundAt('NEAREST', timeMs);
      const distances = bubblesOf(round).map(({ xPx, yPx }) => Math.hypot(xPx - x, yPx - y));
      const found = createBubble();
      findBubble(round, findNearest(round, x, y), found);
      expect(Math.hypot(found.xPx - x, found.yPx - y)).toBeCloseTo(Math.min(...distances));
    }),
    { numRuns: 50 },
  );
});

test('Tab goes round all bubbles in the order of their birth, either way', () => {
  const round = roundAt('TAB', 20_000);
  const ids = bubblesOf(round)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
  for (const step of [1, -1] as const) {
    const order = step === 1 ? ids : ids.toReversed();
    const next = order.map((id) => findNextBorn(round, id, step));
    expect(next).toEqual([...order.slice(1), ...order.slice(0, 1)]);
  }
});

test('a bubble that has not risen into the field yet is out of reach', () => {
  const round = roundAt('RISE', arena.firstSpawnMs, arena);
  expect(round.count).toBe(1);
  expect(findNearest(round, 400, 600)).toBe(-1);
  round.advanceTo(arena.firstSpawnMs + 400);
  expect(findNearest(round, 400, 600)).toBe(0);
});
