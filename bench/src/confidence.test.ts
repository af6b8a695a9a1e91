import { describe, expect, it } from 'vitest';
import { confidenceInterval } from './confidence.ts';

describe('the interval of a share', () => {
  it.each([
    [0, 100, 0, 0.0362],
    [1, 100, 0.0003, 0.0545],
    [10, 20, 0.272, 0.728],
    [20, 20, 0.8316, 1],
  ])('of %i among %i is from %f to %f', (successes, trials, low, high) => {
    const interval = confidenceInterval(successes, trials);
    expect(interval[0]).toBeCloseTo(low, 3);
    expect(interval[1]).toBeCloseTo(high, 3);
  });
});
