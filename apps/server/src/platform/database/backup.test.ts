import { DATABASE_FILE } from '../config/index.ts';
import { fetchValue } from './raw-query.fixture.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp, backupPath } from './backup.ts';
import { openDatabase, readDatabase, type Database, type DatabaseError } from './index.ts';

/** Size of a page of SQLite. */
const PAGE_BYTES = 4_096;

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

async function open(
  path: string,
  how: (path: string) => Promise<Database | DatabaseError> = openDatabase,
): Promise<Database> {
  const db = await how(path);
  if ('code' in db) throw new Error(db.message);
  return db;
}

const add = async (db: Database, nonce: string): Promise<number> =>
  db.countChanges(
    db.insertInto('challenges').values({ nonce, address: 'a', text: 't', created_at: 1, expires_at: 2, used_at: null }),
  );
const count = async (db: Database): Promise<unknown> => fetchValue(db, 'SELECT count(*) FROM challenges');

describe('a backup', () => {
  it('contains everything that was committed before it, while a server keeps running', async () => {
    const server = await open(source);
    await add(server, 'before');
    const target = join(data, 'copies', 'copy.db');
    expect(await backUp(source, target)).toBeUndefined();
    await add(server, 'after');
    const copy = await open(target, readDatabase);
    expect(await count(copy)).toBe(1);
    expect(await copy.engine.findDamage()).toEqual([]);
    await copy.close();
    await server.close();
    expect(readdirSync(join(data, 'copies'))).toEqual(['copy.db']);
    // A server can continue from it.
    const restored = await open(target);
    await add(restored, 'restored');
    await restored.close();
  });

  it('can be read by its owner only', async () => {
    await (await open(source)).close();
    const target = join(data, 'copies', 'copy.db');
    await backUp(source, target);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(statSync(join(data, 'copies')).mode & 0o777).toBe(0o700);
  });

  it('never takes the place of a file, even of an empty one', async () => {
    await (await open(source)).close();
    const target = join(data, 'taken');
    writeFileSync(target, '');
    expect(await backUp(source, target)).toMatchObject({ code: 'ERR_BACKUP_EXISTS' });
    expect(readFileSync(target, 'utf8')).toBe('');
    expect(await backUp(source, source)).toMatchObject({ code: 'ERR_BACKUP_EXISTS' });
  });

  it('of a damaged database is refused, and leaves nothing behind', async () => {
    const db = await open(source);
    await db.inTransaction(async () => {
      for (let number = 0; number < 2_000; number++) await add(db, `nonce-${number}`);
    });
    await db.close();
    // A page that has rows.
    const broken = join(data, 'broken.db');
    const pages = readFileSync(source);
    const page = Math.floor(pages.indexOf('nonce-1000') / PAGE_BYTES) * PAGE_BYTES;
    writeFileSync(broken, pages.fill(0xa5, page, page + PAGE_BYTES), { mode: 0o600 });
    const error = await backUp(broken, join(data, 'copies', 'copy.db'));
    expect(error).toHaveProperty('code', expect.stringMatching(/^ERR_BACKUP_(?:WRITE|DAMAGED)$/));
    expect(readdirSync(join(data, 'copies'))).toEqual([]);
  });

  it('of nothing is refused', async () => {
    expect(await backUp(source, join(data, 'copy.db'))).toMatchObject({ code: 'ERR_DATABASE_OPEN' });
    expect(readdirSync(data)).toEqual([]);
  });

  it('where nothing can be written is refused', async () => {
    await (await open(source)).close();
    expect(await backUp(source, join(source, 'copy.db'))).toMatchObject({ code: 'ERR_BACKUP_WRITE' });
  });

  it('is named by its time', () => {
    expect(backupPath('/srv', Date.UTC(2026, 0, 15, 9, 5, 7, 99))).toBe('/srv/backups/popfray-2026-01-15T090507Z.db');
  });
});

describe('pnpm db:backup', () => {
  const MAIN = fileURLToPath(new URL('../../start/commands/backup.ts', import.meta.url));
  const runWith = (env: Record<string, string>, ...args: string[]): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [MAIN, ...args], { env: { ...process.env, DATA_DIR: data, ...env }, encoding: 'utf8' });
  const run = (...args: string[]): ReturnType<typeof spawnSync> => runWith({}, ...args);

  it('says where the copy is, or in words why there is none', async () => {
    await (await open(source)).close();
    const done = run();
    expect(done.status).toBe(0);
    const [name] = readdirSync(join(data, 'backups'));
    expect(done.stdout).toBe(`${join(data, 'backups', name ?? '')}\n`);
    const refused = run(source);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('(ERR_BACKUP_EXISTS)');
  });

  it('copies the SQLite file that DATABASE_URL names', async () => {
    const file = join(data, 'elsewhere.db');
    await (await open(file)).close();
    const done = runWith({ DATABASE_URL: `sqlite:${file}` });
    expect(done.status).toBe(0);
    expect(readdirSync(join(data, 'backups'))).toHaveLength(1);
  });

  it.each([
    ['a PostgreSQL database', 'postgres://popfray:hunter2@127.0.0.1:1/popfray', 'ERR_BACKUP_POSTGRES', 'pg_dump'],
    ['a wrong DATABASE_URL', 'popfray:hunter2@127.0.0.1/popfray', 'ERR_CONFIG_DATABASE', 'DATABASE_URL'],
  ])('of %s says what to do, and never the password', (_case, DATABASE_URL, code, words) => {
    const refused = runWith({ DATABASE_URL });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`(${code})`);
    expect(refused.stderr).toContain(words);
    expect(refused.stdout).not.toContain('hunter2');
    expect(refused.stderr).not.toContain('hunter2');
    expect(readdirSync(data)).toEqual([]);
  });
});
