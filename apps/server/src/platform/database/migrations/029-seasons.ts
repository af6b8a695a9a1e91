/**
 * Ratings by season, the days on which players have played, and skins: docs/decisions/0098-seasons.md. Ratings and deviations are thousandths, volatilities
 * billionths, so that both database systems store the same whole numbers. `ratings` is what `rating_changes` add up to.
 */
const createTables = (
  textType: string,
  numberType: string,
  identity: string,
  options: string,
  rowOptions: string,
): string => `
CREATE TABLE rating_changes (
  -- Counts up. Of two battles of one player, the one that was rated first has the lower numbers.
  number ${identity},
  season ${numberType} NOT NULL,
  session_id ${textType} NOT NULL REFERENCES battles (session_id),
  address ${textType} NOT NULL,
  day ${textType} NOT NULL,
  rated_at ${numberType} NOT NULL,
  rating_before ${numberType} NOT NULL,
  rating ${numberType} NOT NULL,
  deviation ${numberType} NOT NULL,
  volatility ${numberType} NOT NULL,
  UNIQUE (session_id, address)
)${rowOptions};
CREATE INDEX rating_changes_by_player ON rating_changes (address, season);
CREATE TABLE ratings (
  season ${numberType} NOT NULL,
  address ${textType} NOT NULL,
  rating ${numberType} NOT NULL,
  deviation ${numberType} NOT NULL,
  volatility ${numberType} NOT NULL,
  battles ${numberType} NOT NULL,
  opponents ${numberType} NOT NULL,
  rated_at ${numberType} NOT NULL,
  PRIMARY KEY (season, address)
)${options};
CREATE INDEX ratings_by_rating ON ratings (season, rating);
CREATE INDEX ratings_by_player ON ratings (address, season);
CREATE TABLE play_days (
  address ${textType} NOT NULL,
  day ${textType} NOT NULL,
  rounds ${numberType} NOT NULL,
  popped ${numberType} NOT NULL,
  best_combo ${numberType} NOT NULL,
  best_score ${numberType} NOT NULL,
  battles ${numberType} NOT NULL,
  daily_rounds ${numberType} NOT NULL,
  is_complete ${numberType} NOT NULL CHECK (is_complete IN (0, 1)),
  PRIMARY KEY (address, day)
)${options};
CREATE TABLE skin_purchases (
  id ${textType} NOT NULL PRIMARY KEY REFERENCES payments (id),
  address ${textType} NOT NULL REFERENCES players (address),
  skin_id ${textType} NOT NULL,
  price_sun ${numberType} NOT NULL CHECK (price_sun > 0),
  purchased_at ${numberType} NOT NULL,
  UNIQUE (address, skin_id)
)${options};
`;

export const seasons = {
  sqlite: `
-- A CHECK cannot be changed in place, so the table is copied. Other tables refer to it by its name.
CREATE TABLE payments_new (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL REFERENCES players (address),
  source TEXT NOT NULL DEFAULT 'wallet' CHECK (source IN ('wallet', 'balance')),
  purpose TEXT NOT NULL CHECK (purpose IN ('upgrade', 'skin', 'entry', 'deposit', 'recovered')),
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
  skin_id TEXT,
  CHECK (status NOT IN ('applied', 'refunded') OR ((txid IS NOT NULL) = (source = 'wallet') AND settled_at IS NOT NULL AND check_at IS NULL)),
  CHECK (source = 'wallet' OR (status = 'applied' AND txid IS NULL AND claim IS NULL AND unsigned IS NULL AND signed IS NULL)),
  CHECK (source = 'wallet' OR purpose != 'deposit'),
  CHECK (source = 'balance' OR purpose != 'skin'),
  CHECK ((purpose = 'upgrade') = (upgrade_id IS NOT NULL)),
  CHECK ((purpose = 'skin') = (skin_id IS NOT NULL)),
  CHECK ((purpose = 'entry') = (session_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO payments_new SELECT id, address, source, purpose, upgrade_id, session_id, recipient, amount_sun, status, created_at,
  expires_at, txid, claim, unsigned, signed, block_number, settled_at, check_at, NULL FROM payments;
DROP TABLE payments;
ALTER TABLE payments_new RENAME TO payments;
CREATE UNIQUE INDEX payments_by_player ON payments (address, created_at);
CREATE INDEX payments_due ON payments (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payments_by_session ON payments (session_id) WHERE session_id IS NOT NULL;
CREATE UNIQUE INDEX payments_one_claim ON payments (address, claim) WHERE status IN ('sent', 'confirming');
CREATE UNIQUE INDEX payments_one_awaiting ON payments (address, coalesce(upgrade_id, session_id, purpose)) WHERE status = 'awaiting';
CREATE INDEX payments_paid ON payments (created_at, id) WHERE status IN ('sent', 'confirming', 'applied', 'refunded', 'failed');
${createTables('TEXT', 'INTEGER', 'INTEGER PRIMARY KEY', ' STRICT, WITHOUT ROWID', ' STRICT')}`,
  postgres: `
ALTER TABLE payments DROP CONSTRAINT payments_purpose_check;
ALTER TABLE payments ADD COLUMN skin_id TEXT COLLATE "C";
ALTER TABLE payments ADD CONSTRAINT payments_purpose_check CHECK (purpose IN ('upgrade', 'skin', 'entry', 'deposit', 'recovered'));
ALTER TABLE payments ADD CONSTRAINT payments_skin_source_check CHECK (source = 'balance' OR purpose != 'skin');
ALTER TABLE payments ADD CONSTRAINT payments_skin_check CHECK ((purpose = 'skin') = (skin_id IS NOT NULL));
${createTables('TEXT COLLATE "C"', 'BIGINT', 'BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY', '', '')}`,
};
