/** Gives each result a number in a column. Pages of battles and the statistics continue after it, on every database. */
export const resultNumbers = `
CREATE TABLE results_new (
  -- Counts up with each result. Before this migration, it was the row's id of SQLite, and it keeps that value.
  number INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES battles (session_id),
  user_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  chain TEXT NOT NULL,
  address TEXT NOT NULL,
  username TEXT NOT NULL,
  is_bot INTEGER NOT NULL CHECK (is_bot IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('finished', 'left', 'absent')),
  seed TEXT,
  replay BLOB NOT NULL,
  score INTEGER NOT NULL CHECK (score >= 0),
  popped INTEGER NOT NULL,
  best_combo INTEGER NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  share_sun INTEGER NOT NULL CHECK (share_sun >= 0),
  payout_id TEXT REFERENCES payouts (id),
  UNIQUE (session_id, user_id)
) STRICT;
INSERT INTO results_new
  SELECT rowid, session_id, user_id, place, chain, address, username, is_bot, status, seed, replay, score, popped, best_combo,
    position, share_sun, payout_id
  FROM results;
DROP TABLE results;
ALTER TABLE results_new RENAME TO results;
CREATE INDEX results_by_payout ON results (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX results_by_player ON results (address);
`;
