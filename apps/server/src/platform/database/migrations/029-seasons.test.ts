import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { seasons } from './029-seasons.ts';
import { MIGRATIONS } from './index.ts';
import { readSqliteSchema } from './sqlite-schema.fixture.ts';

const ALICE = `T${'a'.repeat(33)}`;

it('keeps every payment, adds the tables of seasons and skins, and accepts a skin from the balance only', () => {
  const file = new SQLite(':memory:');
  for (const migration of MIGRATIONS.slice(0, MIGRATIONS.indexOf(seasons))) file.exec(migration.sqlite);
  const before = readSqliteSchema(file);
  file.exec(`
    INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
      VALUES ('${ALICE}', 'Alice', 'automatic', 1, 1);
    INSERT INTO payments VALUES
      ('bought', '${ALICE}', 'wallet', 'upgrade', 'trx-boost', NULL, 'house', 5, 'applied', 1, 2, 'txid', 'claim', 'unsigned', 'signed', 3, 4, NULL),
      ('found', '${ALICE}', 'wallet', 'recovered', NULL, NULL, 'house', 7, 'refunded', 8, 9, 'found', NULL, NULL, NULL, 9, 9, NULL);`);
  const old = file.prepare('SELECT * FROM payments').all() as object[];
  file.exec(seasons.sqlite);
  expect(file.prepare('SELECT * FROM payments').all()).toEqual(old.map((row) => ({ ...row, skin_id: null })));
  const after = readSqliteSchema(file);
  const added = Object.keys(after.columns).filter((table) => before.columns[table] === undefined);
  expect(added).toEqual(['play_days', 'rating_changes', 'ratings', 'skin_purchases']);
  expect(after.indexes.filter((index) => index.startsWith('payments'))).toEqual(
    before.indexes.filter((index) => index.startsWith('payments')),
  );

  const add = (id: string, source: string, skin: string): unknown =>
    file.exec(`INSERT INTO payments (id, address, source, purpose, skin_id, recipient, amount_sun, status, created_at, expires_at, settled_at)
      VALUES ('${id}', '${ALICE}', '${source}', 'skin', ${skin}, 'house', 5, 'applied', (SELECT max(created_at) + 1 FROM payments), 99, 9)`);
  add('skin', 'balance', "'orchard'");
  expect(() => add('wallet', 'wallet', "'orchard'")).toThrow(/CHECK/);
  expect(() => add('nothing', 'balance', 'NULL')).toThrow(/CHECK/);
  const own = (id: string): unknown =>
    file.exec(`INSERT INTO skin_purchases VALUES ('${id}', '${ALICE}', 'orchard', 5, 9)`);
  own('skin');
  expect(() => own('another')).toThrow(/UNIQUE/);
  file.close();
});
