import { sql, type Database } from '../database/database.ts';
import type { SeatRow } from '../database/schema.ts';

/** The seat that somebody has in a session and has not given up. */
export const findSeat = (db: Database, sessionId: string, userId: string): SeatRow | undefined =>
  db.get<SeatRow>(
    sql
      .selectFrom('seats')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('user_id', '=', userId)
      .where('status', '!=', 'left'),
  );
