/**
 * Payments that are deposits: docs/decisions/0074-deposits.md. A player has at most one deposit that waits for the wallet, as for each upgrade and each
 * session.
 */
export const deposits = {
  sqlite: `
-- A CHECK cannot be changed in place, so the table is copied. Other tables refer to it by its name.
CREATE TABLE payments_new (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL REFERENCES players (address),
  source TEXT NOT NULL DEFAULT 'wallet' CHECK (source IN ('wallet', 'balance')),
  purpose TEXT NOT NULL CHECK (purpose IN ('upgrade', 'entry', 'deposit', 'recovered')),
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
  CHECK (source = 'wallet' OR purpose != 'deposit'),
  CHECK ((purpose = 'upgrade') = (upgrade_id IS NOT NULL)),
  CHECK ((purpose = 'entry') = (session_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO payments_new SELECT id, address, source, purpose, upgrade_id, session_id, recipient, amount_sun, status, created_at,
  expires_at, txid, claim, unsigned, signed, block_number, settled_at, check_at FROM payments;
DROP TABLE payments;
ALTER TABLE payments_new RENAME TO payments;
CREATE UNIQUE INDEX payments_by_player ON payments (address, created_at);
CREATE INDEX payments_due ON payments (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payments_by_session ON payments (session_id) WHERE session_id IS NOT NULL;
CREATE UNIQUE INDEX payments_one_claim ON payments (address, claim) WHERE status IN ('sent', 'confirming');
CREATE UNIQUE INDEX payments_one_awaiting ON payments (address, coalesce(upgrade_id, session_id, purpose)) WHERE status = 'awaiting';
CREATE INDEX payments_paid ON payments (created_at, id) WHERE status IN ('sent', 'confirming', 'applied', 'refunded', 'failed');
`,
  postgres: `
ALTER TABLE payments DROP CONSTRAINT payments_purpose_check;
ALTER TABLE payments ADD CONSTRAINT payments_purpose_check CHECK (purpose IN ('upgrade', 'entry', 'deposit', 'recovered'));
ALTER TABLE payments ADD CONSTRAINT payments_deposit_check CHECK (source = 'wallet' OR purpose != 'deposit');
DROP INDEX payments_one_awaiting;
CREATE UNIQUE INDEX payments_one_awaiting ON payments (address, coalesce(upgrade_id, session_id, purpose)) WHERE status = 'awaiting';
`,
};
