import { err, ok, type Result } from '@popfray/chain';
import type { FailureCode, Session } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { changeSeat, findSeat } from './seat.ts';
import { findSession, isWaiting, showSession, tellSession } from './session.ts';
import { hasten } from './start.ts';

/**
 * Says whether a player is ready. A player of another chain takes the reserved seat by it. Once the countdown runs nobody is unready
 * any more, and it ends sooner when everybody is ready.
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
  const isUnpaid = seat.status === 'reserved' && seat.chain === 'tron';
  if (!isPossible || isUnpaid) return err('ERR_SESSION_STATE');
  const isTaking = seat.status === 'reserved' && isReady;
  const taking = isTaking ? ({ status: 'taken', reserved_until: null } as const) : {};
  if (isTaking || (seat.is_ready === 1) !== isReady) {
    changeSeat(db, seat, { is_ready: isReady ? 1 : 0, ...taking });
    hasten(context, session);
    tellSession(context, sessionId);
  }
  return ok(showSession(context, findSession(db, sessionId) ?? session));
}
