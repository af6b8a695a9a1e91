import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build.ts';
import type { Progress } from './metric.ts';

/** Where the database of the servers is. */
type Engine = 'sqlite' | 'postgres';

/** Servers killed. */
const KILLS = 200;

/** Longest that killing them may take, ms. */
const TIMEOUT_MS = 40 * 60_000;

/** What the killing program prints. */
interface KillReport {
  readonly kills: number;
  readonly lost: number;
  readonly doubled: number;
  readonly findings: readonly string[];
}

/** What came of killed servers. */
export interface KillCount {
  readonly kills: number;
  /** Payments and payouts lost or done twice. What the audit finds is neither by name, and as bad. */
  readonly lostOrDoubled: number;
}

/** Measured in this run of the program. */
const measured = new Map<Engine, KillCount>();

/**
 * Kills servers while players deposit, pay upgrades and entry fees from the wallet and from the balance, leave with a refund, play and withdraw. The suites
 * `balance` and `ledger` have the same figure, which is measured once in a run.
 */
export function killServers(engine: Engine, progress: Progress): KillCount {
  const known = measured.get(engine);
  if (known !== undefined) return known;
  progress(`${KILLS} servers on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} killed, some ten minutes`);
  const program = join(ROOT, 'apps/server/src/testing/crash-main.ts');
  const args = [program, ...(engine === 'postgres' ? ['--postgres'] : []), String(KILLS)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: TIMEOUT_MS });
  if (status !== 0) throw new Error(`servers could not be killed: ${stderr}`);
  const { kills, lost, doubled, findings } = JSON.parse(stdout) as KillReport;
  for (const finding of findings) console.error(`  ${finding}`);
  const count = { kills, lostOrDoubled: Math.max(lost + doubled, findings.length) };
  measured.set(engine, count);
  return count;
}
