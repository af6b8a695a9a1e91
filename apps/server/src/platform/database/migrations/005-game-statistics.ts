/** What each player has played by category, practice rounds that were counted, and the game mode that a player chose. */
export const gameStatistics = `
CREATE TABLE game_statistics (
  address TEXT NOT NULL REFERENCES players (address),
  category TEXT NOT NULL CHECK (category IN ('free-play', 'trx-classic', 'cross-chain-battle')),
  games INTEGER NOT NULL CHECK (games >= 0),
  points INTEGER NOT NULL CHECK (points >= 0),
  PRIMARY KEY (address, category)
) STRICT, WITHOUT ROWID;

-- Everything that a profile counted before is a Solo round or a battle.
INSERT INTO game_statistics
  SELECT rounds.address, 'trx-classic', count(*), sum(score)
  FROM rounds JOIN players ON players.address = rounds.address
  WHERE status = 'credited' AND deleted_at IS NULL AND played_at >= created_at
  GROUP BY rounds.address;
INSERT INTO game_statistics
  SELECT results.address, 'cross-chain-battle', count(*), sum(score)
  FROM results
  JOIN battles ON battles.session_id = results.session_id
  JOIN players ON players.address = results.address
  WHERE chain = 'tron' AND is_bot = 0 AND status != 'absent' AND deleted_at IS NULL AND settled_at >= created_at
  GROUP BY results.address;

-- A practice round counts once: its hash covers rules, seed, loadout and clicks.
CREATE TABLE practice_rounds (
  address TEXT NOT NULL REFERENCES players (address),
  hash TEXT NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('free-play', 'cross-chain-battle')),
  score INTEGER NOT NULL CHECK (score >= 0),
  played_at INTEGER NOT NULL,
  PRIMARY KEY (address, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX practice_rounds_by_time ON practice_rounds (address, played_at);

-- The column holds the player's choice from here on: 'automatic' is the mode played most.
UPDATE players SET preferred_game_mode = 'automatic' WHERE preferred_game_mode = 'cross-chain-battle';
`;
