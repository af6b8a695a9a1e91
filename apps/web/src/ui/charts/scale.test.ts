import { describe, expect, test } from 'vitest';
import { barsOf, placeAt, HEIGHT, mostOf, pointsOf, WIDTH } from './scale.ts';

describe('bars', () => {
  test('are side by side within the chart, the highest below the top', () => {
    const bars = barsOf([1, null, 4, 0, 2]);
    expect(bars.map(({ at }) => at)).toEqual([0, 2, 4]);
    for (const { x, y, width, height } of bars) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(WIDTH);
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeCloseTo(HEIGHT);
    }
    expect(bars[0]?.height).toBeCloseTo((bars[1]?.height ?? 0) / 4);
  });

  test('are visible even for small values', () => {
    expect(barsOf([1, 1_000_000])[0]?.height).toBe(1);
  });

  test('are missing for days without a value', () => {
    expect(barsOf([0, null, 0])).toEqual([]);
    expect(mostOf([null])).toBe(0);
  });
});

describe('points', () => {
  test('are in the middle of their days, at the height of their values', () => {
    expect(pointsOf([null, 0, 50, 100], 100)).toEqual([
      { at: 1, x: 37.5, y: HEIGHT },
      { at: 2, x: 62.5, y: HEIGHT - 19 },
      { at: 3, x: 87.5, y: 2 },
    ]);
  });
});

test.each([
  [-0.1, 0],
  [0, 0],
  [0.499, 4],
  [1, 9],
])('the place %d is in day %i of ten', (share, day) => {
  expect(placeAt(share, 10)).toBe(day);
});
