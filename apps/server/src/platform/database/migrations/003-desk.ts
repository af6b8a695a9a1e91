/** The operator's desk: its audit log, pauses, decisions on rounds and chat, mutes; what it looks things up by; and profiles that are deleted. */
export const desk = `
CREATE TABLE acts (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  -- The house's address; 'server' for what it did by itself, 'command line' for what was done there.
  by TEXT NOT NULL,
  act TEXT NOT NULL,
  subject TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX acts_by_subject ON acts (subject, id);
CREATE TRIGGER acts_no_update BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'audit log: append only'); END;
CREATE TRIGGER acts_no_delete BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'audit log: append only'); END;

-- Paid play is paused while there is a row.
CREATE TABLE pauses (
  kind TEXT PRIMARY KEY CHECK (kind IN ('desk', 'shortage')),
  since INTEGER NOT NULL,
  by TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE reviews (
  round_id TEXT PRIMARY KEY REFERENCES rounds (id),
  outcome TEXT NOT NULL CHECK (outcome IN ('paid', 'refused')),
  reason TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reviews_by_time ON reviews (at, round_id);
CREATE TRIGGER reviews_no_update BEFORE UPDATE ON reviews BEGIN SELECT RAISE(ABORT, 'reviews: append only'); END;
CREATE TRIGGER reviews_no_delete BEFORE DELETE ON reviews BEGIN SELECT RAISE(ABORT, 'reviews: append only'); END;

-- It carries what they have earned, so that the sum reads no replays.
DROP INDEX rounds_held;
CREATE INDEX rounds_held ON rounds (played_at, id, earned_sun) WHERE status = 'held';

CREATE TABLE chat_verdicts (
  message_id TEXT PRIMARY KEY REFERENCES chat_messages (id) ON DELETE CASCADE,
  outcome TEXT NOT NULL CHECK (outcome IN ('hidden', 'dismissed')),
  reason TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- When the cross-chain server is told of a hidden one next; null once it knows, or need not.
  forward_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_verdicts_by_time ON chat_verdicts (at, message_id);
CREATE INDEX chat_verdicts_to_forward ON chat_verdicts (forward_at) WHERE forward_at IS NOT NULL;
CREATE INDEX chat_reports_by_time ON chat_reports (created_at);

CREATE TABLE mutes (
  -- As in chat_messages.user_id.
  address TEXT PRIMARY KEY,
  until INTEGER NOT NULL,
  reason TEXT NOT NULL,
  by TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX rounds_by_time ON rounds (played_at);
CREATE INDEX entries_by_kind ON entries (kind, created_at);
CREATE INDEX payments_paid ON payments (created_at, id) WHERE status IN ('sent', 'confirming', 'applied', 'refunded', 'failed');
CREATE INDEX payouts_by_time ON payouts (created_at, id);
CREATE INDEX payouts_open ON payouts (created_at) WHERE status IN ('queued', 'sent', 'stuck');
CREATE INDEX seats_by_user ON seats (user_id, joined_at);

-- A profile that was deleted leaves its address for what refers to it; null for any other.
ALTER TABLE players ADD COLUMN deleted_at INTEGER;
-- Counting players reads an index and not every profile.
CREATE INDEX players_by_creation ON players (deleted_at, created_at);
CREATE INDEX players_by_connection ON players (deleted_at, last_connected);
CREATE INDEX results_by_player ON results (address);
CREATE INDEX chat_reports_by_reporter ON chat_reports (reporter);

-- The best round of each player and guest on each day's seed; the id counts up, so that of equal scores the lower came first.
CREATE TABLE daily_results (
  id INTEGER PRIMARY KEY,
  date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- A player's address, or 'guest:' and the hash of a guest's secret.
  entrant TEXT NOT NULL,
  -- A guest's; a player's is in players.
  name TEXT NOT NULL,
  score INTEGER NOT NULL CHECK (score >= 0),
  popped INTEGER NOT NULL,
  best_combo INTEGER NOT NULL,
  -- SHA-256 of the clicks.
  inputs_hash TEXT NOT NULL,
  replay BLOB NOT NULL,
  played_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX daily_one_each ON daily_results (date, entrant);
CREATE UNIQUE INDEX daily_no_copies ON daily_results (date, inputs_hash);
CREATE INDEX daily_board ON daily_results (date, score DESC, id);
CREATE INDEX daily_by_entrant ON daily_results (entrant);
`;
