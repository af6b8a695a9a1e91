import { expect, it } from 'vitest';
import { isPostgresUrl } from '../platform/database/index.ts';
import { everyKill, runPlan } from './crash-run.ts';
import { testLocation } from './test-location.fixture.ts';

/** Each of some 35 kills starts a server, which takes a second on an idle machine, and up to ten beside other tests on a slow one, ms. */
const LIMIT_MS = 600_000;

it(
  'a server killed at every step and every commit, under faults of the chain, loses nothing and pays nothing twice',
  { timeout: LIMIT_MS },
  async () => {
    // Each under one fault, that differs from point to point; the bench takes all of them, and none.
    const kills = everyKill(([, ...faults], number) => [faults[number % faults.length] ?? {}]);
    const location = await testLocation();
    const { kills: killed, ...report } = await runPlan(kills, isPostgresUrl(location) ? location : undefined);
    expect(report).toEqual({ lost: 0, doubled: 0, unreached: [], findings: [] });
    expect(killed).toBe(kills.length);
  },
);
