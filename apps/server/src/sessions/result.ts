import { type BattleRow, type Database, type ResultRow, sql } from '../platform/database/index.ts';

/** Writes a battle down together with how each of its players ended. */
export function addBattle(db: Database, battle: BattleRow, results: readonly ResultRow[]): void {
  db.run(sql.insertInto('battles').values(battle));
  for (const result of results) db.run(sql.insertInto('results').values(result));
}

/** The battle of a session; undefined when it was not played to its end. */
export const findBattle = (db: Database, sessionId: string): BattleRow | undefined =>
  db.get<BattleRow>(sql.selectFrom('battles').selectAll().where('session_id', '=', sessionId));

/** How each player of a session's battle ended, in the order of the seats; nobody when it was not played to its end. */
export const resultsOf = (db: Database, sessionId: string): ResultRow[] =>
  db.all<ResultRow>(sql.selectFrom('results').selectAll().where('session_id', '=', sessionId).orderBy('place'));
