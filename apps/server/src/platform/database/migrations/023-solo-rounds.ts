/**
 * Streamed solo rounds: docs/decisions/0075-streamed-solo-rounds.md. Each is a battle with one seat, and its session has a row here. `network` is a hash, as in
 * `rounds`, because the reward is limited by the network from which the round was opened. A row of `rounds` belongs to a ticket or to such a session.
 */
const createTable = (textType: string, options: string): string => `
CREATE TABLE solo_rounds (
  session_id ${textType} NOT NULL PRIMARY KEY REFERENCES sessions (id),
  -- JSON array of upgrade ids.
  loadout ${textType} NOT NULL,
  network ${textType} NOT NULL,
  -- How it was played, once it is settled: whether the player stayed, and the player's seed, hex.
  status ${textType} CHECK (status IN ('finished', 'left')),
  seed ${textType},
  CHECK (status IS NOT NULL OR seed IS NULL)
)${options};
`;

export const soloRounds = {
  sqlite: `
${createTable('TEXT', ' STRICT, WITHOUT ROWID')}
-- A reference cannot be removed in place, so the table is copied. Other tables refer to it by its name.
CREATE TABLE rounds_new (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL REFERENCES players (address),
  rules_id TEXT NOT NULL,
  rules_version INTEGER NOT NULL,
  loadout TEXT NOT NULL,
  replay BLOB NOT NULL,
  score INTEGER NOT NULL CHECK (score >= 0),
  popped INTEGER NOT NULL,
  best_combo INTEGER NOT NULL,
  earned_sun INTEGER NOT NULL CHECK (earned_sun >= 0),
  credited_sun INTEGER NOT NULL CHECK (credited_sun BETWEEN 0 AND earned_sun),
  status TEXT NOT NULL CHECK (status IN ('credited', 'held', 'refused')),
  suspicions TEXT NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  clicks INTEGER NOT NULL,
  reaction_median_ms INTEGER,
  interval_variation_pct INTEGER,
  aim_offset_pct INTEGER,
  played_at INTEGER NOT NULL,
  network TEXT,
  cut_by TEXT
) STRICT;
INSERT INTO rounds_new SELECT id, address, rules_id, rules_version, loadout, replay, score, popped, best_combo, earned_sun, credited_sun,
  status, suspicions, elapsed_ms, clicks, reaction_median_ms, interval_variation_pct, aim_offset_pct, played_at, network, cut_by
  FROM rounds ORDER BY played_at;
DROP TABLE rounds;
ALTER TABLE rounds_new RENAME TO rounds;
CREATE INDEX rounds_by_player ON rounds (address, played_at, credited_sun);
CREATE INDEX rounds_held ON rounds (played_at, id, earned_sun) WHERE status = 'held';
CREATE INDEX rounds_by_time ON rounds (played_at);
CREATE INDEX rounds_held_by_player ON rounds (address, played_at, earned_sun) WHERE status = 'held';
CREATE INDEX rounds_by_network ON rounds (network, played_at) WHERE network IS NOT NULL;
`,
  postgres: `
${createTable('TEXT COLLATE "C"', '')}
ALTER TABLE rounds DROP CONSTRAINT rounds_id_fkey;
`,
};
