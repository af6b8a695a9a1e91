import { describe, expect, it } from 'vitest';
import { simulate } from './simulation.ts';

/** Seeds that are simulated at each run of the tests. `pnpm simulate` simulates thousands. */
const SEEDS = 8;

/** A bug that is put in is found within so many seeds. */
const SEEDS_TO_FIND = 12;

/** Some seeds of about five seconds each, and several times as long on a busy machine, ms. */
const TEST_MS = 300_000;

describe('the simulation of a cluster', { timeout: TEST_MS }, () => {
  it('finds no broken invariant in battles, solo rounds, quick battles, deposits and held shares', async () => {
    const total: Record<string, number> = {};
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { violations, outcomes } = await simulate({ seed });
      expect(violations, `seed ${seed}`).toEqual([]);
      for (const [outcome, count] of Object.entries(outcomes)) total[outcome] = (total[outcome] ?? 0) + count;
    }
    expect(total['settled']).toBeGreaterThan(SEEDS);
    for (const outcome of [
      'solo settled',
      'round credited',
      'quick settled',
      'deposit applied',
      'share paid',
      'share refused',
    ])
      expect(total[outcome], `count of ${outcome}`).toBeGreaterThan(0);
  });

  it('goes the same way each time for the same seed, and another for another', async () => {
    const first = await simulate({ seed: 100 });
    const other = await simulate({ seed: 101 });
    const second = await simulate({ seed: 100 });
    expect(second).toEqual(first);
    expect(other.hash).not.toBe(first.hash);
  });

  it.each(['loses-commits', 'no-fences'] as const)('finds a cluster with the bug %s', async (mutation) => {
    const found: string[] = [];
    for (let seed = 1; seed <= SEEDS_TO_FIND && found.length === 0; seed++)
      found.push(...(await simulate({ seed, mutation })).violations);
    expect(found).not.toEqual([]);
  });
});
