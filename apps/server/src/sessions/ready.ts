import { err, ok, type Result } from '@popfray/engine/result';
import { RESERVATION_MS, UNPAID_READY_MS, type FailureCode, type Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { SeatRow, SessionRow } from '../platform/database/index.ts';
import { changeSeat, findSeat, isReady as isSeatReady } from './seat.ts';
import { findSession, isWaiting, publishSessionChange, showSession } from './session.ts';
import { shortenCountdown, startSession } from './start.ts';

/**
 * Sets whether a player is ready. For a player of another chain this takes the reserved seat; in a session with a fee for `UNPAID_READY_MS`, which
 * each call restarts. During the countdown a player cannot stop being ready, and the countdown is shortened when all players are ready. A quick
 * battle starts when its players are ready.
 */
export async function setReady(
  context: Context,
  sessionId: string,
  userId: string,
  isReady: boolean,
): Promise<Result<Session, FailureCode>> {
  const { db, bus, leases } = context;
  const changed = await db.inTransaction(async () => change(context, sessionId, userId, isReady));
  if (!changed.ok) return changed;
  const { isChanged, isShortened } = changed.value;
  if (isShortened) bus.publish({ type: 'starting', sessionId, nodeId: leases.nodeId });
  if (isChanged) publishSessionChange(context, sessionId);
  if (changed.value.session.is_quick === 1 && isReady) {
    const started = await startSession(context, sessionId, userId);
    // Otherwise the other player is missing, or is not ready yet.
    if (started.ok) return started;
  }
  return ok(await showSession(context, changed.value.session));
}

/** The session, whether its seat has changed, and whether that has shortened the countdown. */
interface Changed {
  readonly session: SessionRow;
  readonly isChanged: boolean;
  readonly isShortened: boolean;
}

async function change(
  { db, blockchain, now }: Context,
  sessionId: string,
  userId: string,
  isReady: boolean,
): Promise<Result<Changed, FailureCode>> {
  const nowMs = Math.floor(now());
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  const seat = await findSeat(db, sessionId, userId);
  if (seat === undefined || seat.bot_skill !== null) return err('ERR_SEAT_UNKNOWN');
  const isPossible = isWaiting(session, nowMs) || (session.status === 'starting' && isReady);
  const isUnpaid = seat.status === 'reserved' && seat.chain === blockchain;
  if (!isPossible || isUnpaid) return err('ERR_SESSION_STATE');
  const changes = changesOf(session, seat, isReady, nowMs);
  if (changes === null) return ok({ session, isChanged: false, isShortened: false });
  await changeSeat(db, seat, changes);
  const isShortened = await shortenCountdown(db, sessionId, nowMs);
  return ok({ session: (await findSession(db, sessionId)) ?? session, isChanged: true, isShortened });
}

/** The changes of a seat when its player is ready, or is not; null for none. */
function changesOf(session: SessionRow, seat: SeatRow, isReady: boolean, nowMs: number): Partial<SeatRow> | null {
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
