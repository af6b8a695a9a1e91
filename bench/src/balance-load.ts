import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.ts';

/** Longest that the payments may take, with what they need before and the audit after them, ms. */
const TIMEOUT_MS = 2 * 60_000;

/** How long the answers to payments took, ms. */
export interface PaymentTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Makes a folder where the product's data is, and removes it when `use` has ended: a temporary folder may be in memory, and its commits are free. */
export async function withDataFolder<Value>(use: (folder: string) => Promise<Value>): Promise<Value> {
  mkdirSync(join(ROOT, 'data'), { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(ROOT, 'data', 'bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Pays 100 upgrades or entry fees a second from balances for 10 s, over a database in a folder. Throws when one is missing on the books, or there twice. */
export function measureBalancePayments(folder: string, kind: 'upgrades' | 'entries'): PaymentTimes {
  const program = join(ROOT, 'apps/server/src/testing/balance-load-main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder, kind], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status !== 0) throw new Error(`payments from the balance failed: ${stderr}`);
  return JSON.parse(stdout) as PaymentTimes;
}
