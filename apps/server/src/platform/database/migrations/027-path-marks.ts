/**
 * Marks of paid rounds, by which a round with the same path is found: docs/decisions/0088-repeated-paths.md. Rounds from before have none. `round_id` is the session,
 * a point, and the place of the seat, as in `examinations`.
 */
const createTable = (textType: string, numberType: string, options: string): string => `
CREATE TABLE path_marks (
  mark ${numberType} NOT NULL,
  examined_at ${numberType} NOT NULL,
  round_id ${textType} NOT NULL,
  PRIMARY KEY (mark, examined_at, round_id)
)${options};
`;

export const pathMarks = {
  sqlite: createTable('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  postgres: createTable('TEXT COLLATE "C"', 'BIGINT', ''),
};
