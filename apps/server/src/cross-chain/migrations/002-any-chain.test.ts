import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../platform/database/index.ts';
import { DIRECTORY } from '../directory.ts';
import { directory } from './001-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TABLES = ['sessions', 'members', 'messages'] as const;
const CHAIN_CHECK = " CHECK (chain IN ('tron', 'sol'))";

const rowsOf = (file: SQLite.Database): unknown => TABLES.map((table) => file.prepare(`SELECT * FROM ${table}`).all());

/** The schema as text, without comments and without the CHECKs of the chain. */
const schemaOf = (file: SQLite.Database): unknown =>
  file
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all()
    .map((sql) =>
      sql
        .replaceAll(/\s*--.*$/gm, '')
        .replaceAll('"', '')
        .replace(CHAIN_CHECK, '')
        .replace(CHAIN_CHECK.replace('chain', 'platform'), ''),
    );

it('keeps sessions, players and messages, numbers messages on, and accepts a new chain', async () => {
  const path = join(folder, 'old.db');
  const old = new SQLite(path);
  old.exec(directory);
  old.pragma('user_version = 1');
  old.exec(`
    INSERT INTO sessions VALUES ('session', 'tron', 'waiting', 3, '{}', 'alice', 5, 1, NULL, 9), ('over', 'sol', 'settled', 4, '{}', 'bob', 0, 1, 2, 9);
    INSERT INTO members VALUES ('session', 'bob', 'sol', 'bob', 'Bob', 'hash', 7);
    INSERT INTO messages (number, id, session_id, user_id, username, address, chain, text, created_at)
      VALUES (4, 'kept', 'session', 'bob', 'Bob', 'bob', 'sol', 'hello', 8), (7, 'deleted', 'session', 'bob', 'Bob', 'bob', 'sol', 'x', 8);
    DELETE FROM messages WHERE id = 'deleted';
  `);
  const before = { rows: rowsOf(old), schema: schemaOf(old) };
  old.close();
  const db = await openDatabase(path, DIRECTORY);
  if ('code' in db) throw new Error(db.message);
  expect(await db.engine.findDamage()).toEqual([]);
  await db.close();

  const file = new SQLite(path);
  file.pragma('foreign_keys = ON');
  expect({ rows: rowsOf(file), schema: schemaOf(file) }).toEqual(before);
  file.exec(`
    INSERT INTO sessions VALUES ('new', 'new', 'waiting', 1, '{}', 'carol', 0, 1, NULL, 9);
    INSERT INTO members VALUES ('session', 'carol', 'new', 'carol', 'Carol', 'other', 7);
    INSERT INTO messages (id, session_id, user_id, username, address, chain, text, created_at)
      VALUES ('next', 'session', 'carol', 'Carol', 'carol', 'new', 'hi', 8);
  `);
  expect(file.prepare("SELECT number FROM messages WHERE id = 'next'").pluck().get()).toBe(8);
  file.exec("DELETE FROM sessions WHERE id = 'session'");
  expect(file.prepare('SELECT count(*) FROM members').pluck().get()).toBe(0);
  file.close();
});
