import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, SeatRow, SessionRow } from '../platform/database/index.ts';
import { findPayment, move } from '../payments/index.ts';
import { refundSeat } from './refund.ts';
import { findSeat, freeSeat } from './seat.ts';
import { findSession, publishSessionChange, showSession } from './session.ts';

/** A seat that was given up, as it was before. */
interface Left {
  readonly session: SessionRow;
  readonly seat: SeatRow;
}

/** Gives a seat up before the start; its fee goes to the player's balance. A creator has to cancel instead. */
export async function leaveSession(
  context: Context,
  sessionId: string,
  userId: string,
): Promise<Result<Session, FailureCode>> {
  const { db } = context;
  const left = await db.inTransaction(async () => leave(db, sessionId, userId, Math.floor(context.now())));
  if (!left.ok) return left;
  const { session, seat } = left.value;
  if (seat.fee_sun > 0) context.onStep('entry.refunded');
  publishSessionChange(context, sessionId);
  return ok(await showSession(context, session));
}

async function leave(
  db: Database,
  sessionId: string,
  userId: string,
  nowMs: number,
): Promise<Result<Left, FailureCode>> {
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  const seat = await findSeat(db, sessionId, userId);
  if (seat === undefined) return err('ERR_SEAT_UNKNOWN');
  if (session.status !== 'waiting' || userId === session.creator_address) return err('ERR_SESSION_STATE');
  const payment =
    seat.status === 'reserved' && seat.payment_id !== null ? await findPayment(db, seat.payment_id) : undefined;
  // The fee is on its way; it can only be refunded after it has arrived.
  if (payment?.status === 'sent' || payment?.status === 'confirming') return err('ERR_SESSION_STATE');
  if (payment?.status === 'awaiting') await move(db, payment, 'cancelled', {});
  await refundSeat(db, seat, nowMs);
  await freeSeat(db, seat);
  return ok({ session, seat });
}
