import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, queryOnce } from '@popfray/server/testing/postgres-connection';
import { startPrivatePostgres } from '@popfray/server/testing/postgres-server';
import SQLite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { BareBooks, BarePostgresBooks, LedgerBooks, PLAYERS, type Books } from './books.ts';

const postgres = await startPrivatePostgres();
afterAll(async () => ('skipped' in postgres ? undefined : postgres.stop()));

const folder = mkdtempSync(join(tmpdir(), 'popfray-books-'));
afterAll(() => rmSync(folder, { recursive: true }));

const POSTINGS = 'SELECT account_id, number, amount_sun, balance_sun FROM postings ORDER BY account_id, number';

/** Commits entries for each player, and some more. */
async function fill(books: Books): Promise<void> {
  await books.commit(PLAYERS);
  await books.commit(7);
  await books.close();
}

it('bare books hold the very postings that the ledger holds', async () => {
  const paths = { ledger: join(folder, 'ledger.db'), bare: join(folder, 'bare.db') };
  for (const books of [await LedgerBooks.create(paths.ledger), new BareBooks(paths.bare)]) await fill(books);
  const [posted, inserted] = [paths.ledger, paths.bare].map((path) => {
    const file = new SQLite(path, { readonly: true });
    const rows = file.prepare(POSTINGS).all();
    file.close();
    return rows;
  });
  expect(posted).toHaveLength(2 * (PLAYERS + 7));
  expect(inserted).toEqual(posted);
});

it.skipIf('skipped' in postgres)('bare books on PostgreSQL do too', async () => {
  if ('skipped' in postgres) return;
  await queryOnce(postgres.url, 'CREATE DATABASE ledger');
  await queryOnce(postgres.url, 'CREATE DATABASE bare');
  const [ledger, bare] = [databaseUrl(postgres.url, 'ledger'), databaseUrl(postgres.url, 'bare')];
  for (const books of [await LedgerBooks.create(ledger), await BarePostgresBooks.create(bare)]) await fill(books);
  const [posted, inserted] = [await queryOnce(ledger, POSTINGS), await queryOnce(bare, POSTINGS)];
  expect(posted).toHaveLength(2 * (PLAYERS + 7));
  expect(inserted).toEqual(posted);
});
