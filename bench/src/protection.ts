import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';

/** Longest that all attempts may take, ms. */
const TIMEOUT_MS = 5 * 60_000;

const METRICS: readonly Metric[] = [
  {
    name: 'protection.bypasses',
    bar: { atMost: 0 },
    note: 'paid actions that went through against a limit: every action by every limit, in two tabs at once',
  },
  {
    name: 'protection.combinations',
    bar: { atLeast: 100 },
    note: 'combinations of an action and a limit that were tried',
  },
];

/** Protection of players, docs/decisions/0071-protection-of-players.md. */
export const protectionSuite: Suite = {
  name: 'protection',
  metrics: METRICS,
  async measure(progress: Progress): Promise<Readings> {
    progress('protection: every paid action by every limit, in two tabs at once');
    const program = join(ROOT, 'apps/server/src/testing/protection-main.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
    });
    if (status !== 0) throw new Error(`the attempts failed: ${stderr}`);
    const { bypasses, combinations } = JSON.parse(stdout) as {
      readonly bypasses: number;
      readonly combinations: number;
    };
    return { 'protection.bypasses': bypasses, 'protection.combinations': combinations };
  },
};
