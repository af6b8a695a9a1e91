import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../index.ts';
import { execute, fetchRows } from '../raw-query.fixture.ts';
import { deposits } from './018-deposits.ts';
import { MIGRATIONS } from './index.ts';
import { readSqliteSchema } from './sqlite-schema.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALICE = `T${'a'.repeat(33)}`;
const VERSION = MIGRATIONS.indexOf(deposits);

/** A SQLite file of the version before. */
function createOldFile(path: string): SQLite.Database {
  const file = new SQLite(path);
  for (const migration of MIGRATIONS.slice(0, VERSION)) file.exec(migration.sqlite);
  file.pragma(`user_version = ${VERSION}`);
  return file;
}

it('keeps every payment with all its values and what refers to it, and accepts one awaiting deposit of a player', async () => {
  const path = join(folder, 'old.db');
  const file = createOldFile(path);
  file.exec(`
    INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
      VALUES ('${ALICE}', 'Alice', 'automatic', 1, 1);
    INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s, policy,
      policy_version, status, created_at, expires_at)
      VALUES ('session', 'local', 'Battle', 'classic', '${ALICE}', 4, 5, 300, 30, 'winner-takes-all', 1, 'waiting', 1, 2);
    INSERT INTO payments VALUES
      ('bought', '${ALICE}', 'wallet', 'upgrade', 'trx-boost', NULL, 'house', 5, 'applied', 1, 2, 'txid', 'claim', 'unsigned', 'signed', 3, 4, NULL),
      ('balance', '${ALICE}', 'balance', 'upgrade', 'trx-boost', NULL, 'house', 5, 'applied', 5, 5, NULL, NULL, NULL, NULL, NULL, 5, NULL),
      ('seat', '${ALICE}', 'wallet', 'entry', NULL, 'session', 'house', 6, 'awaiting', 6, 7, 'other', NULL, 'unsigned', NULL, NULL, NULL, 7),
      ('found', '${ALICE}', 'wallet', 'recovered', NULL, NULL, 'house', 7, 'refunded', 8, 9, 'found', NULL, NULL, NULL, 9, 9, NULL);
    INSERT INTO purchases (id, address, upgrade_id, price_sun, purchased_at, expires_at, txid)
      VALUES ('bought', '${ALICE}', 'trx-boost', 5, 1, 2, 'txid');
    INSERT INTO seats (session_id, user_id, place, chain, address, username, status, payment_id, reserved_until, joined_at)
      VALUES ('session', '${ALICE}', 0, 'tron', '${ALICE}', 'Alice', 'reserved', 'seat', 9, 1);
  `);
  const old = file.prepare('SELECT * FROM payments ORDER BY id').all() as object[];
  expect(old).toHaveLength(4);
  file.close();
  const db = await openDatabase(path);
  if ('code' in db) throw new Error(db.message);
  expect(await fetchRows(db, 'SELECT * FROM payments ORDER BY id')).toEqual(
    old.map((row) => ({ ...row, skin_id: null })),
  );
  expect(await db.engine.findDamage()).toEqual([]);
  const add = async (id: string, status: string, source = 'wallet'): Promise<number> =>
    execute(
      db,
      `INSERT INTO payments (id, address, source, purpose, recipient, amount_sun, status, created_at, expires_at, settled_at)
       VALUES (?, '${ALICE}', '${source}', 'deposit', 'house', 5, '${status}', (SELECT max(created_at) + 1 FROM payments), 99,
         CASE '${status}' WHEN 'applied' THEN 9 END)`,
      id,
    );
  await add('first', 'awaiting');
  await expect(add('second', 'awaiting')).rejects.toThrow('UNIQUE constraint failed');
  await add('third', 'cancelled');
  await expect(add('fourth', 'applied', 'balance')).rejects.toThrow('CHECK constraint failed');
  await expect(execute(db, "DELETE FROM payments WHERE id = 'bought'")).rejects.toThrow(
    'FOREIGN KEY constraint failed',
  );
  await execute(db, "DELETE FROM payments WHERE id = 'seat'");
  expect(await fetchRows(db, 'SELECT payment_id FROM seats')).toEqual([{ payment_id: null }]);
  await db.close();
});

it('changes nothing but the conditions of the purpose and the index of awaiting payments', () => {
  const file = createOldFile(':memory:');
  const before = readSqliteSchema(file);
  file.exec(deposits.sqlite);
  const after = readSqliteSchema(file);
  const added = after.conditions.filter((one) => !before.conditions.some((other) => isEqual(one, other)));
  const removed = before.conditions.filter((one) => !after.conditions.some((other) => isEqual(one, other)));
  expect(added.map(({ expression }) => expression)).toEqual([
    "purpose IN ('upgrade', 'entry', 'deposit', 'recovered')",
    "source = 'wallet' OR purpose != 'deposit'",
  ]);
  expect(removed.map(({ expression }) => expression)).toEqual(["purpose IN ('upgrade', 'entry', 'recovered')"]);
  const strip = (schema: typeof before): string =>
    JSON.stringify({ ...schema, conditions: [] }).replaceAll(/coalesce\(upgrade_id, session_id(, purpose)?\)/g, 'key');
  expect(strip(after)).toBe(strip(before));
  file.close();
});

const isEqual = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
