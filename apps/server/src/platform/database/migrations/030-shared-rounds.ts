/**
 * Rounds that players share as a challenge: docs/decisions/0099-challenges-and-spectators.md. `address` is null for a visitor without a wallet. Rows are
 * deleted after `expires_at`.
 */
const createTable = (textType: string, numberType: string, bytesType: string, options: string): string => `
CREATE TABLE shared_rounds (
  id ${textType} NOT NULL PRIMARY KEY,
  address ${textType},
  score ${numberType} NOT NULL,
  replay ${bytesType} NOT NULL,
  shared_at ${numberType} NOT NULL,
  expires_at ${numberType} NOT NULL
)${options};
CREATE INDEX shared_rounds_by_expiry ON shared_rounds (expires_at);
CREATE INDEX shared_rounds_by_address ON shared_rounds (address, shared_at, id) WHERE address IS NOT NULL;
`;

export const sharedRounds = {
  sqlite: createTable('TEXT', 'INTEGER', 'BLOB', ' STRICT, WITHOUT ROWID'),
  postgres: createTable('TEXT COLLATE "C"', 'BIGINT', 'BYTEA', ''),
};
