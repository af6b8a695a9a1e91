/**
 * By which rules a live battle is played and in which format its journal is, so that a node of another version leaves it alone; and what each node
 * can continue: docs/decisions/0069-versions-of-battles.md. The defaults are for rows of nodes that run an older version of the program.
 */
const addColumns = (textType: string, numberType: string): string => `
ALTER TABLE live_battles ADD COLUMN rules_id ${textType} NOT NULL DEFAULT '';
ALTER TABLE live_battles ADD COLUMN rules_version ${numberType} NOT NULL DEFAULT 0;
ALTER TABLE live_battles ADD COLUMN journal_version ${numberType} NOT NULL DEFAULT 1;
ALTER TABLE nodes ADD COLUMN capabilities ${textType} NOT NULL DEFAULT '';
UPDATE live_battles SET
  rules_id = (SELECT CASE game_mode WHEN 'classic' THEN 'arena' ELSE 'cross-chain' END FROM sessions WHERE id = session_id),
  rules_version = 1;
`;

export const battleVersions = {
  sqlite: addColumns('TEXT', 'INTEGER'),
  postgres: addColumns('TEXT COLLATE "C"', 'BIGINT'),
};
