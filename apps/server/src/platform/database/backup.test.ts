import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp, backupPath } from './backup.ts';
import { DATABASE_FILE, openDatabase, readDatabase, sql, type Database } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

let data = '';
let source = '';
let tests = 0;
beforeEach(() => {
  data = join(folder, String(++tests));
  mkdirSync(data);
  source = join(data, DATABASE_FILE);
});

function open(path: string, how = openDatabase): Database {
  const db = how(path);
  if ('code' in db) throw new Error(db.message);
  return db;
}

const add = (db: Database, nonce: string): number =>
  db.run(
    sql
      .insertInto('challenges')
      .values({ nonce, address: 'a', text: 't', created_at: 1, expires_at: 2, used_at: null }),
  );
const count = (db: Database): unknown => db.prepare('SELECT count(*) FROM challenges').pluck().get();

describe('a backup', () => {
  it('contains everything that was committed before it, while a server keeps running', () => {
    const server = open(source);
    add(server, 'before');
    const target = join(data, 'copies', 'copy.db');
    expect(backUp(source, target)).toBeUndefined();
    add(server, 'after');
    const copy = open(target, readDatabase);
    expect(count(copy)).toBe(1);
    expect(copy.findDamage()).toEqual([]);
    copy.close();
    server.close();
    expect(readdirSync(join(data, 'copies'))).toEqual(['copy.db']);
    // A server can continue from it.
    const restored = open(target);
    add(restored, 'restored');
    restored.close();
  });

  it('can be read by its owner only', () => {
    open(source).close();
    const target = join(data, 'copies', 'copy.db');
    backUp(source, target);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(statSync(join(data, 'copies')).mode & 0o777).toBe(0o700);
  });

  it('never takes the place of a file, even of an empty one', () => {
    open(source).close();
    const target = join(data, 'taken');
    writeFileSync(target, '');
    expect(backUp(source, target)).toMatchObject({ code: 'ERR_BACKUP_EXISTS' });
    expect(readFileSync(target, 'utf8')).toBe('');
    expect(backUp(source, source)).toMatchObject({ code: 'ERR_BACKUP_EXISTS' });
  });

  it('of a damaged database is refused, and leaves nothing behind', () => {
    const db = open(source);
    db.transaction(() => {
      for (let number = 0; number < 2_000; number++) add(db, `nonce-${number}`);
    });
    db.close();
    // The middle of the file, where rows are.
    const { size } = statSync(source);
    const broken = join(data, 'broken.db');
    copyFileSync(source, broken);
    writeSync(openSync(broken, 'r+'), new Uint8Array(8_192).fill(0xa5), 0, 8_192, Math.floor(size / 2));
    const error = backUp(broken, join(data, 'copies', 'copy.db'));
    expect(error).toHaveProperty('code', expect.stringMatching(/^ERR_BACKUP_(?:WRITE|DAMAGED)$/));
    expect(readdirSync(join(data, 'copies'))).toEqual([]);
  });

  it('of nothing is refused', () => {
    expect(backUp(source, join(data, 'copy.db'))).toMatchObject({ code: 'ERR_DATABASE_OPEN' });
    expect(readdirSync(data)).toEqual([]);
  });

  it('where nothing can be written is refused', () => {
    open(source).close();
    expect(backUp(source, join(source, 'copy.db'))).toMatchObject({ code: 'ERR_BACKUP_WRITE' });
  });

  it('is named by its time', () => {
    expect(backupPath('/srv', Date.UTC(2026, 0, 15, 9, 5, 7, 99))).toBe('/srv/backups/popfray-2026-01-15T090507Z.db');
  });
});

describe('pnpm db:backup', () => {
  const MAIN = fileURLToPath(new URL('../../start/commands/backup.ts', import.meta.url));
  const run = (...args: string[]): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [MAIN, ...args], { env: { ...process.env, DATA_DIR: data }, encoding: 'utf8' });

  it('says where the copy is, or in words why there is none', () => {
    open(source).close();
    const done = run();
    expect(done.status).toBe(0);
    const [name] = readdirSync(join(data, 'backups'));
    expect(done.stdout).toBe(`${join(data, 'backups', name ?? '')}\n`);
    const refused = run(source);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('(ERR_BACKUP_EXISTS)');
  });
});
