import type { Database } from '../platform/database/index.ts';
import { rateBattle } from './battle-rating.ts';

/**
 * Computes all ratings again from the results of the battles that were rated, in the order in which they were, in one transaction. Resolves with the
 * number of battles. The ratings of a deleted profile count for those of its opponents and are not stored.
 */
export const rebuildRatings = async (db: Database): Promise<number> =>
  db.inTransaction(async () => {
    const battles = await db
      .selectFrom('rating_changes')
      .select(({ fn }) => ['session_id', fn.min('rated_at').as('rated_at'), fn.min('number').as('number')])
      .groupBy('session_id')
      .orderBy('number')
      .execute();
    await db.deleteFrom('rating_changes').execute();
    await db.deleteFrom('ratings').execute();
    for (const { session_id: sessionId, rated_at: ratedAt } of battles) await rateBattle(db, sessionId, ratedAt);
    await db
      .deleteFrom('ratings')
      .where('address', 'in', ({ selectFrom }) =>
        selectFrom('players').select('address').where('deleted_at', 'is not', null),
      )
      .execute();
    return battles.length;
  });
