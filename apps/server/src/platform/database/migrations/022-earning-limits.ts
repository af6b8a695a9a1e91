/**
 * Limits of many keys: docs/decisions/0076-many-keys.md. `rounds.network` is a hash with a salt of the day; the salt is deleted after two days, so
 * that no row tells an address. `payouts.not_before` is when a first withdrawal may be sent.
 */
const createTables = (textType: string, numberType: string, bytesType: string, options: string): string => `
CREATE TABLE operator_settings (
  name ${textType} NOT NULL PRIMARY KEY,
  value ${numberType} NOT NULL CHECK (value >= 0),
  changed_by ${textType} NOT NULL,
  changed_at ${numberType} NOT NULL
)${options};
CREATE TABLE network_salts (
  day ${textType} NOT NULL PRIMARY KEY,
  salt ${bytesType} NOT NULL
)${options};
CREATE TABLE reward_hours (
  hour ${textType} NOT NULL PRIMARY KEY,
  paid_sun ${numberType} NOT NULL CHECK (paid_sun >= 0)
)${options};
ALTER TABLE rounds ADD COLUMN network ${textType};
ALTER TABLE rounds ADD COLUMN cut_by ${textType};
ALTER TABLE payouts ADD COLUMN not_before ${numberType};
CREATE INDEX rounds_by_network ON rounds (network, played_at) WHERE network IS NOT NULL;
`;

export const earningLimits = {
  sqlite: createTables('TEXT', 'INTEGER', 'BLOB', ' STRICT, WITHOUT ROWID'),
  postgres: createTables('TEXT COLLATE "C"', 'BIGINT', 'BYTEA', ''),
};
