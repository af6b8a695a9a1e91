import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { damage } from './damage.fixture.ts';
import { openDatabase, readDatabase, sql, type Database } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-database-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = (): string => join(folder, `${++files}.db`);

/** Opens a file that can be opened. */
function open(path = newPath(), how = openDatabase): Database {
  const db = how(path);
  if ('code' in db) throw new Error(db.message);
  return db;
}

const challenge = (nonce: string) => ({ nonce, address: 'a', text: 't', created_at: 1, expires_at: 2, used_at: null });
const add = (db: Database, nonce: string): number => db.run(sql.insertInto('challenges').values(challenge(nonce)));
const nonces = (db: Database): string[] =>
  db.all<{ nonce: string }>(sql.selectFrom('challenges').select('nonce').orderBy('nonce')).map(({ nonce }) => nonce);

describe('a database file', () => {
  it('is made when it is not there, of the newest version, with a durable journal', () => {
    const path = newPath();
    const db = open(path);
    const pragma = (name: string): unknown => db.prepare(`PRAGMA ${name}`).pluck().get();
    expect(pragma('user_version')).toBe(MIGRATIONS.length);
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('recursive_triggers')).toBe(1);
    expect(pragma('busy_timeout')).toBeGreaterThan(0);
    db.close();
  });

  it('keeps what was committed', () => {
    const path = newPath();
    const first = open(path);
    add(first, 'kept');
    first.close();
    const second = open(path);
    expect(nonces(second)).toEqual(['kept']);
    second.close();
  });

  it('of a newer server is refused, and left alone', () => {
    const path = newPath();
    open(path).close();
    const file = new SQLite(path);
    file.pragma(`user_version = ${MIGRATIONS.length + 1}`);
    file.close();
    expect(openDatabase(path)).toMatchObject({ code: 'ERR_DATABASE_NEWER' });
    expect(readDatabase(path)).toMatchObject({ code: 'ERR_DATABASE_NEWER' });
  });

  it.each([
    ['that is none', () => writeFileSync(join(folder, 'text.db'), 'This is no database. '.repeat(50)), 'text.db'],
    ['in a folder that is not there', () => undefined, 'none/at/all.db'],
    ['that is a folder', () => undefined, '.'],
  ])('%s is refused in words', (_, prepare, name) => {
    prepare();
    expect(openDatabase(join(folder, name))).toMatchObject({
      code: 'ERR_DATABASE_OPEN',
      message: expect.stringContaining(name === '.' ? folder : name),
    });
  });

  it('can be read while another writes, and by that cannot be changed', () => {
    const path = newPath();
    const writer = open(path);
    add(writer, 'one');
    const reader = open(path, readDatabase);
    expect(nonces(reader)).toEqual(['one']);
    expect(() => add(reader, 'two')).toThrow(/readonly/);
    reader.close();
    writer.close();
  });

  it.each([
    ['that is not there', newPath(), 'ERR_DATABASE_OPEN'],
    ['of an older server', join(folder, 'old.db'), 'ERR_DATABASE_OLDER'],
  ])('%s is not made by reading it', (_, path, code) => {
    if (code === 'ERR_DATABASE_OLDER') new SQLite(path).exec('CREATE TABLE t (x)').close();
    expect(readDatabase(path)).toMatchObject({ code });
  });

  it('tells what is wrong with it', () => {
    const db = open();
    expect(db.findDamage()).toEqual([]);
    damage(db, `INSERT INTO sign_ins VALUES ('hash', 'unknown', 1, 1, 1)`);
    expect(db.findDamage()).toEqual([expect.stringMatching(/^sign_ins row \S+ refers to what is not there$/)]);
    db.close();
  });
});

describe('a query', () => {
  it('gives rows, the first row, or how many it changed', () => {
    const db = open();
    expect(add(db, 'b')).toBe(1);
    add(db, 'a');
    const all = sql.selectFrom('challenges').selectAll().orderBy('nonce');
    expect(db.all(all)).toEqual([challenge('a'), challenge('b')]);
    expect(db.get(all)).toEqual(challenge('a'));
    expect(db.get(all.where('nonce', '=', 'c'))).toBeUndefined();
    expect(db.run(sql.deleteFrom('challenges'))).toBe(2);
    db.close();
  });

  it('takes what a stranger wrote as text', () => {
    const db = open();
    const name = `'); DROP TABLE challenges; --`;
    add(db, name);
    expect(nonces(db)).toEqual([name]);
    db.close();
  });

  it('refuses a fraction where a whole number belongs', () => {
    const db = open();
    expect(() => db.run(sql.insertInto('challenges').values({ ...challenge('x'), expires_at: 1.5 }))).toThrow(
      /cannot store/,
    );
    db.close();
  });
});

describe('a transaction', () => {
  it('is all of it or nothing', () => {
    const db = open();
    expect(db.transaction(() => add(db, 'kept'))).toBe(1);
    expect(() =>
      db.transaction(() => {
        add(db, 'lost');
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(nonces(db)).toEqual(['kept']);
    db.close();
  });

  it('within another is part of that one', () => {
    const db = open();
    expect(() =>
      db.transaction(() => {
        db.transaction(() => add(db, 'inner'));
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(nonces(db)).toEqual([]);
    db.close();
  });

  it('undoes all of it when a part failed, even when that was caught; the next is not touched by it', () => {
    const db = open();
    expect(() =>
      db.transaction(() => {
        add(db, 'outer');
        try {
          db.transaction(() => {
            add(db, 'inner');
            throw new Error('part');
          });
        } catch {
          // Looks away.
        }
      }),
    ).toThrow('nothing of it stays');
    db.transaction(() => add(db, 'next'));
    expect(nonces(db)).toEqual(['next']);
    db.close();
  });

  it('for reading sees a snapshot, and blocks no writer', () => {
    const path = newPath();
    const [reader, writer] = [open(path), open(path)];
    add(writer, 'a');
    reader.snapshot(() => {
      expect(nonces(reader)).toEqual(['a']);
      add(writer, 'b');
      expect(nonces(reader)).toEqual(['a']);
    });
    expect(nonces(reader)).toEqual(['a', 'b']);
    reader.close();
    writer.close();
  });
});
