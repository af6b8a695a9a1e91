import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchValue } from './raw-query.fixture.ts';
import { damage } from './damage.fixture.ts';
import { openDatabase, readDatabase, type Database, type DatabaseError } from './index.ts';
import { MIGRATIONS } from './migrations/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-database-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = (): string => join(folder, `${++files}.db`);

/** Opens a file that can be opened. */
async function open(
  path = newPath(),
  how: (path: string) => Promise<Database | DatabaseError> = openDatabase,
): Promise<Database> {
  const db = await how(path);
  if ('code' in db) throw new Error(db.message);
  return db;
}

const challenge = (nonce: string) => ({ nonce, address: 'a', text: 't', created_at: 1, expires_at: 2, used_at: null });
const add = async (db: Database, nonce: string): Promise<number> =>
  db.countChanges(db.insertInto('challenges').values(challenge(nonce)));
const nonces = async (db: Database): Promise<string[]> =>
  (await db.selectFrom('challenges').select('nonce').orderBy('nonce').execute()).map(({ nonce }) => nonce);

describe('a database file', () => {
  it('is made when it is not there, of the newest version, with a durable journal', async () => {
    const path = newPath();
    const db = await open(path);
    const pragma = async (name: string): Promise<unknown> => fetchValue(db, `PRAGMA ${name}`);
    expect(await pragma('user_version')).toBe(MIGRATIONS.length);
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('recursive_triggers')).toBe(1);
    expect(await pragma('busy_timeout')).toBeGreaterThan(0);
    await db.close();
  });

  it('keeps what was committed', async () => {
    const path = newPath();
    const first = await open(path);
    await add(first, 'kept');
    await first.close();
    const second = await open(path);
    expect(await nonces(second)).toEqual(['kept']);
    await second.close();
  });

  it('of a newer server is refused, and left alone', async () => {
    const path = newPath();
    await (await open(path)).close();
    const file = new SQLite(path);
    file.pragma(`user_version = ${MIGRATIONS.length + 1}`);
    file.close();
    expect(await openDatabase(path)).toMatchObject({ code: 'ERR_DATABASE_NEWER' });
    expect(await readDatabase(path)).toMatchObject({ code: 'ERR_DATABASE_NEWER' });
  });

  it.each([
    ['that is none', () => writeFileSync(join(folder, 'text.db'), 'This is no database. '.repeat(50)), 'text.db'],
    ['in a folder that is not there', () => undefined, 'none/at/all.db'],
    ['that is a folder', () => undefined, '.'],
  ])('%s is refused in words', async (_, prepare, name) => {
    prepare();
    expect(await openDatabase(join(folder, name))).toMatchObject({
      code: 'ERR_DATABASE_OPEN',
      message: expect.stringContaining(name === '.' ? folder : name),
    });
  });

  it('can be read while another writes, and by that cannot be changed', async () => {
    const path = newPath();
    const writer = await open(path);
    await add(writer, 'one');
    const reader = await open(path, readDatabase);
    expect(await nonces(reader)).toEqual(['one']);
    await expect(async () => add(reader, 'two')).rejects.toThrow(/readonly/);
    await reader.close();
    await writer.close();
  });

  it.each([
    ['that is not there', newPath(), 'ERR_DATABASE_OPEN'],
    ['of an older server', join(folder, 'old.db'), 'ERR_DATABASE_OLDER'],
  ])('%s is not made by reading it', async (_, path, code) => {
    if (code === 'ERR_DATABASE_OLDER') new SQLite(path).exec('CREATE TABLE t (x)').close();
    expect(await readDatabase(path)).toMatchObject({ code });
  });

  it('tells what is wrong with it', async () => {
    const db = await open();
    expect(await db.engine.findDamage()).toEqual([]);
    await damage(db, `INSERT INTO sign_ins VALUES ('hash', 'unknown', 1, 1, 1)`);
    expect(await db.engine.findDamage()).toEqual([
      expect.stringMatching(/^sign_ins row \S+ refers to what is not there$/),
    ]);
    await db.close();
  });
});

describe('a query', () => {
  it('gives rows, the first row, or how many it changed', async () => {
    const db = await open();
    expect(await add(db, 'b')).toBe(1);
    await add(db, 'a');
    const all = db.selectFrom('challenges').selectAll().orderBy('nonce');
    expect(await all.execute()).toEqual([challenge('a'), challenge('b')]);
    expect(await all.executeTakeFirst()).toEqual(challenge('a'));
    expect(await all.where('nonce', '=', 'c').executeTakeFirst()).toBeUndefined();
    expect(await db.countChanges(db.deleteFrom('challenges'))).toBe(2);
    await db.close();
  });

  it('takes what a stranger wrote as text', async () => {
    const db = await open();
    const name = `'); DROP TABLE challenges; --`;
    await add(db, name);
    expect(await nonces(db)).toEqual([name]);
    await db.close();
  });

  it('refuses a fraction where a whole number belongs', async () => {
    const db = await open();
    await expect(async () =>
      db.countChanges(db.insertInto('challenges').values({ ...challenge('x'), expires_at: 1.5 })),
    ).rejects.toThrow(/cannot store/);
    await db.close();
  });
});

describe('a transaction', () => {
  it('is all of it or nothing', async () => {
    const db = await open();
    expect(await db.inTransaction(async () => add(db, 'kept'))).toBe(1);
    await expect(async () =>
      db.inTransaction(async () => {
        await add(db, 'lost');
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await nonces(db)).toEqual(['kept']);
    await db.close();
  });

  it('within another is part of that one', async () => {
    const db = await open();
    await expect(async () =>
      db.inTransaction(async () => {
        await db.inTransaction(async () => add(db, 'inner'));
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await nonces(db)).toEqual([]);
    await db.close();
  });

  it('undoes all of it when a part failed, even when that was caught; the next is not touched by it', async () => {
    const db = await open();
    await expect(async () =>
      db.inTransaction(async () => {
        await add(db, 'outer');
        try {
          await db.inTransaction(async () => {
            await add(db, 'inner');
            throw new Error('part');
          });
        } catch {
          // Looks away.
        }
      }),
    ).rejects.toThrow('nothing of it stays');
    await db.inTransaction(async () => add(db, 'next'));
    expect(await nonces(db)).toEqual(['next']);
    await db.close();
  });

  it('for reading sees a snapshot, and blocks no writer', async () => {
    const path = newPath();
    const [reader, writer] = [await open(path), await open(path)];
    await add(writer, 'a');
    await reader.inSnapshot(async () => {
      expect(await nonces(reader)).toEqual(['a']);
      await add(writer, 'b');
      expect(await nonces(reader)).toEqual(['a']);
    });
    expect(await nonces(reader)).toEqual(['a', 'b']);
    await reader.close();
    await writer.close();
  });
});
