import type { Session } from '@popfray/protocol';
import { type Database, type ForeignSeatRow, sql } from '../platform/database/index.ts';

/** How long a seat in another platform's session is kept after joining, ms: sessions wait 20 minutes at most, receipts are read later. */
const KEPT_MS = 24 * 60 * 60_000;

/** A player's seat in a session that another platform hosts; undefined when there is none. */
export const findForeignSeat = (db: Database, sessionId: string, address: string): ForeignSeatRow | undefined =>
  db.get(
    sql.selectFrom('foreign_seats').selectAll().where('session_id', '=', sessionId).where('address', '=', address),
  );

/** Another platform's session as it was last seen, as long as a player of this platform has a seat in it. */
export function findSeenSession(db: Database, sessionId: string): Session | undefined {
  const query = sql.selectFrom('foreign_seats').select('session').where('session_id', '=', sessionId).limit(1);
  const row = db.get(query);
  return row === undefined ? undefined : (JSON.parse(row.session) as Session);
}

/** Stores a seat that a host has given. Joining again replaces it. */
export function addForeignSeat(db: Database, row: ForeignSeatRow): void {
  const { socket_url, token, session, joined_at } = row;
  const changes = { socket_url, token, session, joined_at };
  db.run(
    sql
      .insertInto('foreign_seats')
      .values(row)
      .onConflict((conflict) => conflict.columns(['session_id', 'address']).doUpdateSet(changes)),
  );
}

/** Removes a seat that its player has given up. */
export const removeForeignSeat = (db: Database, sessionId: string, address: string): void =>
  void db.run(sql.deleteFrom('foreign_seats').where('session_id', '=', sessionId).where('address', '=', address));

/** Notes how a session is now for those who have a seat in it. */
export const noteForeignSession = (db: Database, session: Session): void =>
  void db.run(
    sql
      .updateTable('foreign_seats')
      .set({ session: JSON.stringify(session) })
      .where('session_id', '=', session.id),
  );

/** Removes seats in sessions that are long over. */
export const forgetForeignSeats = (db: Database, nowMs: number): void =>
  void db.run(sql.deleteFrom('foreign_seats').where('joined_at', '<', Math.floor(nowMs) - KEPT_MS));
