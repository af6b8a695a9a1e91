/**
 * Battles that are being played, so that another process can continue them: docs/decisions/0059-battle-journal.md. Both tables have no rows of a
 * session that has ended.
 */
const createTables = (types: { text: string; number: string; bytes: string; options: string }): string => `
CREATE TABLE live_battles (
  session_id ${types.text} NOT NULL PRIMARY KEY REFERENCES sessions (id),
  -- Hex: the last reveal, and what the play of the bots follows from.
  secret ${types.text} NOT NULL,
  bot_seed ${types.text} NOT NULL
)${types.options};
CREATE TABLE battle_journal (
  -- It refers to live_battles, without a constraint that each insert would have to check.
  session_id ${types.text} NOT NULL,
  -- Of the lease under which the row was written, and the row's number among those of this epoch.
  epoch ${types.number} NOT NULL,
  number ${types.number} NOT NULL,
  -- Time of the round when the row was written, ms; below 0 in the countdown.
  time_ms ${types.number} NOT NULL,
  -- apps/server/src/battles/journal-record.ts has the format.
  records ${types.bytes} NOT NULL,
  PRIMARY KEY (session_id, epoch, number)
)${types.options};
`;

export const battleJournal = {
  sqlite: createTables({ text: 'TEXT', number: 'INTEGER', bytes: 'BLOB', options: ' STRICT, WITHOUT ROWID' }),
  postgres: createTables({ text: 'TEXT COLLATE "C"', number: 'BIGINT', bytes: 'BYTEA', options: '' }),
};
