import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

const MINUTE_MS = 60_000;

/** A limiter of three at once and six a minute. */
const limiter = (share = 1) => new RateLimiter({ burst: 3, perMinute: 6 }, share);

/** How many of some tries at one time pass. */
const passing = (from: RateLimiter, tries: number, nowMs: number, key = 'ann'): number =>
  Array.from({ length: tries }, () => from.take(key, nowMs)).filter((waitMs) => waitMs === 0).length;

describe('a rate limiter', () => {
  it('lets a burst pass, then one each interval, and says how long to wait', () => {
    const limit = limiter();
    expect(passing(limit, 5, 0)).toBe(3);
    expect(limit.take('ann', 0)).toBe(10_000);
    expect(limit.take('ann', 4_000)).toBe(6_000);
    expect(limit.take('ann', 10_000)).toBe(0);
    expect(limit.take('ann', 10_000)).toBe(10_000);
  });

  it('is whole again after a while, and never more than whole', () => {
    const limit = limiter();
    passing(limit, 3, 0);
    expect(passing(limit, 9, MINUTE_MS)).toBe(3);
    expect(passing(limit, 9, 60 * MINUTE_MS)).toBe(3);
  });

  it('counts each key separately', () => {
    const limit = limiter();
    expect(passing(limit, 5, 0, 'ann')).toBe(3);
    expect(passing(limit, 5, 0, 'bob')).toBe(3);
  });

  it('has as many times the limit as its share, and none for an infinite one', () => {
    expect(passing(limiter(5), 99, 0)).toBe(15);
    expect(passing(limiter(Infinity), 9_999, 0)).toBe(9_999);
  });

  it('does not count what it refuses', () => {
    const limit = limiter();
    passing(limit, 1_000, 0);
    expect(limit.take('ann', 10_000)).toBe(0);
  });

  it('remembers 20,000 keys at most, those that still have to wait the longest', () => {
    const limit = limiter();
    passing(limit, 3, 0, 'early');
    for (let key = 0; key < 19_999; key++) limit.take(`key ${key}`, 1);
    expect(passing(limit, 1, 1, 'early')).toBe(0);
    passing(limit, 3, 1, 'ann');
    for (let key = 0; key < 15_000; key++) limit.take(`other ${key}`, 2);
    expect(limit.size).toBeLessThanOrEqual(20_000);
    expect(passing(limit, 1, 2, 'ann')).toBe(0);
  });

  it('never lets more pass in any time than its burst and its rate', () => {
    const tries = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 300 });
    fc.assert(
      fc.property(tries, (pauses) => {
        const limit = limiter();
        const passedMs: number[] = [];
        let nowMs = 0;
        for (const pause of pauses) {
          nowMs += pause;
          if (limit.take('ann', nowMs) === 0) passedMs.push(nowMs);
        }
        for (const [first, fromMs] of passedMs.entries())
          for (const [last, toMs] of passedMs.entries())
            if (last >= first)
              expect(last - first + 1).toBeLessThanOrEqual(3 + Math.floor((toMs - fromMs + 1) / 10_000));
      }),
    );
  });
});
