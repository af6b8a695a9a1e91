import { expect, test } from 'vitest';
import { resolutionOf } from './viewport.ts';

test.each([
  [1, 1, 1],
  [1.25, 1, 1.25],
  [2, 1, 1.5],
  [3, 1, 1.5],
  [2, 0.65, 0.975],
  [1, 0.65, 0.65],
  [0.5, 0.65, 0.5],
  [0, 1, 1],
])('a screen of ratio %d at factor %d is drawn at %d', (ratio, factor, resolution) => {
  expect(resolutionOf(ratio, factor)).toBeCloseTo(resolution);
});
