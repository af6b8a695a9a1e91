/** Payments from the balance, and the network's fee that small withdrawals pay. */
export const balance = `
-- A payment from the balance has no transaction. A CHECK cannot be changed in place, so the tables are copied.
CREATE TABLE payments_new (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL REFERENCES players (address),
  source TEXT NOT NULL DEFAULT 'wallet' CHECK (source IN ('wallet', 'balance')),
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
  CHECK (status NOT IN ('applied', 'refunded') OR ((txid IS NOT NULL) = (source = 'wallet') AND settled_at IS NOT NULL AND check_at IS NULL)),
  CHECK (source = 'wallet' OR (status = 'applied' AND txid IS NULL AND claim IS NULL AND unsigned IS NULL AND signed IS NULL)),
  CHECK ((purpose = 'upgrade') = (upgrade_id IS NOT NULL)),
  CHECK ((purpose = 'entry') = (session_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO payments_new SELECT id, address, 'wallet', purpose, upgrade_id, session_id, recipient, amount_sun, status, created_at,
  expires_at, txid, claim, unsigned, signed, block_number, settled_at, check_at FROM payments;
DROP TABLE payments;
ALTER TABLE payments_new RENAME TO payments;
CREATE UNIQUE INDEX payments_by_player ON payments (address, created_at);
CREATE INDEX payments_due ON payments (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payments_by_session ON payments (session_id) WHERE session_id IS NOT NULL;
CREATE UNIQUE INDEX payments_one_claim ON payments (address, claim) WHERE status IN ('sent', 'confirming');
CREATE UNIQUE INDEX payments_one_awaiting ON payments (address, coalesce(upgrade_id, session_id)) WHERE status = 'awaiting';
CREATE INDEX payments_paid ON payments (created_at, id) WHERE status IN ('sent', 'confirming', 'applied', 'refunded', 'failed');

CREATE TABLE purchases_new (
  id TEXT PRIMARY KEY REFERENCES payments (id),
  address TEXT NOT NULL REFERENCES players (address),
  upgrade_id TEXT NOT NULL,
  price_sun INTEGER NOT NULL CHECK (price_sun > 0),
  purchased_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > purchased_at),
  -- Null: it was paid from the balance.
  txid TEXT UNIQUE
) STRICT, WITHOUT ROWID;
INSERT INTO purchases_new SELECT id, address, upgrade_id, price_sun, purchased_at, expires_at, txid FROM purchases;
DROP TABLE purchases;
ALTER TABLE purchases_new RENAME TO purchases;
CREATE INDEX purchases_by_player ON purchases (address, expires_at);

-- What the player paid for the network's fee, besides the amount that is sent.
ALTER TABLE payouts ADD COLUMN fee_sun INTEGER NOT NULL DEFAULT 0 CHECK (fee_sun >= 0);
`;
