import { expect, it } from 'vitest';
import { runRestores } from './restore-run.ts';

/** The chain answers late on purpose, and a busy machine takes its time. */
const TEST_TIMEOUT_MS = 180_000;

it(
  'backups put back at random points of a run with faults and deaths pay nothing twice and lose nothing',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const report = await runRestores(12, 'a run of tests');
    expect(report).toMatchObject({ restores: 12, paidTwiceSun: 0, lostSun: 0, findings: [] });
    // A run in which nothing was unknown would have tested nothing.
    expect(report.unknownPayouts).toBeGreaterThan(5);
    expect(report.paidIn).toBeGreaterThan(5);
  },
);
