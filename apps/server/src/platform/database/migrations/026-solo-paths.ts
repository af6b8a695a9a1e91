/**
 * The pointer's path of solo rounds, and what it says, as `examinations` has them for paid battles: docs/decisions/0082-battles-are-examined.md. Older rounds
 * have none.
 */
const addColumns = (numberType: string, bytesType: string): string => `
-- Thousandths.
ALTER TABLE rounds ADD COLUMN path_score ${numberType};
ALTER TABLE rounds ADD COLUMN contradicted ${numberType};
ALTER TABLE rounds ADD COLUMN path ${bytesType};
`;

export const soloPaths = {
  sqlite: addColumns('INTEGER', 'BLOB'),
  postgres: addColumns('BIGINT', 'BYTEA'),
};
