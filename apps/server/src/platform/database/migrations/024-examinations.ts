/**
 * How players of paid battles have played, and shares that are held for review: docs/decisions/0082-battles-are-examined.md. `passed_shares` says to whom
 * a refused share went.
 */
const createTables = (
  textType: string,
  numberType: string,
  bytesType: string,
  options: string,
  keyed: string,
): string => `
CREATE TABLE examinations (
  -- The session, a point, and the place of the seat.
  id ${textType} NOT NULL PRIMARY KEY,
  session_id ${textType} NOT NULL,
  place ${numberType} NOT NULL,
  address ${textType} NOT NULL,
  examined_at ${numberType} NOT NULL,
  -- Separated by spaces; empty for none.
  reasons ${textType} NOT NULL,
  clicks ${numberType} NOT NULL,
  reaction_median_ms ${numberType},
  interval_variation_pct ${numberType},
  aim_offset_pct ${numberType},
  -- Thousandths.
  path_score ${numberType},
  contradicted ${numberType},
  path ${bytesType},
  status ${textType} NOT NULL CHECK (status IN ('clear', 'held', 'paid', 'refused')),
  share_sun ${numberType} NOT NULL CHECK (share_sun >= 0),
  amount_sun ${numberType} NOT NULL CHECK (amount_sun >= share_sun),
  reason ${textType},
  decided_by ${textType},
  decided_at ${numberType},
  CHECK ((decided_at IS NOT NULL) = (status IN ('paid', 'refused')))
)${options};
CREATE UNIQUE INDEX examinations_by_session ON examinations (session_id, place);
CREATE INDEX examinations_by_player ON examinations (address, examined_at);
CREATE INDEX examinations_held ON examinations (examined_at, id) WHERE status = 'held';
CREATE INDEX examinations_decided ON examinations (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE TABLE passed_shares (
  from_id ${textType} NOT NULL,
  session_id ${textType} NOT NULL,
  -- The place of the seat; -1 for the house.
  to_place ${numberType} NOT NULL,
  -- Empty for the house.
  address ${textType} NOT NULL,
  amount_sun ${numberType} NOT NULL CHECK (amount_sun > 0),
  -- Whether it was added to a share of the recipient that is held too.
  is_held ${numberType} NOT NULL CHECK (is_held IN (0, 1)),
  PRIMARY KEY (from_id, to_place)
)${keyed};
CREATE INDEX passed_shares_by_session ON passed_shares (session_id);
`;

export const examinations = {
  sqlite: createTables('TEXT', 'INTEGER', 'BLOB', ' STRICT', ' STRICT, WITHOUT ROWID'),
  postgres: createTables('TEXT COLLATE "C"', 'BIGINT', 'BYTEA', '', ''),
};
