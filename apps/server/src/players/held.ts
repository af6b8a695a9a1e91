import type { Database } from '../platform/database/index.ts';

/** What a player has won that is held for review, sun: rewards of rounds as the rules give them, and shares of battles. It is not on the balance. */
export async function heldSunOf(db: Database, address: string): Promise<number> {
  const rewards = db
    .selectFrom('rounds')
    .select('earned_sun as amount_sun')
    .where('address', '=', address)
    .where('status', '=', 'held');
  const shares = db
    .selectFrom('examinations')
    .select('amount_sun')
    .where('address', '=', address)
    .where('status', '=', 'held');
  const { sum } = await db
    .selectFrom(rewards.unionAll(shares).as('held'))
    .select(({ fn }) => fn.sum<number | null>('amount_sun').as('sum'))
    .executeTakeFirstOrThrow();
  return sum ?? 0;
}
