import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runBattles } from './battle-money.ts';

/** A few sessions; the bench takes 2,000. */
const SESSIONS = 24;

it('battles for money end with every sun where it belongs, with faults at any step', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-battles-'));
  try {
    const { findings, settled, refunded, deaths } = await runBattles(join(folder, 'popfray.db'), SESSIONS, 'test');
    expect(findings).toEqual([]);
    expect(settled).toBeGreaterThan(5);
    expect(refunded).toBeGreaterThan(0);
    expect(deaths).toBeGreaterThan(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
