import type { Session } from '@popfray/protocol';
import type { Database, ForeignSeatRow } from '../platform/database/index.ts';

/** How long a seat in another platform's session is kept after joining, ms: sessions wait 20 minutes at most, receipts are read later. */
const KEPT_MS = 24 * 60 * 60_000;

/** A player's seat in a session that another platform hosts; undefined when there is none. */
export const findForeignSeat = async (
  db: Database,
  sessionId: string,
  address: string,
): Promise<ForeignSeatRow | undefined> =>
  db
    .selectFrom('foreign_seats')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('address', '=', address)
    .executeTakeFirst();

/** Another platform's session as it was last seen, as long as a player of this platform has a seat in it. */
export async function findSeenSession(db: Database, sessionId: string): Promise<Session | undefined> {
  const query = db.selectFrom('foreign_seats').select('session').where('session_id', '=', sessionId).limit(1);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.session) as Session);
}

/** Stores a seat that a host has given. Joining again replaces it. */
export async function addForeignSeat(db: Database, row: ForeignSeatRow): Promise<void> {
  const { socket_url, token, session, joined_at } = row;
  const changes = { socket_url, token, session, joined_at };
  await db
    .insertInto('foreign_seats')
    .values(row)
    .onConflict((conflict) => conflict.columns(['session_id', 'address']).doUpdateSet(changes))
    .execute();
}

/** Removes a seat that its player has given up. */
export const removeForeignSeat = async (db: Database, sessionId: string, address: string): Promise<void> => {
  await db.deleteFrom('foreign_seats').where('session_id', '=', sessionId).where('address', '=', address).execute();
};

/** Notes how a session is now for those who have a seat in it. */
export const noteForeignSession = async (db: Database, session: Session): Promise<void> => {
  await db
    .updateTable('foreign_seats')
    .set({ session: JSON.stringify(session) })
    .where('session_id', '=', session.id)
    .execute();
};

/** Removes seats in sessions that are long over. */
export const forgetForeignSeats = async (db: Database, nowMs: number): Promise<void> => {
  await db
    .deleteFrom('foreign_seats')
    .where('joined_at', '<', Math.floor(nowMs) - KEPT_MS)
    .execute();
};
