import type { Session } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { sql, type Database } from '../database/database.ts';
import type { SeatRow, SessionRow } from '../database/schema.ts';
import { balanceOf, enter, escrowAccount, playerAccount } from '../ledger/ledger.ts';
import { moveSession } from '../sessions/machine.ts';

/** How a session ends without being settled. */
type UnplayedStatus = Extract<Session['status'], 'cancelled' | 'expired'>;

/**
 * Ends a session for good and gives every fee that it holds back to its player's balance, in one transaction of its own. Null, and
 * nothing is changed, when it is not where `row` says any more, or may not end so.
 */
export function refundSession(
  context: Context,
  row: SessionRow,
  status: UnplayedStatus,
  reason: Session['reason'],
): SessionRow | null {
  const { db, bus } = context;
  const ended = db.transaction(() => endUnplayed(db, row, status, reason, Math.floor(context.now())));
  if (ended === null) return null;
  context.onStep('session.refunded');
  bus.tell({ type: 'session', sessionId: row.id });
  if (row.status === 'starting' || row.status === 'playing')
    bus.tell({
      type: 'over',
      over: { type: 'battle_over', sessionId: row.id, outcome: 'cancelled', results: [] },
    });
  return ended;
}

/** The same within the caller's transaction, without a word to anybody. */
export function endUnplayed(
  db: Database,
  row: SessionRow,
  status: UnplayedStatus,
  reason: Session['reason'],
  nowMs: number,
): SessionRow | null {
  const ended = moveSession(db, row, status, { reason, ended_at: nowMs });
  if (ended === null) return null;
  for (const seat of takenSeats(db, row.id)) refundSeat(db, seat, nowMs);
  freeReserved(db, row.id);
  expectNoEscrow(db, row.id);
  return ended;
}

/** Gives the fee of one seat back to its player's balance, within the caller's transaction; nothing where none was paid. */
export function refundSeat(db: Database, seat: SeatRow, nowMs: number): void {
  const { session_id, user_id, address, payment_id, fee_sun: amountSun } = seat;
  if (amountSun === 0) return;
  const postings = [
    { account: escrowAccount(session_id), amountSun: -amountSun },
    { account: playerAccount(address), amountSun },
  ];
  const key = `refund:${payment_id}`;
  const entered = enter(db, { key, kind: 'entry-refund', reference: session_id, postings }, nowMs);
  if (entered !== 'entered') throw new Error(`${key} of session ${session_id} cannot be entered: ${entered}`);
  const query = sql
    .updateTable('seats')
    .set({ fee_sun: 0 })
    .where('session_id', '=', session_id)
    .where('user_id', '=', user_id);
  db.run(query);
}

/** The seats that count when a session is played or ends, in their order. */
export const takenSeats = (db: Database, sessionId: string): SeatRow[] =>
  db.all<SeatRow>(
    sql
      .selectFrom('seats')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('status', '=', 'taken')
      .orderBy('place'),
  );

/** Nobody waits for a seat in a session that is over. What is paid for one all the same goes to its player's balance. */
export function freeReserved(db: Database, sessionId: string): void {
  const query = sql
    .updateTable('seats')
    .set({ status: 'left', reserved_until: null })
    .where('session_id', '=', sessionId)
    .where('status', '=', 'reserved');
  db.run(query);
}

/** Throws when a session that is over still holds money, so that nothing of the transaction stays. */
export function expectNoEscrow(db: Database, sessionId: string): void {
  const left = balanceOf(db, escrowAccount(sessionId));
  if (left !== 0) throw new Error(`session ${sessionId} is over and would keep ${left} sun`);
}
