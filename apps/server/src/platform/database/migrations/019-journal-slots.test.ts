import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { journalSlots } from './019-journal-slots.ts';
import { MIGRATIONS } from './index.ts';

it('keeps every row of the journal, in the slot in which its battle is said to begin', () => {
  const file = new SQLite(':memory:');
  for (const migration of MIGRATIONS.slice(0, MIGRATIONS.indexOf(journalSlots))) file.exec(migration.sqlite);
  const address = `T${'a'.repeat(33)}`;
  file.exec(`
    INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
      VALUES ('${address}', 'Alice', 'automatic', 1, 1);
    INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s, policy,
      policy_version, status, created_at, expires_at, starts_at)
      VALUES ('one', 'local', 'Battle', 'classic', '${address}', 4, 0, 300, 30, 'winner-takes-all', 1, 'playing', 1, 2, 3);
    INSERT INTO live_battles (session_id, secret, bot_seed, rules_id, rules_version, journal_version)
      VALUES ('one', '00', '00', 'arena', 1, 1);
    INSERT INTO battle_journal VALUES ('one', 1, 1, -5, x'01'), ('one', 1, 2, 7, x'0203'), ('one', 2, 1, 9, x'');
  `);
  const old = file.prepare('SELECT * FROM battle_journal ORDER BY epoch, number').all() as object[];
  file.exec(journalSlots.sqlite);
  expect(file.prepare('SELECT * FROM battle_journal ORDER BY epoch, number').all()).toEqual(
    old.map((row) => ({ ...row, time_slot: 0 })),
  );
  expect(file.prepare('SELECT first_slot FROM live_battles').all()).toEqual([{ first_slot: 0 }]);
  file.close();
});
