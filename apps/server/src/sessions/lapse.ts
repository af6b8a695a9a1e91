import { BATTLE_MS } from '@popfray/protocol/battle';
import type { Context } from '../platform/context/index.ts';
import type { Database, SeatRow } from '../platform/database/index.ts';
import { stackOf } from '../platform/log/index.ts';
import { findScan } from '../payouts/index.ts';
import { endUnplayed, publishUnplayed } from './refund.ts';
import { loseSeat } from './entry.ts';
import { unreadyChange } from './ready.ts';
import { changeSeat } from './seat.ts';
import { publishSessionChange } from './session.ts';
import { hasUncheckedFees, publishCountdown, startAtTimeUp } from './start.ts';

/** Most seats, and most sessions, that one turn processes. */
const TURN = 100;

/** How late a battle that no process can continue may begin and end before it counts as failed, ms. */
const LATE_START_MS = 15_000;
const LATE_END_MS = 120_000;

/** How much longer a seat is reserved for a fee that was signed but that the chain has not seen, ms. Its wallet may be empty. */
const UNSEEN_MS = 60_000;

/** Reserved seats whose time is up, except those whose fee is on its way. A transaction that a player only named counts when the chain has seen it. */
const lapsedSeats = (db: Database, nowMs: number) =>
  db
    .selectFrom('seats')
    .selectAll()
    .where('status', '=', 'reserved')
    .where('reserved_until', '<=', nowMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.session_id', '=', 'seats.session_id')
            .whereRef('payments.address', '=', 'seats.address')
            .where(({ eb, and, or }) =>
              or([
                eb('payments.status', '=', 'confirming'),
                and([
                  eb('payments.status', '=', 'sent'),
                  eb('payments.txid', 'is not', null),
                  eb('seats.reserved_until', '>', nowMs - UNSEEN_MS),
                ]),
              ]),
            ),
        ),
      ),
    );

/** Seats of players who pay nothing and whose readiness has expired. */
const readyExpiredSeats = (db: Database, nowMs: number) =>
  db
    .selectFrom('seats')
    .innerJoin('sessions', 'sessions.id', 'seats.session_id')
    .selectAll('seats')
    .where('seats.ready_until', '<=', nowMs)
    .where('sessions.status', '=', 'waiting');

/** Sessions that have waited, started or been played longer than allowed. */
const overdueSessions = (db: Database, nowMs: number) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('ended_at', 'is', null)
    .where(({ eb, and, or, not, exists, selectFrom }) => {
      // A battle that has a journal ends without this task, also after an outage of any length.
      const isGone = not(
        exists(selectFrom('live_battles').select('session_id').whereRef('session_id', '=', 'sessions.id')),
      );
      return or([
        and([eb('status', '=', 'waiting'), eb('expires_at', '<=', nowMs)]),
        and([eb('status', '=', 'starting'), eb('starts_at', '<=', nowMs - LATE_START_MS), isGone]),
        and([eb('status', '=', 'playing'), eb('starts_at', '<=', nowMs - BATTLE_MS - LATE_END_MS), isGone]),
      ]);
    });

/** The worker's task on seats and sessions whose time is up. It needs no chain, and may be skipped, repeated or interrupted. */
export async function lapseSessions(context: Context): Promise<void> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  for (const seat of await readyExpiredSeats(db, nowMs).limit(TURN).execute())
    await attempt(context, seat.session_id, async () => expireReadiness(context, seat, nowMs));
  for (const seat of await lapsedSeats(db, nowMs).orderBy('reserved_until').limit(TURN).execute())
    await attempt(context, seat.session_id, async () => lapseSeat(context, seat, nowMs));
  for (const { id } of await overdueSessions(db, nowMs).limit(TURN).execute())
    await attempt(context, id, async () => endOverdue(context, id, nowMs));
}

/** Processes one of many rows. An exception is logged, changes nothing, and does not affect the others. */
export async function attempt(
  { log }: Pick<Context, 'log'>,
  sessionId: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log({ event: 'fault', method: 'TURN', path: `session ${sessionId}`, stack: stackOf(error) });
  }
}

/**
 * Frees a seat whose reservation is over, unless it has changed meanwhile. Its payment stays open: when it is signed later, it takes a seat if there
 * still is one.
 */
async function lapseSeat(
  context: Context,
  { session_id: sessionId, user_id: userId }: SeatRow,
  nowMs: number,
): Promise<void> {
  const { db } = context;
  const isFreed = await db.inTransaction(async () => {
    const query = lapsedSeats(db, nowMs).where('seats.session_id', '=', sessionId).where('seats.user_id', '=', userId);
    const seat = await query.executeTakeFirst();
    if (seat === undefined) return false;
    await loseSeat(db, seat, 'expired', nowMs);
    return true;
  });
  if (isFreed) publishSessionChange(context, sessionId);
}

/**
 * Ends a player's readiness, unless the player has pressed Ready again meanwhile. The seat is reserved for the usual time, in which the player can
 * press it again.
 */
async function expireReadiness(
  context: Context,
  { session_id: sessionId, user_id: userId }: SeatRow,
  nowMs: number,
): Promise<void> {
  const { db } = context;
  const isChanged = await db.inTransaction(async () => {
    const query = readyExpiredSeats(db, nowMs);
    const seat = await query
      .where('seats.session_id', '=', sessionId)
      .where('seats.user_id', '=', userId)
      .executeTakeFirst();
    return seat !== undefined && (await changeSeat(db, seat, unreadyChange(nowMs))) !== null;
  });
  if (isChanged) publishSessionChange(context, sessionId);
}

/**
 * A waiting session starts with the ready players, or expires. A battle that is far too late has failed and is cancelled. After an ordinary start of
 * the server a session waits until payouts are open. If the database may be an old one, the session expires.
 */
async function endOverdue(context: Context, sessionId: string, nowMs: number): Promise<void> {
  const { db } = context;
  const { countdown, unplayed } = await db.inTransaction(async () => {
    const nothing = { countdown: null, unplayed: null };
    const session = await overdueSessions(db, nowMs).where('id', '=', sessionId).executeTakeFirst();
    if (session === undefined) return nothing;
    if (session.status !== 'waiting')
      return { ...nothing, unplayed: await endUnplayed(db, session, 'cancelled', 'fault', nowMs) };
    if ((await hasUncheckedFees(db, session)) && (await findScan(db)).cause === 'start') return nothing;
    const started = await startAtTimeUp(db, session, nowMs);
    if (started !== null) return { ...nothing, countdown: started };
    return { ...nothing, unplayed: await endUnplayed(db, session, 'expired', '', nowMs) };
  });
  if (countdown !== null) publishCountdown(context, countdown);
  if (unplayed !== null) publishUnplayed(context, unplayed);
}
