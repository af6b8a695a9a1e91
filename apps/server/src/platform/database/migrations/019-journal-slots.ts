/**
 * The journal of battles in the order of time: docs/decisions/0078-journal-in-the-order-of-time.md. SQLite stores rows in the order of the primary key, so
 * that rows which are written together lie on few pages. PostgreSQL keeps its key.
 */
export const journalSlots = {
  sqlite: `
ALTER TABLE live_battles ADD COLUMN first_slot INTEGER NOT NULL DEFAULT 0;
CREATE TABLE battle_journal_new (
  session_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  number INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  records BLOB NOT NULL,
  time_slot INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (time_slot, session_id, epoch, number)
) STRICT, WITHOUT ROWID;
INSERT INTO battle_journal_new SELECT session_id, epoch, number, time_ms, records, 0 FROM battle_journal;
DROP TABLE battle_journal;
ALTER TABLE battle_journal_new RENAME TO battle_journal;
`,
  postgres: `
ALTER TABLE live_battles ADD COLUMN first_slot BIGINT NOT NULL DEFAULT 0;
ALTER TABLE battle_journal ADD COLUMN time_slot BIGINT NOT NULL DEFAULT 0;
`,
};
