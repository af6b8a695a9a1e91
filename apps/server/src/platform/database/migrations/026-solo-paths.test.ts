import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../index.ts';
import { execute, fetchRows } from '../raw-query.fixture.ts';
import { soloPaths } from './026-solo-paths.ts';
import { MIGRATIONS } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALICE = `T${'a'.repeat(33)}`;
const VERSION = MIGRATIONS.indexOf(soloPaths);

it('keeps every round, which has no path then, and stores the path of a new one', async () => {
  const path = join(folder, 'old.db');
  const file = new SQLite(path);
  for (const migration of MIGRATIONS.slice(0, VERSION)) file.exec(migration.sqlite);
  file.pragma(`user_version = ${VERSION}`);
  file.exec(`
    INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
      VALUES ('${ALICE}', 'Alice', 'automatic', 1, 1);
    INSERT INTO rounds VALUES ('old', '${ALICE}', 'arena', 1, '[]', x'0102', 7, 3, 2, 70, 60, 'credited', '', 60000, 9, 400, 30, 20, 1,
      'net', 'round');`);
  const [old] = file.prepare('SELECT * FROM rounds').all() as object[];
  file.close();
  const db = await openDatabase(path);
  if ('code' in db) throw new Error(db.message);
  expect(await fetchRows(db, 'SELECT * FROM rounds')).toEqual([
    { ...old, path_score: null, contradicted: null, path: null },
  ]);
  expect(await db.engine.findDamage()).toEqual([]);
  await execute(db, 'UPDATE rounds SET path_score = -1500, contradicted = 2, path = ?', Uint8Array.of(1, 2, 3));
  const [changed] = await fetchRows(db, 'SELECT path_score, contradicted, path FROM rounds');
  expect(changed).toEqual({ path_score: -1500, contradicted: 2, path: Buffer.from([1, 2, 3]) });
  await db.close();
});
