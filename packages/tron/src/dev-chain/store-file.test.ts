import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { GENESIS } from './block.ts';
import { openStore, type StoreError } from './store-file.ts';
import type { Store } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'dev-chain-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens what must open. */
function open(path: string): Store {
  const store = openStore(path);
  if ('code' in store) throw new Error(store.message);
  return store;
}

/** Makes a chain's file and changes it behind its back. */
function makeSpoilt(name: string, sql: string): string {
  const path = join(folder, name);
  open(path).close();
  const file = new SQLite(path);
  file.exec(sql);
  file.close();
  return path;
}

describe('a file', () => {
  it('begins with block 0, and continues as it was closed', () => {
    const path = join(folder, 'new.db');
    const first = open(path);
    expect(first.head()).toEqual(GENESIS);
    first.mint('41'.repeat(21), 5, 0);
    first.close();
    const second = open(path);
    expect(second.supply()).toEqual({ mintedSun: 5, burnedSun: 0, heldSun: 5 });
    second.close();
  });

  it('is for one program at a time', () => {
    const path = join(folder, 'busy.db');
    const first = open(path);
    expect(openStore(path)).toMatchObject({ code: 'ERR_DEV_CHAIN_BUSY' });
    first.close();
    open(path).close();
  });

  it('that holds another database is refused and left as it is', () => {
    const path = join(folder, 'other.db');
    const other = new SQLite(path);
    other.exec('CREATE TABLE money (sun INTEGER)');
    other.close();
    const before = readFileSync(path);
    expect(openStore(path)).toMatchObject({ code: 'ERR_DEV_CHAIN_FOREIGN' });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('that is no database is refused and left as it is', () => {
    const path = join(folder, 'notes.txt');
    writeFileSync(path, 'x'.repeat(4_096));
    expect(openStore(path)).toMatchObject({ code: 'ERR_DEV_CHAIN_FOREIGN' });
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(4_096));
  });

  it.each<[string, string, StoreError['code']]>([
    ['another block 0', "UPDATE block SET id = 'ff' WHERE number = 0", 'ERR_DEV_CHAIN_FOREIGN'],
    ['no block 0', 'DELETE FROM block', 'ERR_DEV_CHAIN_FOREIGN'],
    ['another format', 'PRAGMA user_version = 2', 'ERR_DEV_CHAIN_VERSION'],
    ['another program’s mark', 'PRAGMA application_id = 7', 'ERR_DEV_CHAIN_FOREIGN'],
  ])('with %s is refused', (name, sql, code) => {
    expect(openStore(makeSpoilt(`${name}.db`, sql))).toMatchObject({ code });
  });

  it('that cannot be is refused', () => {
    mkdirSync(join(folder, 'folder.db'));
    expect(openStore(join(folder, 'folder.db'))).toMatchObject({ code: 'ERR_DEV_CHAIN_OPEN' });
    expect(openStore(join(folder, 'nowhere', 'chain.db'))).toMatchObject({ code: 'ERR_DEV_CHAIN_OPEN' });
  });
});
