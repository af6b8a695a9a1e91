import { expect, it } from 'vitest';
import { countShiftedHits, scoreAim, SHIFTS } from './aim.ts';
import { startRound } from './pointer.fixture.ts';

it('the score of aim is 0 where clicks land as often as in shifted places, and grows with clicks that land', () => {
  expect(scoreAim({ clicks: 100, hits: 25, shiftedHits: 100 })).toBeCloseTo(0, 1);
  // 25 expected of 100, with a variance of 100 × 0.25 × 0.75 × 1.25.
  expect(scoreAim({ clicks: 100, hits: 50, shiftedHits: 100 })).toBeCloseTo(25 / Math.sqrt(23.4375), 1);
  expect(scoreAim({ clicks: 400, hits: 200, shiftedHits: 400 })).toBeCloseTo((2 * 25) / Math.sqrt(23.4375), 1);
  expect(scoreAim({ clicks: 100, hits: 10, shiftedHits: 100 })).toBeLessThan(-3);
});

it('the score of aim is a number where nothing or everything is hit, and not known of too few clicks', () => {
  expect(scoreAim({ clicks: 10, hits: 0, shiftedHits: 0 })).toBeCloseTo(0, 0);
  expect(scoreAim({ clicks: 10, hits: 10, shiftedHits: 10 * SHIFTS })).toBeCloseTo(0, 0);
  expect(scoreAim({ clicks: 9, hits: 9, shiftedHits: 0 })).toBeNull();
});

it('the shifted places have the height of the click, differ from it, and stay on the field', () => {
  const round = startRound('shifted', false);
  const { field, radiusPx } = round.rules;
  for (const xPx of [0, 30, 200.25, 400, field.widthPx]) {
    const places: { readonly xPx: number; readonly yPx: number }[] = [];
    const watched = { rules: round.rules, topmostAt: (x: number, y: number) => places.push({ xPx: x, yPx: y }) - 3 };
    // The first two places count as empty, because `push` returns the new length.
    expect(countShiftedHits(watched, xPx, 250)).toBe(SHIFTS - 2);
    expect(new Set(places.map((place) => place.xPx)).size).toBe(SHIFTS);
    for (const place of places) {
      expect(place.yPx).toBe(250);
      expect(Math.abs(place.xPx - xPx)).toBeGreaterThan(radiusPx.max);
      expect(place.xPx).toBeGreaterThanOrEqual(radiusPx.min);
      expect(place.xPx).toBeLessThanOrEqual(field.widthPx - radiusPx.min);
    }
  }
});
