import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DATABASE_FILE, openDatabase } from '../../platform/database/database.ts';
import { postEntry, HOUSE, PAYOUTS } from '../../ledger/ledger.ts';
import { addPlayer } from '../../testing/context.fixture.ts';

const MAIN = join(import.meta.dirname, 'payouts.ts');
const ALICE = 'TGVDdLk7eNRWwaRvojRMfjrUQBVUkdFmSb';
const CREATED_MS = Date.UTC(2026, 0, 15, 12);

let folder: string;

/** Runs the program. Its output is one of the two streams. */
function payouts(...args: readonly string[]): { readonly status: number | null; readonly said: string } {
  const env = { ...process.env, DATA_DIR: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'popfray-payouts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A database with a payout that is stuck, and none of whose transactions lives. */
function writeStuck(): void {
  const db = openDatabase(join(folder, DATABASE_FILE));
  if ('code' in db) throw new Error(db.message);
  addPlayer(db, ALICE, CREATED_MS);
  const postings = [
    { account: HOUSE, amountSun: -12_500_000 },
    { account: PAYOUTS, amountSun: 12_500_000 },
  ];
  postEntry(db, { key: 'withdrawal:stuck-one', kind: 'withdrawal', reference: 'stuck-one', postings }, CREATED_MS);
  db.prepare(
    `INSERT INTO payouts (id, address, amount_sun, status, created_at, trouble)
     VALUES ('stuck-one', ?, 12500000, 'stuck', ?, 'the chain refuses it: SIGERROR')`,
  ).run(ALICE, CREATED_MS);
  db.close();
}

it('lists what is open, and gives it back once, with a line in the audit log', () => {
  writeStuck();
  expect(payouts()).toEqual({
    status: 0,
    said: `stuck-one  stuck  12.5 TRX  ${ALICE}  2026-01-15T12:00:00.000Z  the chain refuses it: SIGERROR`,
  });
  expect(payouts('return', 'stuck-one')).toEqual({ status: 0, said: 'stuck-one  returned' });
  expect(payouts('return', 'stuck-one')).toEqual({ status: 1, said: 'This payout is not stuck. (ERR_PAYOUT_STATE)' });
  expect(payouts()).toEqual({ status: 0, said: 'No payout is open.' });
  const db = openDatabase(join(folder, DATABASE_FILE));
  if ('code' in db) throw new Error(db.message);
  expect(db.prepare('SELECT act, subject, by FROM acts').all()).toEqual([
    { act: 'payout-returned', subject: 'stuck-one', by: 'command line' },
  ]);
  db.close();
});

it('queues a stuck one again', () => {
  writeStuck();
  expect(payouts('retry', 'stuck-one')).toEqual({ status: 0, said: 'stuck-one  queued' });
});

it.each([
  [['return', 'a', 'b'], 'ERR_USAGE'],
  [['return', 'no-such-one'], 'ERR_PAYOUT_UNKNOWN'],
])('refuses %j with %s', (args, code) => {
  writeStuck();
  const { status, said } = payouts(...args);
  expect([status, said]).toEqual([1, expect.stringContaining(code)]);
});

it('makes no database where there is none', () => {
  expect(payouts()).toMatchObject({ status: 1, said: expect.stringContaining('ERR_DATABASE_OPEN') });
  expect(readdirSync(folder)).toEqual([]);
});
