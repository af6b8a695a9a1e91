/**
 * Seats of any chain. The list of chains is `BLOCKCHAINS` of the protocol, so that a new chain needs no migration: the schema of each request
 * that takes a seat (`joinForm`) and of each answer refuses a name that is not in the list.
 */
export const seatChains = {
  sqlite: `
-- A CHECK cannot be changed in place, so the table is created again without the one on chain. No other table refers to it.
CREATE TABLE seats_new (
  session_id TEXT NOT NULL REFERENCES sessions (id),
  user_id TEXT NOT NULL CHECK (length(user_id) BETWEEN 1 AND 100),
  place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 7),
  chain TEXT NOT NULL,
  address TEXT NOT NULL,
  username TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('reserved', 'taken', 'left')),
  is_ready INTEGER NOT NULL DEFAULT 0 CHECK (is_ready IN (0, 1)),
  bot_skill TEXT,
  payment_id TEXT REFERENCES payments (id) ON DELETE SET NULL,
  fee_sun INTEGER NOT NULL DEFAULT 0 CHECK (fee_sun >= 0),
  reserved_until INTEGER,
  joined_at INTEGER NOT NULL,
  ready_until INTEGER,
  removed_at INTEGER,
  PRIMARY KEY (session_id, user_id),
  CHECK ((bot_skill IS NULL) = (address != '')),
  CHECK (status != 'reserved' OR reserved_until IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO seats_new SELECT session_id, user_id, place, chain, address, username, status, is_ready, bot_skill, payment_id, fee_sun,
  reserved_until, joined_at, ready_until, removed_at FROM seats;
DROP TABLE seats;
ALTER TABLE seats_new RENAME TO seats;
CREATE UNIQUE INDEX seats_one_place ON seats (session_id, place) WHERE status != 'left';
CREATE INDEX seats_reserved ON seats (reserved_until) WHERE status = 'reserved';
CREATE INDEX seats_by_payment ON seats (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX seats_by_user ON seats (user_id, joined_at);
CREATE INDEX seats_ready ON seats (ready_until) WHERE ready_until IS NOT NULL;
-- The last check of a session's size; the code has checked it before.
CREATE TRIGGER seats_never_more BEFORE INSERT ON seats WHEN NEW.status != 'left' BEGIN
  SELECT CASE WHEN NEW.place >= (SELECT max_players FROM sessions WHERE id = NEW.session_id)
    THEN RAISE(ABORT, 'sessions: a place beyond the last') END;
END;
CREATE TRIGGER seats_never_moved_beyond BEFORE UPDATE ON seats WHEN NEW.status != 'left' BEGIN
  SELECT CASE WHEN NEW.place >= (SELECT max_players FROM sessions WHERE id = NEW.session_id)
    THEN RAISE(ABORT, 'sessions: a place beyond the last') END;
END;
`,
  postgres: 'ALTER TABLE seats DROP CONSTRAINT seats_chain_check;',
};
