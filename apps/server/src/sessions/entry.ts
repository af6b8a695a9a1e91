import { makeTrx, RESERVATION_MS, type FailureCode } from '@popfray/protocol';
import type { Context, PaymentPurpose } from '../platform/context/index.ts';
import type { Database, PaymentRow, SeatRow, SessionRow } from '../platform/database/index.ts';
import { usernameOf } from '../players/index.ts';
import { moveSession } from './machine.ts';
import { addSeat, changeSeat, findSeat, freeSeat, isRemoved, seatsOf, seatHolderOf, type Beginning } from './seat.ts';
import { findSession, isWaiting, publishSessionChange } from './session.ts';

/** Paid seats. `entryPurpose`, at the end of this file, is how payments call these functions. */

/** What a seat costs, sun; null when there is no such session, or it costs nothing. */
export async function feeOf(db: Database, sessionId: string): Promise<number | null> {
  const feeSun = (await findSession(db, sessionId))?.fee_sun ?? 0;
  return feeSun > 0 ? feeSun : null;
}

/** Why a player cannot have a seat now; null when a fee that is final takes one. */
export async function refuseSeat(context: Context, address: string, sessionId: string): Promise<FailureCode | null> {
  const { db, now } = context;
  const session = await findSession(db, sessionId);
  if (session === undefined) return 'ERR_SESSION_UNKNOWN';
  const seat = await findSeat(db, sessionId, address);
  if (seat?.status === 'taken') return 'ERR_SESSION_STATE';
  if (session.status === 'draft') return seat === undefined ? 'ERR_SESSION_CLOSED' : null;
  if (await isRemoved(db, sessionId, address)) return 'ERR_SEAT_REMOVED';
  if (!isWaiting(session, now())) return 'ERR_SESSION_CLOSED';
  return seat !== undefined || (await seatsOf(db, sessionId)).length < session.max_players ? null : 'ERR_SESSION_FULL';
}

/** Makes sure that the player has a reserved seat for this payment. */
export async function keepSeat(context: Context, payment: PaymentRow): Promise<FailureCode | null> {
  const sessionId = payment.session_id ?? '';
  const refusal = await refuseSeat(context, payment.address, sessionId);
  if (refusal !== null) return refusal;
  const seat = await findSeat(context.db, sessionId, payment.address);
  if (seat?.payment_id === payment.id) return null;
  await sit(context, payment, {
    status: 'reserved',
    payment_id: payment.id,
    // A second payment does not extend the reservation.
    reserved_until: seat?.reserved_until ?? Math.floor(context.now()) + RESERVATION_MS,
  });
  return null;
}

/** Gives the player the seat when the fee is final. The creator's fee also ends the draft, and the session's time limit begins. */
export async function takePaidSeat(context: Context, payment: PaymentRow): Promise<void> {
  const { db } = context;
  const sessionId = payment.session_id ?? '';
  await sit(context, payment, {
    status: 'taken',
    payment_id: payment.id,
    fee_sun: payment.amount_sun,
    reserved_until: null,
  });
  const session = await findSession(db, sessionId);
  if (session?.status !== 'draft') return;
  const expiresAt = Math.floor(context.now()) + session.time_limit_s * 1_000;
  await moveSession(db, session, 'waiting', { expires_at: expiresAt });
}

/** Frees the seat of a cancelled payment, and ends the draft if the payment was its creator's. */
export async function releaseSeat({ db, now }: Context, payment: PaymentRow): Promise<void> {
  const sessionId = payment.session_id ?? '';
  const seat = await findSeat(db, sessionId, payment.address);
  if (seat?.status === 'reserved' && seat.payment_id === payment.id) await loseSeat(db, seat, 'cancelled', now());
}

/** Frees a seat that was only reserved, within the caller's transaction. A draft ends with the creator's seat. */
export async function loseSeat(
  db: Database,
  seat: SeatRow,
  status: 'cancelled' | 'expired',
  nowMs: number,
): Promise<void> {
  const session = await findSession(db, seat.session_id);
  if (session?.status === 'draft') await endDraft(db, session, status, nowMs);
  else await freeSeat(db, seat);
}

/**
 * Ends a draft, which holds no money, and frees all of its seats, also those of a rematch's bots. Runs in the caller's transaction. Returns null, and
 * changes nothing, when the session is no draft any more.
 */
export async function endDraft(
  db: Database,
  draft: SessionRow,
  status: 'cancelled' | 'expired',
  nowMs: number,
): Promise<SessionRow | null> {
  const reason = status === 'cancelled' ? 'creator' : '';
  const ended = await moveSession(db, draft, status, { reason, ended_at: Math.floor(nowMs) });
  if (ended === null) return null;
  for (const seat of await seatsOf(db, draft.id)) await freeSeat(db, seat);
  return ended;
}

/** Publishes that a seat was taken or refunded, after the commit. */
export async function publishEntry(context: Context, payment: PaymentRow): Promise<void> {
  const { session_id, address, status } = payment;
  const { db, bus } = context;
  const session = await findSession(db, session_id ?? '');
  if (session === undefined) return;
  if (status === 'applied') {
    context.onStep('entry.taken');
    const username = await usernameOf(db, address);
    bus.publish({ type: 'joined', sessionId: session.id, userId: address, username });
    if (address === session.creator_address) publishRematch(context, session, username);
  }
  if (status === 'refunded')
    bus.publish({
      type: 'notice',
      address,
      title: 'Entry Fee Returned',
      message: `There was no seat any more in “${session.name}”. Your fee is on your balance.`,
      about: { kind: 'seat-gone', sessionName: session.name, amount: makeTrx(payment.amount_sun) },
    });
  publishSessionChange(context, session.id);
}

/** Notifies the players of the last session that they can join its rematch. */
export function publishRematch({ bus }: Context, { id, rematch_of }: SessionRow, playerName: string): void {
  if (rematch_of !== null) bus.publish({ type: 'rematch', sessionId: rematch_of, nextSessionId: id, playerName });
}

/** Gives a player the seat that is reserved for a payment, or a free one. Throws when there is none; the caller has checked that. */
async function sit(context: Context, { session_id, address }: PaymentRow, beginning: Beginning): Promise<void> {
  const { db, now } = context;
  const session = await findSession(db, session_id ?? '');
  const seat = await findSeat(db, session_id ?? '', address);
  const sat =
    seat !== undefined
      ? await changeSeat(db, seat, beginning)
      : session && (await addSeat(db, session, await seatHolderOf(context, address), beginning, now()));
  if (!sat) throw new Error(`session ${session_id} has no seat for ${address}`);
}

/** Payments of entry fees. */
export const entryPurpose: PaymentPurpose = {
  price: feeOf,
  refuse: refuseSeat,
  reserve: keepSeat,
  fulfil: takePaidSeat,
  release: releaseSeat,
  notify: publishEntry,
};
