import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { battleVersions } from './016-battle-versions.ts';
import { MIGRATIONS } from './index.ts';

it('gives live battles the rules of their mode in the version of that time', () => {
  const file = new SQLite(':memory:');
  const version = MIGRATIONS.indexOf(battleVersions);
  for (const migration of MIGRATIONS.slice(0, version)) file.exec(migration.sqlite);
  const address = `T${'a'.repeat(33)}`;
  file.exec(`
    INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
      VALUES ('${address}', 'Alice', 'automatic', 1, 1);
    INSERT INTO nodes (id, version, started_at, seen_at, expires_at) VALUES ('node', '1', 1, 1, 1);
  `);
  for (const [id, scope, mode] of [
    ['one', 'local', 'classic'],
    ['two', 'cross-chain', 'cross-chain-battle'],
  ])
    file.exec(`
      INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s, policy,
        policy_version, status, created_at, expires_at, starts_at)
        VALUES ('${id}', '${scope}', 'Battle', '${mode}', '${address}', 4, 0, 300, 30, 'winner-takes-all', 1, 'playing', 1, 2, 3);
      INSERT INTO live_battles (session_id, secret, bot_seed) VALUES ('${id}', '00', '00');
    `);
  file.exec(battleVersions.sqlite);
  const versions = { rules_version: 1, journal_version: 1 };
  expect(file.prepare('SELECT * FROM live_battles ORDER BY session_id').all()).toEqual([
    { session_id: 'one', secret: '00', bot_seed: '00', rules_id: 'arena', ...versions },
    { session_id: 'two', secret: '00', bot_seed: '00', rules_id: 'cross-chain', ...versions },
  ]);
  expect(file.prepare('SELECT capabilities FROM nodes').all()).toEqual([{ capabilities: '' }]);
  file.close();
});
