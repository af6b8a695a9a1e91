import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { BareBooks, LedgerBooks, PLAYERS } from './books.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-books-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('bare books hold the very postings that the ledger holds', () => {
  const paths = ['ledger.db', 'bare.db'].map((name) => join(folder, name));
  const [ledger, bare] = [new LedgerBooks(paths[0] ?? ''), new BareBooks(paths[1] ?? '')];
  for (const books of [ledger, bare]) {
    books.commit(PLAYERS);
    books.commit(7);
    books.close();
  }
  const [posted, inserted] = paths.map((path) => {
    const file = new SQLite(path, { readonly: true });
    const query = 'SELECT account_id, number, amount_sun, balance_sun FROM postings ORDER BY account_id, number';
    const rows = file.prepare(query).all();
    file.close();
    return rows;
  });
  expect(posted).toHaveLength(2 * (PLAYERS + 7));
  expect(inserted).toEqual(posted);
});
