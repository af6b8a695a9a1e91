import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../database.ts';
import { MIGRATIONS } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALICE = `T${'a'.repeat(33)}`;

/** A file as a server of version 2 left it: players, held and credited rounds, and chat with a report. */
function createOldFile(): string {
  const path = join(folder, 'old.db');
  const file = new SQLite(path);
  for (const migration of MIGRATIONS.slice(0, 2)) file.exec(migration);
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

it('a database of version 2 is brought up to date with all that is in it', () => {
  const db = openDatabase(createOldFile());
  if ('code' in db) throw new Error(db.message);
  expect(db.findDamage()).toEqual([]);
  expect(db.prepare('SELECT * FROM players').all()).toEqual([
    {
      address: ALICE,
      username: 'Alice',
      games_played: 3,
      total_score: 900,
      preferred_game_mode: 'arena',
      created_at: 1,
      last_connected: 2,
      deleted_at: null,
    },
  ]);
  expect(db.prepare('SELECT id, status FROM rounds ORDER BY played_at').all()).toEqual([
    { id: 'round-credited', status: 'credited' },
    { id: 'round-held', status: 'held' },
  ]);
  expect(db.prepare('SELECT message_id, reporter, reason FROM chat_reports').all()).toEqual([
    { message_id: 'message', reporter: 'somebody', reason: 'rude' },
  ]);
  db.close();
});

it('counts and lists of the desk read indexes alone, or no more than they show', () => {
  const db = openDatabase(':memory:');
  if ('code' in db) throw new Error(db.message);
  const planOf = (query: string): string =>
    db
      .prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => detail)
      .join('; ');
  expect(planOf('SELECT count(*) FROM players WHERE deleted_at IS NULL')).toContain('COVERING INDEX players_by_');
  expect(planOf("SELECT sum(earned_sun) FROM rounds WHERE status = 'held'")).toContain('COVERING INDEX rounds_held');
  expect(
    planOf("SELECT sum(earned_sun) FROM rounds WHERE status = 'held' GROUP BY address, played_at / 86400000"),
  ).toContain('COVERING INDEX rounds_held_by_player');
  expect(planOf('SELECT * FROM players WHERE deleted_at IS NULL ORDER BY last_connected DESC LIMIT 20')).toContain(
    'players_by_connection',
  );
  db.close();
});
