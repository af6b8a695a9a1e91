/**
 * Run as a program, while a server may be at work: `pnpm payouts` lists the payouts that are not over; `pnpm payouts retry ID` and
 * `pnpm payouts return ID` queue one that is stuck again, or give it back to the player's balance, with a line in the audit log.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeTrx } from '@popfray/protocol';
import { keepFilesPrivate } from '../data-dir.ts';
import { readDataDir } from '../environment.ts';
import { DATABASE_FILE, openDatabase, type Database } from '../database/database.ts';
import { rescuePayout, unfinishedPayouts, type PayoutWish, type WishError } from './rescue.ts';

const USAGE = 'pnpm payouts | pnpm payouts retry ID | pnpm payouts return ID';

/** Who acts here, in the audit log: whoever can run programs on the server's machine. */
const BY = 'command line';

const WHY: Readonly<Record<WishError, string>> = {
  ERR_PAYOUT_UNKNOWN: 'There is no such payout.',
  ERR_PAYOUT_STATE: 'This payout is not stuck.',
  ERR_PAYOUT_LIVING: 'A transaction of this payout may still be included. Ask again in a quarter of an hour.',
};

keepFilesPrivate();
process.exitCode = main(process.argv.slice(2).filter((argument) => argument !== '--'));

function main([verb, id, ...more]: readonly string[]): number {
  const act = verb === 'retry' || verb === 'return' ? verb : null;
  const isKnown = verb === undefined || (act !== null && id !== undefined);
  if (!isKnown || more.length > 0) return refuse(USAGE, 'ERR_USAGE');
  const path = join(readDataDir(process.env), DATABASE_FILE);
  if (!existsSync(path)) return refuse(`There is no database ${path}.`, 'ERR_DATABASE_OPEN');
  const db = openDatabase(path);
  if ('code' in db) return refuse(db.message, db.code);
  try {
    return act === null || id === undefined ? list(db) : rescue(db, id, act);
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

function rescue(db: Database, id: string, act: PayoutWish['act']): number {
  const granted = rescuePayout(db, { id, act, reason: '', by: BY }, Date.now());
  if (!granted.ok) return refuse(WHY[granted.error], granted.error);
  process.stdout.write(`${id}  ${granted.value.status}\n`);
  return 0;
}

function refuse(message: string, code: string): number {
  console.error(`\n  ${message} (${code})\n`);
  return 1;
}
