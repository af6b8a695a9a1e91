/** The public list of commitments: docs/receipts.md and docs/decisions/0079-fair-terms.md. */
const createTable = (textType: string, numberType: string, options: string): string => `
CREATE TABLE commitments (
  -- Hex.
  commitment ${textType} NOT NULL PRIMARY KEY,
  session_id ${textType} NOT NULL,
  published_at ${numberType} NOT NULL,
  -- Its place in the list: the day (UTC), the number from 1, and the head. Null until the worker has listed it.
  day ${textType},
  number ${numberType},
  head ${textType},
  CHECK ((day IS NULL) = (number IS NULL) AND (day IS NULL) = (head IS NULL))
)${options};
CREATE UNIQUE INDEX commitments_by_place ON commitments (day, number);
CREATE INDEX commitments_by_session ON commitments (session_id);
CREATE INDEX commitments_unlisted ON commitments (published_at, session_id) WHERE day IS NULL;
`;

export const commitments = {
  sqlite: createTable('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  postgres: createTable('TEXT COLLATE "C"', 'BIGINT', ''),
};
