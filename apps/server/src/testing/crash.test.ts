import { expect, it } from 'vitest';
import { everyKill, runPlan } from './crash-run.ts';

/** Each kill starts a server, which takes most of a second. */
const PATIENCE_MS = 180_000;

it(
  'a server killed at every step, under faults of the chain and without, loses nothing and pays nothing twice',
  { timeout: PATIENCE_MS },
  async () => {
    // Each step without a fault, and under one that differs from step to step; the bench takes all of them.
    const kills = everyKill(([none = {}, ...faults], number) => [none, faults[number % faults.length] ?? {}]);
    const { kills: killed, ...report } = await runPlan(kills);
    expect(report).toEqual({ lost: 0, doubled: 0, unreached: [], findings: [] });
    expect(killed).toBe(kills.length);
  },
);
