import { mostUnpaidSeats, REMOVED_LISTED, type Blockchain } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, type SeatRow, type SessionRow, sql } from '../platform/database/index.ts';
import { usernameOf } from '../players/index.ts';

/** A player or a bot who takes a seat. */
export interface SeatHolder {
  /** The address, or `bot-1`. */
  readonly userId: string;
  readonly chain: Blockchain;
  /** Empty for a bot. */
  readonly address: string;
  readonly username: string;
}

/** The seat holder for a player of this platform's chain. */
export const seatHolderOf = ({ db, blockchain }: Pick<Context, 'db' | 'blockchain'>, address: string): SeatHolder => ({
  userId: address,
  chain: blockchain,
  address,
  username: usernameOf(db, address),
});

/** The initial state of a seat: reserved until a time, epoch ms, or taken. */
export type Beginning = Pick<SeatRow, 'status' | 'reserved_until'> &
  Partial<Pick<SeatRow, 'is_ready' | 'bot_skill' | 'payment_id' | 'fee_sun'>>;

/** The occupied seats of a session, by their places. */
export const seatsOf = (db: Database, sessionId: string): SeatRow[] =>
  db.all(
    sql
      .selectFrom('seats')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('status', '!=', 'left')
      .orderBy('place'),
  );

/** The seat of a player or a bot in a session; undefined without a current one. */
export const findSeat = (db: Database, sessionId: string, userId: string): SeatRow | undefined =>
  seatsOf(db, sessionId).find((seat) => seat.user_id === userId);

/** How many seats a player has in open sessions. */
export function countOpenSeats(db: Database, userId: string): number {
  const row = db.get(
    sql
      .selectFrom('sessions')
      // In SQLite, CROSS JOIN reads the open sessions first: they are few, while a player may have had seats in many.
      .crossJoin('seats')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('seats.session_id', '=', 'sessions.id')
      .where('seats.user_id', '=', userId)
      .where('sessions.ended_at', 'is', null)
      .where('seats.status', '!=', 'left'),
  );
  return row?.count ?? 0;
}

/** Whether a session's creator has removed a player from it. */
export const isRemoved = (db: Database, sessionId: string, userId: string): boolean =>
  db.get(
    sql
      .selectFrom('seats')
      .select('user_id')
      .where('session_id', '=', sessionId)
      .where('user_id', '=', userId)
      .where('removed_at', 'is not', null),
  ) !== undefined;

/** The players whom a session's creator has removed most recently. */
export function removedUserIds(db: Database, sessionId: string): string[] {
  const removed = db.all(
    sql
      .selectFrom('seats')
      .select('user_id')
      .where('session_id', '=', sessionId)
      .where('removed_at', 'is not', null)
      .orderBy('removed_at', 'desc')
      .orderBy('user_id')
      .limit(REMOVED_LISTED),
  );
  return removed.map(({ user_id }) => user_id);
}

/** Whether a seat is free of charge here, because it belongs to a player of another chain or to a bot. */
export const isUnpaidKind = ({ chain, bot_skill }: Pick<SeatRow, 'chain' | 'bot_skill'>): boolean =>
  chain !== 'tron' || bot_skill !== null;

/** Whether a session has a seat for one more player who pays nothing. With a fee, two seats are kept for players who pay it. */
export function hasUnpaidSeat(db: Database, { id, fee_sun, max_players }: SessionRow): boolean {
  return seatsOf(db, id).filter(isUnpaidKind).length < mostUnpaidSeats(fee_sun > 0, max_players);
}

export const isReady = ({ is_ready }: SeatRow): boolean => is_ready === 1;

/** Readiness expires only while a session waits for players. */
export const stopReadinessExpiry = (db: Database, sessionId: string): void =>
  void db.run(
    sql
      .updateTable('seats')
      .set({ ready_until: null })
      .where('session_id', '=', sessionId)
      .where('ready_until', 'is not', null),
  );

/** Gives the first free seat to a holder without one; null when all are occupied. */
export function addSeat(
  db: Database,
  session: Pick<SessionRow, 'id' | 'max_players'>,
  seatHolder: SeatHolder,
  beginning: Beginning,
  nowMs: number,
): SeatRow | null {
  const places = new Set(seatsOf(db, session.id).map((seat) => seat.place));
  const place = Array.from({ length: session.max_players }, (_, at) => at).find((at) => !places.has(at));
  if (place === undefined) return null;
  const seat: SeatRow = {
    session_id: session.id,
    user_id: seatHolder.userId,
    place,
    chain: seatHolder.chain,
    address: seatHolder.address,
    username: seatHolder.username,
    is_ready: 0,
    bot_skill: null,
    payment_id: null,
    fee_sun: 0,
    ready_until: null,
    removed_at: null,
    joined_at: Math.floor(nowMs),
    ...beginning,
  };
  // A holder who has left has a row already.
  db.run(
    sql
      .insertInto('seats')
      .values(seat)
      .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doUpdateSet(seat)),
  );
  return seat;
}

/** Changes a seat. Returns null, and changes nothing, when its status is not that of `seat` any more. */
export function changeSeat(db: Database, seat: SeatRow, change: Partial<SeatRow>): SeatRow | null {
  const query = sql
    .updateTable('seats')
    .set(change)
    .where('session_id', '=', seat.session_id)
    .where('user_id', '=', seat.user_id)
    .where('status', '=', seat.status);
  return db.run(query) === 1 ? { ...seat, ...change } : null;
}

/** Frees a seat that is given up or was only reserved. The caller has dealt with its fee. */
export const freeSeat = (db: Database, seat: SeatRow): void =>
  void changeSeat(db, seat, { status: 'left', is_ready: 0, ready_until: null, reserved_until: null });
