/** Seats whose readiness expires, players whom a creator has removed, and local games with an entry fee. */
export const seats = `
-- A CHECK cannot be changed in place: the table is made anew without the one that kept local games free.
DROP TRIGGER seats_never_more;
DROP TRIGGER seats_never_moved_beyond;
CREATE TABLE sessions_new (
  id TEXT PRIMARY KEY,
  scope TEXT NOT NULL CHECK (scope IN ('cross-chain', 'local')),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
  game_mode TEXT NOT NULL CHECK (game_mode IN ('cross-chain-battle', 'classic')),
  creator_address TEXT NOT NULL REFERENCES players (address),
  max_players INTEGER NOT NULL CHECK (max_players BETWEEN 2 AND 8),
  fee_sun INTEGER NOT NULL CHECK (fee_sun >= 0),
  time_limit_s INTEGER NOT NULL CHECK (time_limit_s > 0),
  start_delay_s INTEGER NOT NULL CHECK (start_delay_s > 0),
  policy TEXT NOT NULL,
  policy_version INTEGER NOT NULL,
  status TEXT NOT NULL
    CHECK (status IN ('draft', 'waiting', 'starting', 'playing', 'settled', 'cancelled', 'expired')),
  reason TEXT NOT NULL DEFAULT '' CHECK (reason IN ('', 'creator', 'fault', 'nobody-played')),
  rematch_of TEXT UNIQUE REFERENCES sessions (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  starts_at INTEGER,
  ended_at INTEGER,
  is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1)),
  CHECK ((status IN ('settled', 'cancelled', 'expired')) = (ended_at IS NOT NULL)),
  CHECK (status NOT IN ('starting', 'playing', 'settled') OR starts_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO sessions_new SELECT id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s,
  policy, policy_version, status, reason, rematch_of, created_at, expires_at, starts_at, ended_at, is_shared FROM sessions;
DROP TABLE sessions;
ALTER TABLE sessions_new RENAME TO sessions;
-- Paid sessions and free ones are listed apart.
CREATE INDEX sessions_open ON sessions (fee_sun > 0, created_at, id) WHERE ended_at IS NULL;
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX sessions_open_by_creator ON sessions (creator_address) WHERE ended_at IS NULL;
CREATE TRIGGER seats_never_more BEFORE INSERT ON seats WHEN NEW.status != 'left' BEGIN
  SELECT CASE WHEN NEW.place >= (SELECT max_players FROM sessions WHERE id = NEW.session_id)
    THEN RAISE(ABORT, 'sessions: a place beyond the last') END;
END;
CREATE TRIGGER seats_never_moved_beyond BEFORE UPDATE ON seats WHEN NEW.status != 'left' BEGIN
  SELECT CASE WHEN NEW.place >= (SELECT max_players FROM sessions WHERE id = NEW.session_id)
    THEN RAISE(ABORT, 'sessions: a place beyond the last') END;
END;

ALTER TABLE seats ADD COLUMN ready_until INTEGER;
ALTER TABLE seats ADD COLUMN removed_at INTEGER;
CREATE INDEX seats_ready ON seats (ready_until) WHERE ready_until IS NOT NULL;
-- A player of another chain who was ready in a session with a fee has two more minutes to be so again.
UPDATE seats SET status = 'reserved', is_ready = 0, reserved_until = unixepoch() * 1000 + 120000
  WHERE status = 'taken' AND chain != 'tron' AND bot_skill IS NULL
    AND session_id IN (SELECT id FROM sessions WHERE status = 'waiting' AND fee_sun > 0);
`;
