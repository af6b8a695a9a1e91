import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { execute, fetchRows, fetchValue } from '../raw-query.fixture.ts';
import { auditLedger } from '../../../ledger/audit.ts';
import { openDatabase, type Database } from '../index.ts';
import { initial } from './001-initial.ts';
import { MIGRATIONS } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [alice, bob] = [`T${'a'.repeat(33)}`, `T${'b'.repeat(33)}`];
const txid = (digit: string): string => digit.repeat(64);

/** A file as a server of version 1 left it: payments in every status, a purchase, a refund, a payout and a round. */
function createOldFile(): string {
  const path = join(folder, 'old.db');
  const file = new SQLite(path);
  file.exec(initial);
  file.pragma('user_version = 1');
  for (const address of [alice, bob])
    file.prepare("INSERT INTO players VALUES (?, 'Somebody', 3, 900, 'arena', 1, 2)").run(address);
  const payment = file.prepare(
    `INSERT INTO payments (id, address, purpose, upgrade_id, recipient, amount_sun, status, created_at, expires_at, txid, claim, unsigned,
       signed, block_number, settled_at, check_at)
     VALUES (?, ?, ?, ?, 'house', 5000000, ?, ?, 600001, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const rows: readonly (readonly [
    string,
    string,
    string | null,
    string | null,
    string | null,
    number | null,
    number | null,
  ])[] = [
    ['awaiting', 'upgrade', 'boss-buster', txid('1'), null, null, 600_001],
    ['sent', 'upgrade', 'golden-touch', null, txid('2'), null, 7],
    ['confirming', 'upgrade', 'rapid-fire', txid('3'), null, null, 8],
    ['applied', 'upgrade', 'trx-boost', txid('4'), null, 9, null],
    ['refunded', 'recovered', null, txid('5'), null, 9, null],
    ['expired', 'upgrade', 'lucky-streak', txid('6'), null, null, null],
    ['cancelled', 'upgrade', 'boss-buster', txid('7'), null, null, null],
    ['failed', 'upgrade', 'bubble-storm', txid('8'), null, null, null],
  ];
  for (const [at, [status, purpose, upgradeId, id, claim, settledAt, checkAt]] of rows.entries())
    payment.run(
      `payment-${status}`,
      alice,
      purpose,
      upgradeId,
      status,
      at + 1,
      id,
      claim,
      '{}',
      '{"s":1}',
      4,
      settledAt,
      checkAt,
    );
  file
    .prepare("INSERT INTO purchases VALUES ('payment-applied', ?, 'trx-boost', 5000000, 9, 1800009, ?)")
    .run(alice, txid('4'));
  const entries = [
    [`payment:${txid('4')}`, 'purchase', 'payment-applied', 'house', ''],
    [`payment:${txid('5')}`, 'refund', 'payment-refunded', 'player', alice],
  ];
  file.prepare("INSERT INTO accounts (kind, owner) VALUES ('chain-in', '')").run();
  for (const [at, [key, kind, reference, account, owner]] of entries.entries()) {
    file.prepare('INSERT INTO accounts (kind, owner) VALUES (?, ?)').run(account, owner);
    file
      .prepare('INSERT INTO entries (key, kind, reference, created_at) VALUES (?, ?, ?, 9)')
      .run(key, kind, reference);
    const posting = file.prepare('INSERT INTO postings VALUES (?, ?, ?, ?, ?)');
    posting.run(1, at + 1, at + 1, -5_000_000, -5_000_000 * (at + 1));
    posting.run(at + 2, 1, at + 1, 5_000_000, 5_000_000);
  }
  file.close();
  return path;
}

const all = (file: SQLite.Database, query: string): unknown[] => file.prepare(query).all();

it('a database of version 1 comes up with every row, every reference and every guard', async () => {
  const path = createOldFile();
  const old = new SQLite(path, { readonly: true });
  const tables = old.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  const before = new Map(tables.map((table) => [table, all(old, `SELECT * FROM ${table}`)]));
  old.close();

  const opened = await openDatabase(path);
  if ('code' in opened) throw new Error(opened.message);
  const db: Database = opened;
  expect(await fetchValue(db, 'PRAGMA user_version')).toBe(MIGRATIONS.length);
  for (const [table, rows] of before) {
    const now = await fetchRows(db, `SELECT * FROM ${table}`);
    const added = {
      payments: { session_id: null, source: 'wallet', skin_id: null },
      players: { deleted_at: null, prizes_to: 'wallet' },
      payouts: { fee_sun: 0 },
    }[table];
    expect([table, now]).toEqual([table, rows.map((row) => ({ ...(row as object), ...added }))]);
  }
  expect(await db.engine.findDamage()).toEqual([]);
  expect((await auditLedger(db)).differences).toEqual([]);

  // What referred to the table refers to the one in its place.
  await expect(async () => execute(db, "DELETE FROM payments WHERE id = 'payment-applied'")).rejects.toThrow(
    'FOREIGN KEY',
  );
  // An open intent is one for an upgrade, as before; and so are open claims to a transaction.
  const again = async (columns: string, values: string): Promise<unknown> =>
    execute(
      db,
      `INSERT INTO payments (id, address, purpose, recipient, amount_sun, created_at, expires_at, ${columns})
         VALUES ('again', '${alice}', 'upgrade', 'house', 1, 99, 100, ${values})`,
    );
  await expect(async () => again('status, upgrade_id', "'awaiting', 'boss-buster'")).rejects.toThrow('UNIQUE');
  await expect(async () =>
    again('status, upgrade_id, claim', `'sent', 'golden-touch', '${txid('2')}'`),
  ).rejects.toThrow('UNIQUE');
  await expect(async () => again('status, upgrade_id, txid', `'failed', 'trx-boost', '${txid('4')}'`)).rejects.toThrow(
    'UNIQUE',
  );
  await expect(async () => again('status', "'awaiting'")).rejects.toThrow('CHECK');
  await db.close();
});
