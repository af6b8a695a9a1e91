import { err, ok, type Result } from '@popfray/engine/result';
import {
  canStart,
  READY_DELAY_S,
  startsAtTimeUp,
  type FailureCode,
  type Session,
  type StartSeat,
} from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type SeatRow, type SessionRow, sql } from '../platform/database/index.ts';
import { findScan } from '../payouts/index.ts';
import { publishRefund, refundSeat } from './refund.ts';
import { moveSession } from './machine.ts';
import { findSeat, freeSeat, isReady, seatsOf, stopReadinessExpiry } from './seat.ts';
import { findSession, isWaiting, showSession, tellSession } from './session.ts';

/**
 * Starts the countdown of a session; it is short when all players are ready. Seats that are only reserved are freed. A second call during the
 * countdown changes nothing.
 */
export function startSession(context: Context, sessionId: string, userId: string): Result<Session, FailureCode> {
  const { db } = context;
  const session = findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  if (findSeat(db, sessionId, userId)?.status !== 'taken') return err('ERR_SEAT_UNKNOWN');
  if (session.status === 'starting') return ok(showSession(context, session));
  if (!isWaiting(session, context.now())) return err('ERR_SESSION_STATE');
  const taken = takenSeats(context, sessionId);
  const hasFee = session.fee_sun > 0;
  if (hasUncheckedFees(context, session)) return err('ERR_FEES_CHECKED');
  if (!canStart(hasFee, taken.map(startSeatOf))) return err(hasFee ? 'ERR_NOT_READY_PAID' : 'ERR_NOT_READY');

  const delayS = hasFee || taken.every(isReady) ? READY_DELAY_S : session.start_delay_s;
  const started = beginCountdown(context, session, delayS);
  return started === null ? err('ERR_SESSION_STATE') : ok(showSession(context, started));
}

/**
 * Starts the countdown of a session with an entry fee whose waiting time is over, if two players who have paid are ready. Otherwise returns false and
 * changes nothing. The countdown is the long one, because the players do not expect it.
 */
export function startAtTimeUp(context: Context, session: SessionRow): boolean {
  const taken = takenSeats(context, session.id);
  if (hasUncheckedFees(context, session)) return false;
  if (!startsAtTimeUp(session.fee_sun > 0, taken.map(startSeatOf))) return false;
  return beginCountdown(context, session, session.start_delay_s) !== null;
}

/**
 * Whether the fees of a session are unchecked: they may have been refunded without a trace in this database. While payouts are frozen the database may be an old one,
 * and players of an older session may have left it and withdrawn their fees.
 */
export function hasUncheckedFees({ db }: Pick<Context, 'db'>, session: SessionRow): boolean {
  const { frozen_since: frozenSince } = findScan(db);
  return session.fee_sun > 0 && frozenSince !== null && session.created_at < frozenSince;
}

/** Shortens the countdown when all players have become ready. */
export function shortenCountdown(context: Context, { id }: SessionRow): void {
  const { db, bus } = context;
  const session = findSession(db, id);
  const startsAt = Math.floor(context.now()) + READY_DELAY_S * 1_000;
  if (session?.status !== 'starting' || (session.starts_at ?? 0) <= startsAt) return;
  if (!seatsOf(db, id).every(isReady)) return;
  db.run(sql.updateTable('sessions').set({ starts_at: startsAt }).where('id', '=', id));
  bus.publish({ type: 'starting', sessionId: id });
}

/**
 * Begins a session's countdown in one transaction. Reserved seats are freed. In a session with a fee, so are the seats of players who are not ready,
 * whose fees are refunded; so a player who was not ready cannot lose a fee. Returns null, and changes nothing, when the session is not waiting
 * any more.
 */
function beginCountdown(context: Context, session: SessionRow, delayS: number): SessionRow | null {
  const { db, bus } = context;
  const nowMs = Math.floor(context.now());
  const refunded: SeatRow[] = [];
  const started = db.transaction(() => {
    const moved = moveSession(db, session, 'starting', { starts_at: nowMs + delayS * 1_000 });
    if (moved === null) return null;
    for (const seat of seatsOf(db, session.id)) {
      const plays = seat.status === 'taken' && (session.fee_sun === 0 || isReadyAt(seat, nowMs));
      if (plays) continue;
      refundSeat(db, seat, nowMs);
      freeSeat(db, seat);
      if (seat.fee_sun > 0) refunded.push(seat);
    }
    stopReadinessExpiry(db, session.id);
    return moved;
  });
  if (started === null) return null;
  if (refunded.length > 0) context.onStep('entry.refunded');
  bus.publish({ type: 'starting', sessionId: session.id });
  tellSession(context, session.id);
  for (const seat of refunded) publishRefund(context, session, seat, 'not-ready');
  return started;
}

/** Whether a player is ready at a time. The readiness may have expired before the worker ends it. */
const isReadyAt = (seat: SeatRow, nowMs: number): boolean =>
  isReady(seat) && (seat.ready_until === null || seat.ready_until > nowMs);

const takenSeats = ({ db }: Context, sessionId: string): SeatRow[] =>
  seatsOf(db, sessionId).filter(({ status }) => status === 'taken');

const startSeatOf = (seat: SeatRow): StartSeat => ({ isPaid: seat.fee_sun > 0, isReady: isReady(seat) });
