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
import type { Database, SeatRow, SessionRow } from '../platform/database/index.ts';
import { findScan } from '../payouts/index.ts';
import { publishRefund, refundSeat } from './refund.ts';
import { moveSession } from './machine.ts';
import { findSeat, freeSeat, isReady, seatsOf, stopReadinessExpiry, takenSeats } from './seat.ts';
import { findSession, isWaiting, publishSessionChange, showSession } from './session.ts';

/** A countdown that has begun. */
interface Countdown {
  readonly session: SessionRow;
  /** The seats whose fees were refunded because their players were not ready, as they were before. */
  readonly refunded: readonly SeatRow[];
}

/** A session that starts. */
interface Started {
  readonly session: SessionRow;
  /** Null when the countdown had begun before. */
  readonly countdown: Countdown | null;
}

/**
 * Starts the countdown of a session; it is short when all players are ready. Seats that are only reserved are freed. A second call during the
 * countdown changes nothing.
 */
export async function startSession(
  context: Context,
  sessionId: string,
  userId: string,
): Promise<Result<Session, FailureCode>> {
  const { db } = context;
  const started = await db.inTransaction(async (): Promise<Result<Started, FailureCode>> => {
    const session = await findSession(db, sessionId);
    if (session === undefined) return err('ERR_SESSION_UNKNOWN');
    if ((await findSeat(db, sessionId, userId))?.status !== 'taken') return err('ERR_SEAT_UNKNOWN');
    if (session.status === 'starting') return ok({ session, countdown: null });
    const countdown = await start(context, session);
    return countdown.ok ? ok({ session: countdown.value.session, countdown: countdown.value }) : countdown;
  });
  if (!started.ok) return started;
  const { session, countdown } = started.value;
  if (countdown !== null) publishCountdown(context, countdown);
  return ok(await showSession(context, session));
}

/** Begins the countdown that a player has requested, if that is possible. */
async function start(context: Context, session: SessionRow): Promise<Result<Countdown, FailureCode>> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  if (!isWaiting(session, nowMs)) return err('ERR_SESSION_STATE');
  const taken = await takenSeats(db, session.id);
  const hasFee = session.fee_sun > 0;
  if (await hasUncheckedFees(db, session)) return err('ERR_FEES_CHECKED');
  if (!canStart(hasFee, taken.map(startSeatOf))) return err(hasFee ? 'ERR_NOT_READY_PAID' : 'ERR_NOT_READY');
  const delayS = hasFee || taken.every(isReady) ? READY_DELAY_S : session.start_delay_s;
  const countdown = await beginCountdown(db, session, delayS, nowMs);
  return countdown === null ? err('ERR_SESSION_STATE') : ok(countdown);
}

/**
 * Starts the countdown of a session with an entry fee whose waiting time is over, within the caller's transaction, if two players who have paid are
 * ready. Otherwise returns null and changes nothing. The countdown is the long one, because the players do not expect it.
 */
export async function startAtTimeUp(db: Database, session: SessionRow, nowMs: number): Promise<Countdown | null> {
  if (await hasUncheckedFees(db, session)) return null;
  const taken = await takenSeats(db, session.id);
  if (!startsAtTimeUp(session.fee_sun > 0, taken.map(startSeatOf))) return null;
  return beginCountdown(db, session, session.start_delay_s, nowMs);
}

/**
 * Whether the fees of a session are unchecked: they may have been refunded without a trace in this database. While payouts are frozen the database may be an old one,
 * and players of an older session may have left it and withdrawn their fees.
 */
export async function hasUncheckedFees(db: Database, session: SessionRow): Promise<boolean> {
  const { frozen_since: frozenSince } = await findScan(db);
  return session.fee_sun > 0 && frozenSince !== null && session.created_at < frozenSince;
}

/** Shortens the countdown when all players have become ready, within the caller's transaction. Returns whether it did. */
export async function shortenCountdown(db: Database, id: string, nowMs: number): Promise<boolean> {
  const session = await findSession(db, id);
  const startsAt = nowMs + READY_DELAY_S * 1_000;
  if (session?.status !== 'starting' || (session.starts_at ?? 0) <= startsAt) return false;
  if (!(await seatsOf(db, id)).every(isReady)) return false;
  await db.updateTable('sessions').set({ starts_at: startsAt }).where('id', '=', id).execute();
  return true;
}

/**
 * Begins a session's countdown within the caller's transaction. Reserved seats are freed. In a session with a fee, so are the seats of players who are
 * not ready, whose fees are refunded; so a player who was not ready cannot lose a fee. Returns null, and changes nothing, when the session is not
 * waiting any more.
 */
async function beginCountdown(
  db: Database,
  session: SessionRow,
  delayS: number,
  nowMs: number,
): Promise<Countdown | null> {
  const started = await moveSession(db, session, 'starting', { starts_at: nowMs + delayS * 1_000 });
  if (started === null) return null;
  const refunded: SeatRow[] = [];
  for (const seat of await seatsOf(db, session.id)) {
    const plays = seat.status === 'taken' && (session.fee_sun === 0 || isReadyAt(seat, nowMs));
    if (plays) continue;
    await refundSeat(db, seat, nowMs);
    await freeSeat(db, seat);
    if (seat.fee_sun > 0) refunded.push(seat);
  }
  await stopReadinessExpiry(db, session.id);
  return { session: started, refunded };
}

/** Publishes that a countdown has begun, after the commit. */
export function publishCountdown(context: Context, { session, refunded }: Countdown): void {
  if (refunded.length > 0) context.onStep('entry.refunded');
  context.bus.publish({ type: 'starting', sessionId: session.id, nodeId: context.leases.nodeId });
  publishSessionChange(context, session.id);
  for (const seat of refunded) publishRefund(context, session, seat, 'not-ready');
}

/** Whether a player is ready at a time. The readiness may have expired before the worker ends it. */
const isReadyAt = (seat: SeatRow, nowMs: number): boolean =>
  isReady(seat) && (seat.ready_until === null || seat.ready_until > nowMs);

const startSeatOf = (seat: SeatRow): StartSeat => ({ isPaid: seat.fee_sun > 0, isReady: isReady(seat) });
