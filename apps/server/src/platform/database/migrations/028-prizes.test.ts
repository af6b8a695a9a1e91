import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { prizes } from './028-prizes.ts';
import { MIGRATIONS } from './index.ts';

it('leaves the prizes of players who are there with their wallets, and accepts no third place', () => {
  const file = new SQLite(':memory:');
  for (const migration of MIGRATIONS.slice(0, MIGRATIONS.indexOf(prizes))) file.exec(migration.sqlite);
  file.exec(`INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
    VALUES ('ann', 'Ann', 'automatic', 1, 1)`);
  file.exec(prizes.sqlite);
  expect(file.prepare('SELECT prizes_to FROM players').get()).toEqual({ prizes_to: 'wallet' });
  expect(() => file.exec("UPDATE players SET prizes_to = 'house'")).toThrow(/CHECK/);
  file.close();
});
