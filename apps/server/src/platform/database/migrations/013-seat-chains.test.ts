import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../index.ts';
import { execute, fetchRows } from '../raw-query.fixture.ts';
import { seatChains } from './013-seat-chains.ts';
import { MIGRATIONS } from './index.ts';
import { readSqliteSchema } from './sqlite-schema.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALICE = `T${'a'.repeat(33)}`;
const VERSION = MIGRATIONS.indexOf(seatChains);

/** A SQLite file of the version before. */
function createOldFile(path: string): SQLite.Database {
  const file = new SQLite(path);
  for (const migration of MIGRATIONS.slice(0, VERSION)) file.exec(migration.sqlite);
  file.pragma(`user_version = ${VERSION}`);
  return file;
}

it('keeps every seat with all its values, and accepts a new chain', async () => {
  const path = join(folder, 'old.db');
  const file = createOldFile(path);
  file.exec(`
    INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
      VALUES ('${ALICE}', 'Alice', 'automatic', 1, 1);
    INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s, policy,
      policy_version, status, created_at, expires_at)
      VALUES ('session', 'cross-chain', 'Battle', 'cross-chain-battle', '${ALICE}', 4, 5, 300, 30, 'winner-takes-all', 1, 'waiting', 1, 2);
    INSERT INTO payments (id, address, purpose, session_id, recipient, amount_sun, status, created_at, expires_at)
      VALUES ('payment', '${ALICE}', 'entry', 'session', 'house', 5, 'awaiting', 1, 2);
    INSERT INTO seats (session_id, user_id, place, chain, address, username, status, is_ready, bot_skill, payment_id, fee_sun,
      reserved_until, joined_at, ready_until, removed_at)
      VALUES ('session', '${ALICE}', 0, 'tron', '${ALICE}', 'Alice', 'taken', 1, NULL, 'payment', 5, 11, 12, 13, NULL),
        ('session', 'carol', 1, 'sol', 'carol', 'Carol', 'left', 0, NULL, NULL, 0, 14, 15, 16, 17),
        ('session', 'bot-1', 2, 'sol', '', 'Bot', 'taken', 0, 'easy', NULL, 0, NULL, 18, NULL, NULL);
  `);
  const old = file.prepare('SELECT * FROM seats ORDER BY place').all();
  expect(old).toHaveLength(3);
  file.close();
  const db = await openDatabase(path);
  if ('code' in db) throw new Error(db.message);
  expect(await fetchRows(db, 'SELECT * FROM seats ORDER BY place')).toEqual(old);
  const add = async (user: string, place: number): Promise<number> =>
    execute(
      db,
      `INSERT INTO seats (session_id, user_id, place, chain, address, username, status, joined_at)
       VALUES ('session', ?, ${place}, 'new', 'x', 'x', 'taken', 1)`,
      user,
    );
  await add('dave', 1);
  await expect(add('erin', 2)).rejects.toThrow('UNIQUE constraint failed');
  await expect(add('erin', 4)).rejects.toThrow('sessions: a place beyond the last');
  await execute(db, 'DELETE FROM payments');
  expect(await fetchRows(db, 'SELECT payment_id FROM seats WHERE place = 0')).toEqual([{ payment_id: null }]);
  expect(await db.engine.findDamage()).toEqual([]);
  await db.close();
});

it('changes nothing but the CHECK of the chain', () => {
  const file = createOldFile(':memory:');
  const before = readSqliteSchema(file);
  file.exec(seatChains.sqlite);
  const isChain = ({ expression }: { readonly expression: string }): boolean =>
    expression === "chain IN ('tron', 'sol')";
  expect(before.conditions.filter(isChain)).toHaveLength(1);
  expect(readSqliteSchema(file)).toEqual({
    ...before,
    conditions: before.conditions.filter((condition) => !isChain(condition)),
  });
  file.close();
});
