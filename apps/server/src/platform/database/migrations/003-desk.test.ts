import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { fetchRows } from '../raw-query.fixture.ts';
import { openDatabase } from '../index.ts';
import { MIGRATIONS } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALICE = `T${'a'.repeat(33)}`;

/** A file as a server of version 2 left it: players, held and credited rounds, and chat with a report. */
function createOldFile(): string {
  const path = join(folder, 'old.db');
  const file = new SQLite(path);
  for (const migration of MIGRATIONS.slice(0, 2)) file.exec(migration.sqlite);
  file.pragma('user_version = 2');
  file.prepare("INSERT INTO players VALUES (?, 'Alice', 3, 900, 'arena', 1, 2)").run(ALICE);
  const ticket = file.prepare("INSERT INTO tickets VALUES (?, ?, 'seed', 'arena', 1, '[]', 1, 2, 'finished')");
  const round = file.prepare(
    `INSERT INTO rounds VALUES (?, ?, 'arena', 1, '[]', x'00', 900, 9, 3, 9000000, ?, ?, '', 60000, 30, NULL, NULL, NULL, ?)`,
  );
  for (const [id, creditedSun, status, playedAt] of [
    ['round-held', 0, 'held', 7],
    ['round-credited', 9_000_000, 'credited', 5],
  ] as const) {
    ticket.run(id, ALICE);
    round.run(id, ALICE, creditedSun, status, playedAt);
  }
  file
    .prepare(
      "INSERT INTO chat_messages VALUES ('message', 'session', ?, 'Alice', ?, 'tron', 'hello', 'text', 'local', NULL, 3)",
    )
    .run(ALICE, ALICE);
  file.prepare("INSERT INTO chat_reports VALUES ('message', 'somebody', 'rude', 4)").run();
  file.close();
  return path;
}

it('a database of version 2 is brought up to date with all that is in it', async () => {
  const db = await openDatabase(createOldFile());
  if ('code' in db) throw new Error(db.message);
  expect(await db.engine.findDamage()).toEqual([]);
  expect(await fetchRows(db, 'SELECT * FROM players')).toEqual([
    {
      address: ALICE,
      username: 'Alice',
      games_played: 3,
      total_score: 900,
      preferred_game_mode: 'arena',
      created_at: 1,
      last_connected: 2,
      deleted_at: null,
      prizes_to: 'wallet',
    },
  ]);
  expect(await fetchRows(db, 'SELECT id, status FROM rounds ORDER BY played_at')).toEqual([
    { id: 'round-credited', status: 'credited' },
    { id: 'round-held', status: 'held' },
  ]);
  expect(await fetchRows(db, 'SELECT message_id, reporter, reason FROM chat_reports')).toEqual([
    { message_id: 'message', reporter: 'somebody', reason: 'rude' },
  ]);
  await db.close();
});

it('counts and lists of the desk read indexes alone, or no more than they show', async () => {
  const db = await openDatabase(':memory:');
  if ('code' in db) throw new Error(db.message);
  const planOf = async (query: string): Promise<string> =>
    (await fetchRows<{ readonly detail: string }>(db, `EXPLAIN QUERY PLAN ${query}`))
      .map(({ detail }) => detail)
      .join('; ');
  expect(await planOf('SELECT count(*) FROM players WHERE deleted_at IS NULL')).toContain('COVERING INDEX players_by_');
  expect(await planOf("SELECT sum(earned_sun) FROM rounds WHERE status = 'held'")).toContain(
    'COVERING INDEX rounds_held',
  );
  expect(
    await planOf("SELECT sum(earned_sun) FROM rounds WHERE status = 'held' GROUP BY address, played_at / 86400000"),
  ).toContain('COVERING INDEX rounds_held_by_player');
  expect(
    await planOf('SELECT * FROM players WHERE deleted_at IS NULL ORDER BY last_connected DESC LIMIT 20'),
  ).toContain('players_by_connection');
  await db.close();
});
