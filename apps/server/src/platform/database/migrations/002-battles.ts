/** Sessions, seats, battles, chat; and payments that are entry fees. */
export const battles = `
CREATE TABLE sessions (
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
  CHECK (scope = 'cross-chain' OR fee_sun = 0),
  CHECK ((status IN ('settled', 'cancelled', 'expired')) = (ended_at IS NOT NULL)),
  CHECK (status NOT IN ('starting', 'playing', 'settled') OR starts_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_open ON sessions (created_at) WHERE ended_at IS NULL;
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX sessions_open_by_creator ON sessions (creator_address) WHERE ended_at IS NULL;

CREATE TABLE seats (
  session_id TEXT NOT NULL REFERENCES sessions (id),
  user_id TEXT NOT NULL CHECK (length(user_id) BETWEEN 1 AND 100),
  place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 7),
  chain TEXT NOT NULL CHECK (chain IN ('tron', 'sol')),
  address TEXT NOT NULL,
  username TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('reserved', 'taken', 'left')),
  is_ready INTEGER NOT NULL DEFAULT 0 CHECK (is_ready IN (0, 1)),
  bot_skill TEXT,
  payment_id TEXT REFERENCES payments (id) ON DELETE SET NULL,
  fee_sun INTEGER NOT NULL DEFAULT 0 CHECK (fee_sun >= 0),
  reserved_until INTEGER,
  joined_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, user_id),
  CHECK ((bot_skill IS NULL) = (address != '')),
  CHECK (status != 'reserved' OR reserved_until IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX seats_one_place ON seats (session_id, place) WHERE status != 'left';
CREATE INDEX seats_reserved ON seats (reserved_until) WHERE status = 'reserved';
CREATE INDEX seats_by_payment ON seats (payment_id) WHERE payment_id IS NOT NULL;
-- The last guard of a session's size; the code has looked before.
CREATE TRIGGER seats_never_more BEFORE INSERT ON seats WHEN NEW.status != 'left' BEGIN
  SELECT CASE WHEN NEW.place >= (SELECT max_players FROM sessions WHERE id = NEW.session_id)
    THEN RAISE(ABORT, 'sessions: a place beyond the last') END;
END;
CREATE TRIGGER seats_never_moved_beyond BEFORE UPDATE ON seats WHEN NEW.status != 'left' BEGIN
  SELECT CASE WHEN NEW.place >= (SELECT max_players FROM sessions WHERE id = NEW.session_id)
    THEN RAISE(ABORT, 'sessions: a place beyond the last') END;
END;

CREATE TABLE battles (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id),
  rules_id TEXT NOT NULL,
  rules_version INTEGER NOT NULL,
  commitment TEXT NOT NULL,
  -- The last reveal, from which all others follow; written when the battle is over.
  secret TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  pool_sun INTEGER NOT NULL CHECK (pool_sun >= 0),
  creator_sun INTEGER NOT NULL CHECK (creator_sun >= 0),
  house_sun INTEGER NOT NULL CHECK (house_sun >= 0),
  has_bots INTEGER NOT NULL CHECK (has_bots IN (0, 1)),
  is_cross_chain INTEGER NOT NULL CHECK (is_cross_chain IN (0, 1)),
  settled_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX battles_by_time ON battles (settled_at);

CREATE TABLE results (
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
  PRIMARY KEY (session_id, user_id)
) STRICT;
CREATE INDEX results_by_payout ON results (payout_id) WHERE payout_id IS NOT NULL;

CREATE TABLE chat_messages (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  username TEXT NOT NULL,
  address TEXT NOT NULL,
  chain TEXT NOT NULL,
  text TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('text', 'system')),
  source TEXT NOT NULL CHECK (source IN ('local', 'cross-chain')),
  -- Null once the cross-chain server has it, or need not have it.
  forward_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_by_session ON chat_messages (session_id, created_at);
CREATE INDEX chat_by_writer ON chat_messages (user_id, created_at);
CREATE INDEX chat_to_forward ON chat_messages (forward_at) WHERE forward_at IS NOT NULL;

CREATE TABLE chat_reports (
  message_id TEXT NOT NULL REFERENCES chat_messages (id),
  reporter TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (message_id, reporter)
) STRICT, WITHOUT ROWID;

CREATE TABLE translations (
  text TEXT NOT NULL,
  target TEXT NOT NULL,
  detected TEXT NOT NULL,
  -- Null: it cannot be translated.
  translated TEXT,
  provider TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (text, target)
) STRICT, WITHOUT ROWID;
CREATE INDEX translations_by_use ON translations (used_at);

-- A CHECK cannot be changed in place: the table is made anew with the new purpose and the session it is for.
CREATE TABLE payments_new (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL REFERENCES players (address),
  purpose TEXT NOT NULL CHECK (purpose IN ('upgrade', 'entry', 'recovered')),
  upgrade_id TEXT,
  session_id TEXT REFERENCES sessions (id),
  recipient TEXT NOT NULL,
  amount_sun INTEGER NOT NULL CHECK (amount_sun > 0),
  status TEXT NOT NULL
    CHECK (status IN ('awaiting', 'sent', 'confirming', 'applied', 'refunded', 'expired', 'cancelled', 'failed')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  txid TEXT UNIQUE,
  claim TEXT,
  unsigned TEXT,
  signed TEXT,
  block_number INTEGER,
  settled_at INTEGER,
  check_at INTEGER,
  CHECK (status NOT IN ('applied', 'refunded') OR (txid IS NOT NULL AND settled_at IS NOT NULL AND check_at IS NULL)),
  CHECK ((purpose = 'upgrade') = (upgrade_id IS NOT NULL)),
  CHECK ((purpose = 'entry') = (session_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO payments_new SELECT id, address, purpose, upgrade_id, NULL, recipient, amount_sun, status, created_at, expires_at,
  txid, claim, unsigned, signed, block_number, settled_at, check_at FROM payments;
DROP TABLE payments;
ALTER TABLE payments_new RENAME TO payments;
CREATE UNIQUE INDEX payments_by_player ON payments (address, created_at);
CREATE INDEX payments_due ON payments (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payments_by_session ON payments (session_id) WHERE session_id IS NOT NULL;
CREATE UNIQUE INDEX payments_one_claim ON payments (address, claim) WHERE status IN ('sent', 'confirming');
CREATE UNIQUE INDEX payments_one_awaiting ON payments (address, coalesce(upgrade_id, session_id)) WHERE status = 'awaiting';
`;
