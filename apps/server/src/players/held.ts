import type { Database } from '../platform/database/index.ts';

/** What a player has won that is held for review, sun: rewards of rounds as the rules give them, and shares of battles. It is not on the balance. */
export async function heldSunOf(db: Database, address: string): Promise<number> {
  const ofRounds = await db
    .selectFrom('rounds')
    .select(({ fn }) => fn.sum<number | null>('earned_sun').as('sum'))
    .where('address', '=', address)
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  const ofShares = await db
    .selectFrom('examinations')
    .select(({ fn }) => fn.sum<number | null>('amount_sun').as('sum'))
    .where('address', '=', address)
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  return (ofRounds.sum ?? 0) + (ofShares.sum ?? 0);
}
