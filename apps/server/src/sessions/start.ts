import { err, ok, type Result } from '@popfray/chain';
import { MIN_PLAYERS, READY_DELAY_S, type FailureCode, type Session } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import type { SeatRow, SessionRow } from '../database/schema.ts';
import { moveSession } from './machine.ts';
import { findSeat, freeSeat, seatsOf } from './seat.ts';
import { findSession, isWaiting, showSession, tellSession } from './session.ts';

/**
 * Starts the countdown for everybody: short when all are ready. Whoever has not paid by now does not play. Again while it runs is
 * the same start.
 */
export function startSession(context: Context, sessionId: string, userId: string): Result<Session, FailureCode> {
  const { db, bus } = context;
  const session = findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  if (findSeat(db, sessionId, userId)?.status !== 'taken') return err('ERR_SEAT_UNKNOWN');
  if (session.status === 'starting') return ok(showSession(context, session));
  if (!isWaiting(session, context.now())) return err('ERR_SESSION_STATE');
  const seats = seatsOf(db, sessionId);
  const taken = seats.filter(({ status }) => status === 'taken');
  if (taken.filter(isReady).length < MIN_PLAYERS) return err('ERR_NOT_READY');

  const delayS = taken.every(isReady) ? READY_DELAY_S : session.start_delay_s;
  const startsAt = Math.floor(context.now()) + delayS * 1_000;
  const started = db.transaction(() => {
    for (const seat of seats) if (seat.status === 'reserved') freeSeat(db, seat);
    return moveSession(db, session, 'starting', { starts_at: startsAt });
  });
  if (started === null) return err('ERR_SESSION_STATE');
  bus.tell({ type: 'starting', sessionId });
  tellSession(context, sessionId);
  return ok(showSession(context, started));
}

/** Ends a countdown sooner when everybody is ready meanwhile. */
export function hasten(context: Context, { id }: SessionRow): void {
  const { db, bus } = context;
  const session = findSession(db, id);
  const startsAt = Math.floor(context.now()) + READY_DELAY_S * 1_000;
  if (session?.status !== 'starting' || (session.starts_at ?? 0) <= startsAt) return;
  if (!seatsOf(db, id).every(isReady)) return;
  db.run(sql.updateTable('sessions').set({ starts_at: startsAt }).where('id', '=', id));
  bus.tell({ type: 'starting', sessionId: id });
}

const isReady = ({ is_ready }: SeatRow): boolean => is_ready === 1;
