import { BATTLE_MS } from '@popfray/protocol/battle';
import type { Context } from '../platform/context/index.ts';
import { type Database, type SeatRow, type SessionRow, sql } from '../platform/database/index.ts';
import { findScan } from '../payouts/index.ts';
import { refundSession } from './refund.ts';
import { loseSeat } from './entry.ts';
import { unreadyChange } from './ready.ts';
import { changeSeat } from './seat.ts';
import { tellSession } from './session.ts';
import { hasUncheckedFees, startAtTimeUp } from './start.ts';

/** Most seats, and most sessions, that one turn processes. */
const TURN = 100;

/** How late a battle may begin and end before it counts as failed, ms. */
const LATE_START_MS = 15_000;
const LATE_END_MS = 120_000;

/** How much longer a seat is reserved for a fee that was signed but that the chain has not seen, ms. Its wallet may be empty. */
const UNSEEN_MS = 60_000;

/** Reserved seats whose time is up, except those whose fee is on its way. A transaction that a player only named counts when the chain has seen it. */
const lapsedSeats = (db: Database, nowMs: number): SeatRow[] =>
  db.all(
    sql
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
      )
      .orderBy('reserved_until')
      .limit(TURN),
  );

/** Seats of players who pay nothing and whose readiness has expired. */
const readyExpiredSeats = (db: Database, nowMs: number): SeatRow[] =>
  db.all(
    sql
      .selectFrom('seats')
      .innerJoin('sessions', 'sessions.id', 'seats.session_id')
      .selectAll('seats')
      .where('seats.ready_until', '<=', nowMs)
      .where('sessions.status', '=', 'waiting')
      .limit(TURN),
  );

/** Sessions that have waited, started or been played longer than allowed. */
const overdueSessions = (db: Database, nowMs: number): SessionRow[] =>
  db.all(
    sql
      .selectFrom('sessions')
      .selectAll()
      .where('ended_at', 'is', null)
      .where(({ eb, and, or }) =>
        or([
          and([eb('status', '=', 'waiting'), eb('expires_at', '<=', nowMs)]),
          and([eb('status', '=', 'starting'), eb('starts_at', '<=', nowMs - LATE_START_MS)]),
          and([eb('status', '=', 'playing'), eb('starts_at', '<=', nowMs - BATTLE_MS - LATE_END_MS)]),
        ]),
      )
      .limit(TURN),
  );

/** The worker's task on seats and sessions whose time is up. It needs no chain, and may be skipped, repeated or interrupted. */
export function lapseSessions(context: Context): void {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  for (const seat of readyExpiredSeats(db, nowMs))
    attempt(context, seat.session_id, () => expireReadiness(context, seat));
  for (const seat of lapsedSeats(db, nowMs)) attempt(context, seat.session_id, () => lapseSeat(context, seat));
  for (const session of overdueSessions(db, nowMs)) attempt(context, session.id, () => endOverdue(context, session));
}

/** Processes one of many rows. An exception is logged, changes nothing, and does not affect the others. */
export function attempt({ log }: Pick<Context, 'log'>, sessionId: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log({ event: 'fault', method: 'TURN', path: `session ${sessionId}`, stack });
  }
}

/** Frees a seat whose reservation is over. Its payment stays open: when it is signed later, it takes a seat if there still is one. */
function lapseSeat(context: Context, seat: SeatRow): void {
  const { db } = context;
  db.transaction(() => loseSeat(db, seat, 'expired', context.now()));
  tellSession(context, seat.session_id);
}

/** Ends a player's readiness. The seat is reserved for the usual time, in which the player can press Ready again. */
function expireReadiness(context: Context, seat: SeatRow): void {
  changeSeat(context.db, seat, unreadyChange(Math.floor(context.now())));
  tellSession(context, seat.session_id);
}

/**
 * A waiting session starts with the ready players, or expires. A battle that is far too late has failed and is cancelled. After an ordinary start of
 * the server a session waits until payouts are open. If the database may be an old one, the session expires.
 */
function endOverdue(context: Context, session: SessionRow): void {
  if (session.status !== 'waiting') {
    refundSession(context, session, 'cancelled', 'fault');
    return;
  }
  if (hasUncheckedFees(context, session) && findScan(context.db).cause === 'start') return;
  if (!startAtTimeUp(context, session)) refundSession(context, session, 'expired', '');
}
