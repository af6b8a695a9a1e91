import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { fetchRows, fetchValues } from '../raw-query.fixture.ts';
import { openDatabase } from '../index.ts';
import { gameStatistics } from './005-game-statistics.ts';
import { MIGRATIONS } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALICE = `T${'a'.repeat(33)}`;
const BOB = `T${'b'.repeat(33)}`;

const VERSION = MIGRATIONS.findIndex(({ sqlite }) => sqlite === gameStatistics);

/** A file of the version before: Alice began her profile at 10 and has played before and after; Bob has deleted his. */
function createOldFile(): string {
  const path = join(folder, 'old.db');
  const file = new SQLite(path);
  for (const migration of MIGRATIONS.slice(0, VERSION)) file.exec(migration.sqlite);
  file.pragma(`user_version = ${VERSION}`);
  const player = file.prepare(
    `INSERT INTO players (address, username, games_played, total_score, preferred_game_mode, created_at, last_connected, deleted_at)
     VALUES (?, ?, ?, ?, 'cross-chain-battle', 10, 20, ?)`,
  );
  player.run(ALICE, 'Alice', 3, 1_300, null);
  player.run(BOB, 'Bob', 0, 0, 30);
  const round = file.prepare(
    `INSERT INTO rounds (id, address, rules_id, rules_version, loadout, replay, score, popped, best_combo, earned_sun, credited_sun,
       status, suspicions, elapsed_ms, clicks, played_at)
     VALUES (?, ?, 'arena', 1, '[]', x'00', ?, 9, 3, 0, 0, ?, '', 60000, 30, ?)`,
  );
  const ticket = file.prepare("INSERT INTO tickets VALUES (?, ?, 'seed', 'arena', 1, '[]', 1, 2, 'finished')");
  for (const [id, address, score, status, playedAt] of [
    ['round-before', ALICE, 7_000, 'credited', 5],
    ['round-one', ALICE, 500, 'credited', 11],
    ['round-two', ALICE, 600, 'credited', 12],
    ['round-held', ALICE, 900, 'held', 13],
    ['round-of-bob', BOB, 900, 'credited', 14],
  ] as const) {
    ticket.run(id, address);
    round.run(id, address, score, status, playedAt);
  }
  file
    .prepare(
      `INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s, policy,
         policy_version, status, created_at, expires_at, starts_at, ended_at)
       VALUES ('session', 'cross-chain', 'Battle', 'cross-chain-battle', ?, 2, 0, 300, 30, 'winner-takes-all', 1, 'settled', 1, 2, 3, 15)`,
    )
    .run(ALICE);
  file
    .prepare(
      `INSERT INTO battles (session_id, rules_id, rules_version, commitment, secret, started_at, pool_sun, creator_sun, house_sun,
         has_bots, is_cross_chain, settled_at)
       VALUES ('session', 'cross-chain', 1, 'c', 's', 1, 0, 0, 0, 0, 0, 15)`,
    )
    .run();
  const result = file.prepare(
    `INSERT INTO results (session_id, user_id, place, chain, address, username, is_bot, status, seed, replay, score, popped, best_combo,
       position, share_sun)
     VALUES ('session', ?, ?, 'tron', ?, 'name', 0, ?, NULL, x'00', ?, 0, 0, 1, 0)`,
  );
  result.run(ALICE, 0, ALICE, 'finished', 200);
  result.run(BOB, 1, BOB, 'absent', 0);
  file.close();
  return path;
}

it('statistics by category begin with the rounds and battles that the profile counted', async () => {
  const db = await openDatabase(createOldFile());
  if ('code' in db) throw new Error(db.message);
  expect(await fetchRows(db, 'SELECT * FROM game_statistics ORDER BY category')).toEqual([
    { address: ALICE, category: 'cross-chain-battle', games: 1, points: 200 },
    { address: ALICE, category: 'trx-classic', games: 2, points: 1_100 },
  ]);
  expect(await fetchValues(db, 'SELECT DISTINCT preferred_game_mode FROM players')).toEqual(['automatic']);
  await db.close();
});
