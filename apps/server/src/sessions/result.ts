import type { BattleRow, Database, ResultRow } from '../platform/database/index.ts';

/** Stores a battle with the result of each player. */
export async function addBattle(db: Database, battle: BattleRow, results: readonly ResultRow[]): Promise<void> {
  await db.insertInto('battles').values(battle).execute();
  for (const result of results) await db.insertInto('results').values(result).execute();
}

/** The battle of a session; undefined when it was not finished. */
export const findBattle = async (db: Database, sessionId: string): Promise<BattleRow | undefined> =>
  db.selectFrom('battles').selectAll().where('session_id', '=', sessionId).executeTakeFirst();

/** The results of a session's players in the order of their seats; empty when the battle was not finished. */
export const resultsOf = async (db: Database, sessionId: string): Promise<ResultRow[]> =>
  db.selectFrom('results').selectAll().where('session_id', '=', sessionId).orderBy('place').execute();
