import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { findPayment, move } from '../payments/index.ts';
import { refundSeat } from './refund.ts';
import { findSeat, freeSeat } from './seat.ts';
import { findSession, showSession, tellSession } from './session.ts';

/** Gives a seat up before the start; its fee goes to the player's balance. A creator has to cancel instead. */
export function leaveSession(context: Context, sessionId: string, userId: string): Result<Session, FailureCode> {
  const { db } = context;
  const session = findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  const seat = findSeat(db, sessionId, userId);
  if (seat === undefined) return err('ERR_SEAT_UNKNOWN');
  if (session.status !== 'waiting' || userId === session.creator_address) return err('ERR_SESSION_STATE');
  const payment = seat.status === 'reserved' && seat.payment_id !== null ? findPayment(db, seat.payment_id) : undefined;
  // The fee is on its way; it can only be refunded after it has arrived.
  if (payment?.status === 'sent' || payment?.status === 'confirming') return err('ERR_SESSION_STATE');
  db.transaction(() => {
    if (payment?.status === 'awaiting') move(db, payment, 'cancelled', {});
    refundSeat(db, seat, Math.floor(context.now()));
    freeSeat(db, seat);
  });
  if (seat.fee_sun > 0) context.onStep('entry.refunded');
  tellSession(context, sessionId);
  return ok(showSession(context, session));
}
