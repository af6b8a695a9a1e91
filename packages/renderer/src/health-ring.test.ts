import { expect, test } from 'vitest';
import { litSegments, MOST_SEGMENTS, segmentsOf } from './health-ring.ts';

test.each([
  [15, 15, 15, 15],
  [14, 15, 14, 15],
  [1, 15, 1, 15],
  [0, 15, 0, 15],
  [8, 8, 8, 8],
  [1, 1, 1, 1],
  [100, 100, 24, 24],
  [50, 100, 12, 24],
  [1, 100, 1, 24],
  [0, 100, 0, 24],
])('health %i of %i lights %i of %i segments', (health, fullHealth, lit, segments) => {
  expect(segmentsOf(fullHealth)).toBe(segments);
  expect(litSegments(health, fullHealth)).toBe(lit);
});

test('every hit of a boss of up to 24 health puts out a segment', () => {
  for (let full = 1; full <= MOST_SEGMENTS; full++) {
    for (let health = full; health > 0; health--) {
      expect(litSegments(health - 1, full)).toBe(litSegments(health, full) - 1);
    }
  }
});
