import { sql as fragment, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database, Schema } from '../platform/database/index.ts';

/** Length of a slot, ms. Decision 0078 has the measurements of others. */
const SLOT_MS = 200;
/** Slots whose rows are deleted at a time: more than are written in the meantime. */
const SLOTS_AT_A_TIME = 10;

/** The slot of the journal's rows that are written at a time, epoch ms. */
export const slotOf = (nowMs: number): number => Math.floor(nowMs / SLOT_MS);

/**
 * The condition for the rows of a live battle in the journal. PostgreSQL finds them by their session. SQLite stores the journal in the order of slots, so it
 * looks for the session in each slot from the battle's first one on.
 */
export function isInJournalOf(db: Database, sessionId: string) {
  const slots = fragment<number>`(
    WITH RECURSIVE slots (slot) AS (
      SELECT (SELECT min(time_slot) FROM battle_journal WHERE time_slot >= first_slot) FROM live_battles WHERE session_id = ${sessionId}
      UNION ALL
      SELECT (SELECT min(time_slot) FROM battle_journal WHERE time_slot > slot) FROM slots WHERE slot IS NOT NULL
    )
    SELECT slot FROM slots)`;
  return ({ eb }: ExpressionBuilder<Schema, 'battle_journal'>): Expression<SqlBool> => {
    const isOfSession = eb('session_id', '=', sessionId);
    return db.engine.name === 'sqlite' ? eb.and([eb('time_slot', 'in', slots), isOfSession]) : isOfSession;
  };
}

/** Deletes what the battle of a session that waits again would be continued from. Call it in the transaction that stops the countdown. */
export async function deleteLiveBattle(db: Database, sessionId: string): Promise<void> {
  await db.deleteFrom('battle_journal').where(isInJournalOf(db, sessionId)).execute();
  await db.deleteFrom('live_battles').where('session_id', '=', sessionId).execute();
}

/**
 * Deletes what the battle of a session that ends would be continued from. Call it in the transaction that ends the session. On SQLite the rows of the
 * journal are left to `deleteEndedRows`: there they lie between those of other battles.
 */
export async function endLiveBattle(db: Database, sessionId: string): Promise<void> {
  if (db.engine.name !== 'sqlite') await db.deleteFrom('battle_journal').where('session_id', '=', sessionId).execute();
  await db.deleteFrom('live_battles').where('session_id', '=', sessionId).execute();
}

/** Deletes the oldest rows of the journal on SQLite, up to the first one of a live battle. Does nothing on PostgreSQL. */
export async function deleteEndedRows(db: Database, nowMs: number): Promise<void> {
  if (db.engine.name !== 'sqlite') return;
  await db
    .deleteFrom('battle_journal')
    .where('time_slot', '<', ({ selectFrom }) =>
      selectFrom('live_battles').select(({ fn, val }) =>
        fn.coalesce(fn.min('first_slot'), val(slotOf(nowMs))).as('slot'),
      ),
    )
    .where('time_slot', '<', ({ selectFrom }) =>
      selectFrom('battle_journal').select(({ eb, fn }) => eb(fn.min('time_slot'), '+', SLOTS_AT_A_TIME).as('slot')),
    )
    .execute();
}
