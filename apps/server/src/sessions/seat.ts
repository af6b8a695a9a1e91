import { mostUnpaidSeats, REMOVED_LISTED, type Blockchain } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, SeatRow, SessionRow } from '../platform/database/index.ts';
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
export const seatHolderOf = async (
  { db, blockchain }: Pick<Context, 'db' | 'blockchain'>,
  address: string,
): Promise<SeatHolder> => ({
  userId: address,
  chain: blockchain,
  address,
  username: await usernameOf(db, address),
});

/** The initial state of a seat: reserved until a time, epoch ms, or taken. */
export type Beginning = Pick<SeatRow, 'status' | 'reserved_until'> &
  Partial<Pick<SeatRow, 'is_ready' | 'bot_skill' | 'payment_id' | 'fee_sun'>>;

/** The occupied seats of a session, by their places. */
export const seatsOf = async (db: Database, sessionId: string): Promise<SeatRow[]> =>
  db
    .selectFrom('seats')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('status', '!=', 'left')
    .orderBy('place')
    .execute();

/** The seats that are not only reserved, by their places. */
export const takenSeats = async (db: Database, sessionId: string): Promise<SeatRow[]> =>
  (await seatsOf(db, sessionId)).filter(({ status }) => status === 'taken');

/** The seat of a player or a bot in a session; undefined without a current one. */
export const findSeat = async (db: Database, sessionId: string, userId: string): Promise<SeatRow | undefined> =>
  (await seatsOf(db, sessionId)).find((seat) => seat.user_id === userId);

/** How many seats a player has in open sessions. */
export async function countOpenSeats(db: Database, userId: string): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    // In SQLite, CROSS JOIN reads the open sessions first: they are few, while a player may have had seats in many.
    .crossJoin('seats')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('seats.session_id', '=', 'sessions.id')
    .where('seats.user_id', '=', userId)
    .where('sessions.ended_at', 'is', null)
    .where('seats.status', '!=', 'left')
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Whether a session's creator has removed a player from it. */
export const isRemoved = async (db: Database, sessionId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('seats')
    .select('user_id')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** The players whom a session's creator has removed most recently. */
export async function removedUserIds(db: Database, sessionId: string): Promise<string[]> {
  const removed = await db
    .selectFrom('seats')
    .select('user_id')
    .where('session_id', '=', sessionId)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .orderBy('user_id')
    .limit(REMOVED_LISTED)
    .execute();
  return removed.map(({ user_id }) => user_id);
}

/** Whether a seat is free of charge here, because it belongs to a player of another chain or to a bot. */
export const isUnpaidKind = ({ chain, bot_skill }: Pick<SeatRow, 'chain' | 'bot_skill'>): boolean =>
  chain !== 'tron' || bot_skill !== null;

/** Whether a session has a seat for one more player who pays nothing. With a fee, two seats are kept for players who pay it. */
export async function hasUnpaidSeat(db: Database, { id, fee_sun, max_players }: SessionRow): Promise<boolean> {
  return (await seatsOf(db, id)).filter(isUnpaidKind).length < mostUnpaidSeats(fee_sun > 0, max_players);
}

export const isReady = ({ is_ready }: SeatRow): boolean => is_ready === 1;

/** Readiness expires only while a session waits for players. */
export const stopReadinessExpiry = async (db: Database, sessionId: string): Promise<void> => {
  await db
    .updateTable('seats')
    .set({ ready_until: null })
    .where('session_id', '=', sessionId)
    .where('ready_until', 'is not', null)
    .execute();
};

/** Gives the first free seat to a holder without one; null when all are occupied. */
export async function addSeat(
  db: Database,
  session: Pick<SessionRow, 'id' | 'max_players'>,
  seatHolder: SeatHolder,
  beginning: Beginning,
  nowMs: number,
): Promise<SeatRow | null> {
  const places = new Set((await seatsOf(db, session.id)).map((seat) => seat.place));
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
  await db
    .insertInto('seats')
    .values(seat)
    .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doUpdateSet(seat))
    .execute();
  return seat;
}

/** Changes a seat. Returns null, and changes nothing, when its status is not that of `seat` any more. */
export async function changeSeat(db: Database, seat: SeatRow, change: Partial<SeatRow>): Promise<SeatRow | null> {
  const query = db
    .updateTable('seats')
    .set(change)
    .where('session_id', '=', seat.session_id)
    .where('user_id', '=', seat.user_id)
    .where('status', '=', seat.status);
  return (await db.countChanges(query)) === 1 ? { ...seat, ...change } : null;
}

/** Frees a seat that is given up or was only reserved. The caller has dealt with its fee. */
export const freeSeat = async (db: Database, seat: SeatRow): Promise<void> => {
  await changeSeat(db, seat, { status: 'left', is_ready: 0, ready_until: null, reserved_until: null });
};
