import { expect, it } from 'vitest';
import { playOfflinePlans } from './offline-plans.ts';

/** The rounds take a second or two on an idle machine, ms. */
const LIMIT_MS = 120_000;

it(
  'a log that is sent after its reveals has no click accepted, and one that was planned for another round is held at any pace',
  { timeout: LIMIT_MS },
  async () => {
    const counts = { quick: 3, unhurried: 3, shuffled: 0, late: 3, 'last-seconds': 3 };
    const reports = await playOfflinePlans(counts);
    expect(reports.late).toMatchObject({ rounds: 3, refused: 3, held: 0, acceptedBatches: 0, score: 0 });
    expect(reports.late.plannedScore).toBeGreaterThan(0);
    expect(reports.quick).toMatchObject({ rounds: 3, refused: 3, held: 3, refusedBatches: 0, creditedSun: 0 });
    // At the pace of a person only the share of clicks that land holds it. In one of 150 rounds enough land by chance.
    expect(reports.unhurried).toMatchObject({ rounds: 3, refusedBatches: 0 });
    expect(reports.unhurried.held).toBeGreaterThanOrEqual(2);
    expect(reports.unhurried.score).toBeGreaterThan(0);
    // Clicks of the last three seconds are in time, as those of a player who sees the field are.
    expect(reports['last-seconds']).toMatchObject({ rounds: 3, refusedBatches: 0 });
    expect(reports['last-seconds'].acceptedBatches).toBeLessThan(3 * 20);
  },
);
