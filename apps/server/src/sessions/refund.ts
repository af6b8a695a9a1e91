import { makeTrx, type Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, SeatRow, SessionRow } from '../platform/database/index.ts';
import { balanceOf, escrowAccount, playerAccount, postEntry } from '../ledger/index.ts';
import { moveSession } from './machine.ts';
import { changeSeat, freeSeat, seatsOf, stopReadinessExpiry } from './seat.ts';
import { tellSession } from './session.ts';
import { makeOver } from './over.ts';

/** A status with which a session ends without a settlement. */
type UnplayedStatus = Extract<Session['status'], 'cancelled' | 'expired'>;

/**
 * Ends a session and refunds every fee to its player's balance, in one transaction. Returns null, and changes nothing, when the status is not that of
 * `row` any more, or when the transition is not allowed.
 */
export function refundSession(
  context: Context,
  row: SessionRow,
  status: UnplayedStatus,
  reason: Session['reason'],
): SessionRow | null {
  const { db } = context;
  const paid = takenSeats(db, row.id).filter(({ fee_sun: feeSun }) => feeSun > 0);
  const ended = db.transaction(() => endUnplayed(db, row, status, reason, Math.floor(context.now())));
  if (ended === null) return null;
  context.onStep('session.refunded');
  if (row.status === 'starting' || row.status === 'playing')
    context.bus.publish({ type: 'over', over: makeOver(row.id, 'cancelled', []) });
  tellSession(context, row.id);
  for (const seat of paid) publishRefund(context, row, seat, 'fee-refunded');
  return ended;
}

/** Notifies a player, on any page, of a refund: the session was not played, or starts without the player. */
export function publishRefund(
  { bus }: Context,
  { id, name }: SessionRow,
  { address, fee_sun: feeSun }: SeatRow,
  kind: 'fee-refunded' | 'not-ready',
): void {
  const amount = makeTrx(feeSun);
  const why = kind === 'not-ready' ? 'starts without you, because you were not ready' : 'was not played';
  const message = `“${name}” ${why}: your fee of ${amount} TRX is on your balance.`;
  const about = { kind, sessionId: id, sessionName: name, amount } as const;
  bus.publish({ type: 'notice', address, title: 'Entry Fee Refunded', message, about });
}

/** The same within the caller's transaction, without notifications. */
export function endUnplayed(
  db: Database,
  row: SessionRow,
  status: UnplayedStatus,
  reason: Session['reason'],
  nowMs: number,
): SessionRow | null {
  const ended = moveSession(db, row, status, { reason, ended_at: nowMs });
  if (ended === null) return null;
  for (const seat of closeSeats(db, row.id)) refundSeat(db, seat, nowMs);
  expectNoEscrow(db, row.id);
  return ended;
}

/** Refunds the fee of one seat to its player's balance, within the caller's transaction. Does nothing without a fee. */
export function refundSeat(db: Database, seat: SeatRow, nowMs: number): void {
  const { session_id, address, payment_id, fee_sun: amountSun } = seat;
  if (amountSun === 0) return;
  const postings = [
    { account: escrowAccount(session_id), amountSun: -amountSun },
    { account: playerAccount(address), amountSun },
  ];
  const key = `refund:${payment_id}`;
  const entered = postEntry(db, { key, kind: 'entry-refund', reference: session_id, postings }, nowMs);
  if (entered !== 'posted') throw new Error(`${key} of session ${session_id} cannot be entered: ${entered}`);
  changeSeat(db, seat, { fee_sun: 0 });
}

/** The taken seats, by their places. */
export const takenSeats = (db: Database, sessionId: string): SeatRow[] =>
  seatsOf(db, sessionId).filter(({ status }) => status === 'taken');

/** The same at a session's end: frees reserved seats. A fee that still arrives for one is refunded. */
export function closeSeats(db: Database, sessionId: string): SeatRow[] {
  for (const seat of seatsOf(db, sessionId)) if (seat.status === 'reserved') freeSeat(db, seat);
  stopReadinessExpiry(db, sessionId);
  return takenSeats(db, sessionId);
}

/** Throws when a session that has ended still holds money, which rolls the transaction back. */
export function expectNoEscrow(db: Database, sessionId: string): void {
  const left = balanceOf(db, escrowAccount(sessionId));
  if (left !== 0) throw new Error(`session ${sessionId} is over and would keep ${left} sun`);
}
