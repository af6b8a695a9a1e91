/**
 * Run as a program, while a server may be at work: `pnpm payouts` lists the payouts that are not over; `pnpm payouts retry ID` and
 * `pnpm payouts return ID` queue one that is stuck again, or give it back to the player's balance.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeTrx } from '@popfray/protocol';
import { readDataDir } from '../environment.ts';
import { DATABASE_FILE, openDatabase, type Database } from '../database/database.ts';
import { retryPayout, returnPayout, unfinishedPayouts, type WishError } from './rescue.ts';

const USAGE = 'pnpm payouts | pnpm payouts retry ID | pnpm payouts return ID';

const WHY: Readonly<Record<WishError, string>> = {
  ERR_PAYOUT_UNKNOWN: 'There is no such payout.',
  ERR_PAYOUT_STATE: 'This payout is not stuck.',
  ERR_PAYOUT_LIVING: 'A transaction of this payout may still be included. Ask again in a quarter of an hour.',
};

process.exitCode = main(process.argv.slice(2).filter((argument) => argument !== '--'));

function main([verb, id, ...more]: readonly string[]): number {
  const isKnown = verb === undefined || ((verb === 'retry' || verb === 'return') && id !== undefined);
  if (!isKnown || more.length > 0) return refuse(USAGE, 'ERR_USAGE');
  const path = join(readDataDir(process.env), DATABASE_FILE);
  if (!existsSync(path)) return refuse(`There is no database ${path}.`, 'ERR_DATABASE_OPEN');
  const db = openDatabase(path);
  if ('code' in db) return refuse(db.message, db.code);
  try {
    return id === undefined ? list(db) : act(db, verb === 'retry' ? retryPayout : returnPayout, id);
  } finally {
    db.close();
  }
}

function list(db: Database): number {
  const lines = unfinishedPayouts(db).map(({ id, status, amount_sun, address, created_at, trouble }) =>
    [id, status, `${makeTrx(amount_sun)} TRX`, address, new Date(created_at).toISOString(), trouble].join('  '),
  );
  process.stdout.write(`${lines.length === 0 ? 'No payout is open.' : lines.join('\n')}\n`);
  return 0;
}

function act(db: Database, grant: typeof returnPayout, id: string): number {
  const granted = grant(db, id, Date.now());
  if (!granted.ok) return refuse(WHY[granted.error], granted.error);
  process.stdout.write(`${id}  ${granted.value.status}\n`);
  return 0;
}

function refuse(message: string, code: string): number {
  console.error(`\n  ${message} (${code})\n`);
  return 1;
}
