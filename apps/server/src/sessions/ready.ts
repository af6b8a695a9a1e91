import { err, ok, type Result } from '@popfray/engine/result';
import { RESERVATION_MS, UNPAID_READY_MS, type FailureCode, type Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { SeatRow, SessionRow } from '../platform/database/index.ts';
import { changeSeat, findSeat, isReady as isSeatReady } from './seat.ts';
import { findSession, isWaiting, showSession, tellSession } from './session.ts';
import { shortenCountdown } from './start.ts';

/**
 * Sets whether a player is ready. For a player of another chain this takes the reserved seat; in a session with a fee for `UNPAID_READY_MS`, which
 * each call restarts. During the countdown a player cannot stop being ready, and the countdown is shortened when all players are ready.
 */
export function setReady(
  context: Context,
  sessionId: string,
  userId: string,
  isReady: boolean,
): Result<Session, FailureCode> {
  const { db } = context;
  const session = findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  const seat = findSeat(db, sessionId, userId);
  if (seat === undefined || seat.bot_skill !== null) return err('ERR_SEAT_UNKNOWN');
  const isPossible = isWaiting(session, context.now()) || (session.status === 'starting' && isReady);
  const isUnpaid = seat.status === 'reserved' && seat.chain === context.blockchain;
  if (!isPossible || isUnpaid) return err('ERR_SESSION_STATE');
  const change = changeOf(session, seat, isReady, Math.floor(context.now()));
  if (change !== null) {
    changeSeat(db, seat, change);
    shortenCountdown(context, session);
    tellSession(context, sessionId);
  }
  return ok(showSession(context, findSession(db, sessionId) ?? session));
}

/** The changes of a seat when its player is ready, or is not; null for none. */
function changeOf(session: SessionRow, seat: SeatRow, isReady: boolean, nowMs: number): Partial<SeatRow> | null {
  const expires = session.fee_sun > 0 && seat.chain !== 'tron' && session.status === 'waiting';
  if (expires && isReady)
    return { status: 'taken', is_ready: 1, reserved_until: null, ready_until: nowMs + UNPAID_READY_MS };
  if (expires) return isSeatReady(seat) ? unreadyChange(nowMs) : null;
  if (seat.status === 'reserved' && isReady) return { status: 'taken', is_ready: 1, reserved_until: null };
  return isSeatReady(seat) === isReady ? null : { is_ready: isReady ? 1 : 0 };
}

/** In a session with a fee, a player who pays nothing and stops being ready has the seat reserved as long as a new player. */
export const unreadyChange = (nowMs: number) =>
  ({ status: 'reserved', is_ready: 0, ready_until: null, reserved_until: nowMs + RESERVATION_MS }) as const;
