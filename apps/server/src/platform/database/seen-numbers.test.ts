import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeenNumbers } from './seen-numbers.ts';

describe('the numbers of rows that were seen', () => {
  it('are new once each', () => {
    const seen = new SeenNumbers();
    expect([1, 2, 2, 1, 3].map((number) => seen.add(number, 0))).toEqual([true, true, false, false, true]);
    expect(seen.floor(0)).toBe(3);
  });

  it('leave room for one that was skipped, until it appears', () => {
    const seen = new SeenNumbers();
    for (const number of [1, 2, 4, 5]) seen.add(number, 0);
    expect(seen.floor(1_000)).toBe(2);
    expect(seen.add(3, 1_000)).toBe(true);
    expect(seen.add(3, 1_000)).toBe(false);
    expect(seen.floor(1_000)).toBe(5);
  });

  it('give a skipped one up after five minutes, or a thousand numbers later', () => {
    const seen = new SeenNumbers();
    seen.add(2, 0);
    expect(seen.floor(299_999)).toBe(0);
    expect(seen.floor(300_000)).toBe(2);
    for (let number = 4; number <= 1_002; number++) seen.add(number, 0);
    expect(seen.floor(0)).toBe(2);
    seen.add(1_003, 0);
    expect(seen.floor(0)).toBe(1_003);
  });

  it('miss no row and repeat none, in whichever order rows appear', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
        fc.array(fc.integer({ min: 1, max: 5 })),
        (appearing, steps) => {
          const seen = new SeenNumbers();
          const read: number[] = [];
          let visible = 0;
          for (const step of [...steps, appearing.length]) {
            visible += step;
            const floor = seen.floor(0);
            const rows = appearing.slice(0, visible).filter((number) => number > floor);
            read.push(...rows.toSorted((a, b) => a - b).filter((number) => seen.add(number, 0)));
          }
          expect(read.toSorted((a, b) => a - b)).toEqual(appearing.toSorted((a, b) => a - b));
        },
      ),
    );
  });
});
