import { type BattleRow, type Database, type ResultRow, sql } from '../platform/database/index.ts';

/** Stores a battle with the result of each player. */
export function addBattle(db: Database, battle: BattleRow, results: readonly ResultRow[]): void {
  db.run(sql.insertInto('battles').values(battle));
  for (const result of results) db.run(sql.insertInto('results').values(result));
}

/** The battle of a session; undefined when it was not finished. */
export const findBattle = (db: Database, sessionId: string): BattleRow | undefined =>
  db.get(sql.selectFrom('battles').selectAll().where('session_id', '=', sessionId));

/** The results of a session's players in the order of their seats; empty when the battle was not finished. */
export const resultsOf = (db: Database, sessionId: string): ResultRow[] =>
  db.all(sql.selectFrom('results').selectAll().where('session_id', '=', sessionId).orderBy('place'));
