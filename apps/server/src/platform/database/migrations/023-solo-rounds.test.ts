import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { soloRounds } from './023-solo-rounds.ts';
import { MIGRATIONS } from './index.ts';

const ADDRESS = `T${'a'.repeat(33)}`;

const addRound = (id: string): string => `
  INSERT INTO rounds VALUES ('${id}', '${ADDRESS}', 'arena', 1, '[]', x'0102', 7, 3, 2, 70, 60, 'credited', '', 60000, 9, 400, 30, 20, 1, 'net', 'round');`;

it('keeps every round of a ticket with its review, and lets rounds without a ticket in', () => {
  const file = new SQLite(':memory:');
  file.pragma('foreign_keys = OFF');
  for (const migration of MIGRATIONS.slice(0, MIGRATIONS.indexOf(soloRounds))) file.exec(migration.sqlite);
  file.exec(`
    INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
      VALUES ('${ADDRESS}', 'Alice', 'automatic', 1, 1);
    INSERT INTO tickets VALUES ('one', '${ADDRESS}', 'seed', 'arena', 1, '[]', 1, 2, 'finished');
    ${addRound('one')}
    INSERT INTO reviews VALUES ('one', 'paid', 'a person', '${ADDRESS}', 2);`);
  const old = file.prepare('SELECT * FROM rounds').all();
  file.exec(soloRounds.sqlite);
  file.pragma('foreign_keys = ON');
  expect(file.prepare('SELECT * FROM rounds').all()).toEqual(old);
  expect(file.pragma('foreign_key_check')).toEqual([]);
  expect(() => file.exec(addRound('two'))).not.toThrow();
  expect(() => file.exec(`INSERT INTO reviews VALUES ('three', 'paid', 'x', '${ADDRESS}', 2)`)).toThrow(/FOREIGN KEY/);
  expect(() => file.exec(`INSERT INTO solo_rounds VALUES ('three', '[]', 'net', NULL, NULL)`)).toThrow(/FOREIGN KEY/);
  file.close();
});
