import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postEntry, HOUSE, PAYOUTS } from '../../ledger/ledger.ts';
import { DATABASE_FILE } from '../../platform/config/index.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { execute, fetchRows } from '../../platform/database/raw-query.fixture.ts';
import { addPlayer } from '../../testing/context.fixture.ts';
import { databaseUrl, queryOnce } from '../../testing/postgres-connection.fixture.ts';
import { IS_ON_POSTGRES, testLocation } from '../../testing/test-location.fixture.ts';

const MAIN = join(import.meta.dirname, 'payouts.ts');
const ALICE = 'TGVDdLk7eNRWwaRvojRMfjrUQBVUkdFmSb';
const CREATED_MS = Date.UTC(2026, 0, 15, 12);

let folder: string;
let location: string;

const openHere = async (): Promise<Database> => {
  const db = await openDatabase(location);
  if ('code' in db) throw new Error(db.message);
  return db;
};

/** Runs the program. Its output is one of the two streams. */
function payouts(...args: readonly string[]): { readonly status: number | null; readonly said: string } {
  return payoutsOf(location.startsWith('postgres:') ? location : '', ...args);
}

function payoutsOf(DATABASE_URL: string, ...args: readonly string[]): ReturnType<typeof payouts> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'popfray-payouts-'));
  location = await testLocation(join(folder, DATABASE_FILE));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A database with a payout that is stuck, and none of whose transactions lives. */
async function writeStuck(): Promise<void> {
  const db = await openHere();
  await addPlayer(db, ALICE, CREATED_MS);
  const postings = [
    { account: HOUSE, amountSun: -12_500_000 },
    { account: PAYOUTS, amountSun: 12_500_000 },
  ];
  await postEntry(
    db,
    { key: 'withdrawal:stuck-one', kind: 'withdrawal', reference: 'stuck-one', postings },
    CREATED_MS,
  );
  await execute(
    db,
    `INSERT INTO payouts (id, address, amount_sun, status, created_at, trouble)
     VALUES ('stuck-one', ?, 12500000, 'stuck', ?, 'the chain refuses it: SIGERROR')`,
    ALICE,
    CREATED_MS,
  );
  await db.close();
}

it('lists what is open, and gives it back once, with a line in the audit log', async () => {
  await writeStuck();
  expect(payouts()).toEqual({
    status: 0,
    said: `stuck-one  stuck  12.5 TRX  ${ALICE}  2026-01-15T12:00:00.000Z  the chain refuses it: SIGERROR`,
  });
  expect(payouts('return', 'stuck-one')).toEqual({ status: 0, said: 'stuck-one  returned' });
  expect(payouts('return', 'stuck-one')).toEqual({ status: 1, said: 'This payout is not stuck. (ERR_PAYOUT_STATE)' });
  expect(payouts()).toEqual({ status: 0, said: 'No payout is open.' });
  const db = await openHere();
  expect(await fetchRows(db, 'SELECT act, subject, by FROM acts')).toEqual([
    { act: 'payout-returned', subject: 'stuck-one', by: 'command line' },
  ]);
  await db.close();
});

it('queues a stuck one again', async () => {
  await writeStuck();
  expect(payouts('retry', 'stuck-one')).toEqual({ status: 0, said: 'stuck-one  queued' });
});

it.each([
  [['return', 'a', 'b'], 'ERR_USAGE'],
  [['return', 'no-such-one'], 'ERR_PAYOUT_UNKNOWN'],
])('refuses %j with %s', async (args, code) => {
  await writeStuck();
  const { status, said } = payouts(...args);
  expect([status, said]).toEqual([1, expect.stringContaining(code)]);
});

it('makes no database where there is none', () => {
  expect(payoutsOf('')).toMatchObject({ status: 1, said: expect.stringContaining('ERR_DATABASE_OPEN') });
  expect(readdirSync(folder)).toEqual([]);
});

it('uses the SQLite file that DATABASE_URL names', async () => {
  const file = join(folder, 'elsewhere.db');
  const db = await openDatabase(file);
  if ('code' in db) throw new Error(db.message);
  await db.close();
  expect(payoutsOf(`sqlite:${file}`)).toEqual({ status: 0, said: 'No payout is open.' });
  expect(readdirSync(folder)).toEqual(['elsewhere.db']);
});

it.each([
  ['ERR_CONFIG_DATABASE', 'popfray:hunter2@127.0.0.1/popfray'],
  ['ERR_DATABASE_OPEN', 'postgres://popfray:hunter2@127.0.0.1:1/popfray'],
])('answers %s for a DATABASE_URL that cannot be used, without its password', (code, url) => {
  const { status, said } = payoutsOf(url);
  expect([status, said]).toEqual([1, expect.stringContaining(code)]);
  expect(said).toContain('DATABASE_URL');
  expect(said).not.toContain('hunter2');
});

it.runIf(IS_ON_POSTGRES)('creates no tables in an empty PostgreSQL database', async () => {
  const url = databaseUrl(location, `empty_${randomUUID()}`);
  const name = new URL(url).pathname.slice(1);
  await queryOnce(location, `CREATE DATABASE "${name}"`);
  expect(payoutsOf(url)).toMatchObject({ status: 1, said: expect.stringContaining('ERR_DATABASE_OLDER') });
  expect(await queryOnce(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  await queryOnce(location, `DROP DATABASE "${name}"`);
});
