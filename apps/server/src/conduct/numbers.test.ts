import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median } from './numbers.ts';

describe('a median', () => {
  it('is the number in the middle of the sorted ones, in any order', () => {
    expect(median([])).toBeNaN();
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(3);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1 }), (values) => {
        expect(median(values)).toBe(values.toSorted((a, b) => a - b)[values.length >> 1]);
      }),
    );
  });
});
