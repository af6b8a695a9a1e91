/** Players, sign-in, the ledger, solo rounds, payments, purchases and payouts. */
export const initial = `
CREATE TABLE players (
  address TEXT PRIMARY KEY,
  username TEXT NOT NULL CHECK (length(username) BETWEEN 1 AND 32),
  games_played INTEGER NOT NULL DEFAULT 0 CHECK (games_played >= 0),
  total_score INTEGER NOT NULL DEFAULT 0 CHECK (total_score >= 0),
  preferred_game_mode TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_connected INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE challenges (
  nonce TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

CREATE TABLE sign_ins (
  token_hash TEXT PRIMARY KEY,
  address TEXT NOT NULL REFERENCES players (address),
  created_at INTEGER NOT NULL,
  renewed_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_ins_by_address ON sign_ins (address);
CREATE INDEX sign_ins_by_expiry ON sign_ins (expires_at);

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('house', 'reward-budget', 'player', 'escrow', 'fees', 'payouts', 'chain-in', 'chain-out')),
  owner TEXT NOT NULL,
  UNIQUE (kind, owner)
) STRICT;

CREATE TABLE entries (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  reference TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- balance_sun carries the sum along, so that a balance is one look-up; the trigger holds it to the posting before.
CREATE TABLE postings (
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  number INTEGER NOT NULL CHECK (number >= 1),
  entry_id INTEGER NOT NULL REFERENCES entries (id),
  amount_sun INTEGER NOT NULL CHECK (amount_sun != 0 AND amount_sun BETWEEN -9007199254740991 AND 9007199254740991),
  balance_sun INTEGER NOT NULL CHECK (balance_sun BETWEEN -9007199254740991 AND 9007199254740991),
  PRIMARY KEY (account_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX postings_by_entry ON postings (entry_id);

-- With the key on (account_id, number), having the one before it makes a posting the next, and the numbers have no gaps.
CREATE TRIGGER postings_carry BEFORE INSERT ON postings BEGIN
  SELECT CASE
    WHEN NEW.balance_sun - NEW.amount_sun IS NOT CASE WHEN NEW.number = 1 THEN 0
      ELSE (SELECT balance_sun FROM postings WHERE account_id = NEW.account_id AND number = NEW.number - 1) END
    THEN RAISE(ABORT, 'ledger: a posting does not carry its account on')
    WHEN NEW.balance_sun < 0
      AND (SELECT kind FROM accounts WHERE id = NEW.account_id) NOT IN ('house', 'fees', 'chain-in', 'chain-out')
    THEN RAISE(ABORT, 'ledger: an account would be overdrawn') END;
END;
CREATE TRIGGER postings_no_update BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'ledger: append only'); END;
CREATE TRIGGER postings_no_delete BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'ledger: append only'); END;
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'ledger: append only'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'ledger: append only'); END;
CREATE TRIGGER accounts_no_update BEFORE UPDATE ON accounts BEGIN SELECT RAISE(ABORT, 'ledger: append only'); END;
CREATE TRIGGER accounts_no_delete BEFORE DELETE ON accounts BEGIN SELECT RAISE(ABORT, 'ledger: append only'); END;

CREATE TABLE tickets (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL REFERENCES players (address),
  seed TEXT NOT NULL,
  rules_id TEXT NOT NULL,
  rules_version INTEGER NOT NULL,
  loadout TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'finished', 'abandoned'))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tickets_one_open ON tickets (address) WHERE state = 'open';
CREATE INDEX tickets_abandoned ON tickets (expires_at) WHERE state = 'abandoned';

CREATE TABLE rounds (
  id TEXT PRIMARY KEY REFERENCES tickets (id),
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
  played_at INTEGER NOT NULL
) STRICT;
-- It carries the credit, so that a day's sum reads no replays.
CREATE INDEX rounds_by_player ON rounds (address, played_at, credited_sun);
CREATE INDEX rounds_held ON rounds (played_at) WHERE status = 'held';

CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL REFERENCES players (address),
  purpose TEXT NOT NULL CHECK (purpose IN ('upgrade', 'recovered')),
  upgrade_id TEXT,
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
  CHECK (status NOT IN ('applied', 'refunded') OR (txid IS NOT NULL AND settled_at IS NOT NULL AND check_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX payments_by_player ON payments (address, created_at);
CREATE INDEX payments_due ON payments (check_at) WHERE check_at IS NOT NULL;
CREATE UNIQUE INDEX payments_one_claim ON payments (address, claim) WHERE status IN ('sent', 'confirming');
CREATE UNIQUE INDEX payments_one_awaiting ON payments (address, upgrade_id) WHERE status = 'awaiting';

CREATE TABLE purchases (
  id TEXT PRIMARY KEY REFERENCES payments (id),
  address TEXT NOT NULL REFERENCES players (address),
  upgrade_id TEXT NOT NULL,
  price_sun INTEGER NOT NULL CHECK (price_sun > 0),
  purchased_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > purchased_at),
  txid TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
CREATE INDEX purchases_by_player ON purchases (address, expires_at);

CREATE TABLE payouts (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL REFERENCES players (address),
  amount_sun INTEGER NOT NULL CHECK (amount_sun > 0),
  status TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'confirmed', 'returned', 'stuck')),
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  txid TEXT,
  block_number INTEGER,
  trouble TEXT NOT NULL DEFAULT '',
  check_at INTEGER,
  CHECK (status != 'confirmed' OR (txid IS NOT NULL AND confirmed_at IS NOT NULL AND check_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX payouts_by_player ON payouts (address, created_at);
CREATE INDEX payouts_due ON payouts (check_at) WHERE check_at IS NOT NULL;

CREATE TABLE payout_attempts (
  txid TEXT PRIMARY KEY,
  payout_id TEXT NOT NULL REFERENCES payouts (id),
  signed TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  built_at INTEGER NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('live', 'dead', 'confirmed')),
  last_verdict TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX payout_attempts_one_living ON payout_attempts (payout_id) WHERE state != 'dead';
`;
