import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../index.ts';
import { resultNumbers } from './011-result-numbers.ts';
import { execute, fetchRows } from '../raw-query.fixture.ts';
import { MIGRATIONS } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALICE = `T${'a'.repeat(33)}`;
const VERSION = MIGRATIONS.findIndex(({ sqlite }) => sqlite === resultNumbers);

/** Creates a file of the version before, with a battle of two, whose row ids have a gap. */
function createOldFile(): string {
  const path = join(folder, 'old.db');
  const file = new SQLite(path);
  for (const migration of MIGRATIONS.slice(0, VERSION)) file.exec(migration.sqlite);
  file.pragma(`user_version = ${VERSION}`);
  file.exec(`
    INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
      VALUES ('${ALICE}', 'Alice', 'automatic', 1, 1);
    INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s, policy,
      policy_version, status, created_at, expires_at, starts_at, ended_at)
      VALUES ('session', 'cross-chain', 'Battle', 'cross-chain-battle', '${ALICE}', 2, 0, 300, 30, 'winner-takes-all', 1, 'settled',
        1, 2, 3, 15);
    INSERT INTO battles VALUES ('session', 'cross-chain', 1, '00', '00', 3, 0, 0, 0, 1, 0, 15);
    INSERT INTO results (rowid, session_id, user_id, place, chain, address, username, is_bot, status, seed, replay, score, popped,
      best_combo, position, share_sun)
      VALUES (7, 'session', '${ALICE}', 0, 'tron', '${ALICE}', 'Alice', 0, 'finished', '00', x'0102', 500, 9, 3, 1, 0),
        (4, 'session', 'bot-1', 1, 'tron', '', 'Bot', 1, 'finished', NULL, x'', 400, 8, 2, 2, 0);
  `);
  file.close();
  return path;
}

it('numbers results as they were before, and counts on from there', async () => {
  const db = await openDatabase(createOldFile());
  if ('code' in db) throw new Error(db.message);
  const results = async (): Promise<unknown> =>
    fetchRows(db, 'SELECT number, user_id, seed, replay, score, position FROM results ORDER BY number');
  const old = [
    { number: 4, user_id: 'bot-1', seed: null, replay: Buffer.from([]), score: 400, position: 2 },
    { number: 7, user_id: ALICE, seed: '00', replay: Buffer.from([1, 2]), score: 500, position: 1 },
  ];
  expect(await results()).toEqual(old);
  const add = async (userId: string): Promise<number> =>
    execute(
      db,
      `INSERT INTO results (session_id, user_id, place, chain, address, username, is_bot, status, replay, score, popped, best_combo,
       position, share_sun)
     VALUES ('session', ?, 2, 'tron', '', 'Bot', 1, 'finished', x'', 0, 0, 0, 3, 0)`,
      userId,
    );
  await add('bot-2');
  expect(await results()).toEqual([...old, expect.objectContaining({ number: 8, user_id: 'bot-2' })]);
  await expect(add('bot-2')).rejects.toThrow('UNIQUE constraint failed: results.session_id, results.user_id');
  expect(await db.engine.findDamage()).toEqual([]);
  await db.close();
});
