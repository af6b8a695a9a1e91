import type { Database } from '../platform/database/index.ts';

/** Deletes a player's ratings and days of play, in the caller's transaction. The changes stay, because the ratings of others follow from them. */
export async function forgetSeasons(db: Database, address: string): Promise<void> {
  await db.deleteFrom('ratings').where('address', '=', address).execute();
  await db.deleteFrom('play_days').where('address', '=', address).execute();
}
