import type { Database } from '../platform/database/index.ts';

/** Deletes what a session's battle would be continued from. Call it in the transaction that ends the session. */
export async function deleteLiveBattle(db: Database, sessionId: string): Promise<void> {
  await db.deleteFrom('battle_journal').where('session_id', '=', sessionId).execute();
  await db.deleteFrom('live_battles').where('session_id', '=', sessionId).execute();
}
