import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build.ts';

/** Sessions that are made. */
const SESSIONS = 2_000;

/** Longest that either may take, ms. */
const TIMEOUT_MS = 20 * 60_000;

/** What both programs print. */
interface Report {
  readonly findings: readonly string[];
}

/** Plays battles for money, under faults, in a server that dies again and again, and in processes that are killed: how much is wrong. */
export function measureBattleMoney(): { readonly money_wrong: number } {
  const reports = [run('battle-money-main.ts', SESSIONS, 'popfray'), run('crash-main.ts', 'battles')];
  const findings = reports.flatMap((report) => report.findings);
  for (const finding of findings) console.error(`  ${finding}`);
  return { money_wrong: findings.length };
}

function run(name: string, ...args: readonly (string | number)[]): Report {
  const program = join(ROOT, 'apps/server/src/testing', name);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args.map(String)], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  return JSON.parse(stdout) as Report;
}
