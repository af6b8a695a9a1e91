/** Marks the sessions of quick battles: docs/decisions/0084-quick-battles.md. */
const addColumn = (numberType: string): string => `
ALTER TABLE sessions ADD COLUMN is_quick ${numberType} NOT NULL DEFAULT 0 CHECK (is_quick IN (0, 1));
CREATE INDEX sessions_quick ON sessions (fee_sun, created_at) WHERE is_quick = 1 AND ended_at IS NULL;
`;

export const quickBattles = {
  sqlite: addColumn('INTEGER'),
  postgres: addColumn('BIGINT'),
};
