import { makeTrx, type Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, SeatRow, SessionRow } from '../platform/database/index.ts';
import { balanceOf, escrowAccount, playerAccount, postEntry } from '../ledger/index.ts';
import { endLiveBattle } from './live-battle.ts';
import { moveSession } from './machine.ts';
import { changeSeat, freeSeat, seatsOf, stopReadinessExpiry, takenSeats } from './seat.ts';
import { publishSessionChange } from './session.ts';
import { makeOver } from './over.ts';

/** A status with which a session ends without a settlement. */
type UnplayedStatus = Extract<Session['status'], 'cancelled' | 'expired'>;

/** A session that ended without a settlement. */
export interface Unplayed {
  /** The session as it was before. */
  readonly before: SessionRow;
  readonly ended: SessionRow;
  /** The seats whose fees were refunded, as they were before. */
  readonly refunded: readonly SeatRow[];
}

/**
 * Ends a session and refunds every fee to its player's balance, in one transaction. Returns null, and changes nothing, when the status is not that of
 * `row` any more, or when the transition is not allowed.
 */
export async function refundSession(
  context: Context,
  row: SessionRow,
  status: UnplayedStatus,
  reason: Session['reason'],
): Promise<SessionRow | null> {
  const { db } = context;
  const unplayed = await db.inTransaction(async () => endUnplayed(db, row, status, reason, Math.floor(context.now())));
  if (unplayed === null) return null;
  publishUnplayed(context, unplayed);
  return unplayed.ended;
}

/** Publishes the end of a session without a settlement, after the commit. */
export function publishUnplayed(context: Context, { before, refunded }: Unplayed): void {
  context.onStep('session.refunded');
  if (before.status === 'starting' || before.status === 'playing')
    context.bus.publish({ type: 'over', over: makeOver(before.id, 'cancelled', []) });
  publishSessionChange(context, before.id);
  for (const seat of refunded) publishRefund(context, before, seat, 'fee-refunded');
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

/** Ends a session and refunds every fee within the caller's transaction, without notifications. Null as for `refundSession`. */
export async function endUnplayed(
  db: Database,
  row: SessionRow,
  status: UnplayedStatus,
  reason: Session['reason'],
  nowMs: number,
): Promise<Unplayed | null> {
  const ended = await moveSession(db, row, status, { reason, ended_at: nowMs });
  if (ended === null) return null;
  const refunded = (await closeSeats(db, row.id)).filter(({ fee_sun: feeSun }) => feeSun > 0);
  for (const seat of refunded) await refundSeat(db, seat, nowMs);
  await expectEscrow(db, row.id, 0);
  return { before: row, ended, refunded };
}

/** Refunds the fee of one seat to its player's balance, within the caller's transaction. Does nothing without a fee. */
export async function refundSeat(db: Database, seat: SeatRow, nowMs: number): Promise<void> {
  const { session_id, address, payment_id, fee_sun: amountSun } = seat;
  if (amountSun === 0) return;
  const postings = [
    { account: escrowAccount(session_id), amountSun: -amountSun },
    { account: playerAccount(address), amountSun },
  ];
  const key = `refund:${payment_id}`;
  const entered = await postEntry(db, { key, kind: 'entry-refund', reference: session_id, postings }, nowMs);
  if (entered !== 'posted') throw new Error(`${key} of session ${session_id} cannot be entered: ${entered}`);
  await changeSeat(db, seat, { fee_sun: 0 });
}

/**
 * Frees the reserved seats at a session's end, and deletes the journal of its battle. Returns the taken seats, by their places. A fee that still
 * arrives for a freed seat is refunded.
 */
export async function closeSeats(db: Database, sessionId: string): Promise<SeatRow[]> {
  for (const seat of await seatsOf(db, sessionId)) if (seat.status === 'reserved') await freeSeat(db, seat);
  await stopReadinessExpiry(db, sessionId);
  await endLiveBattle(db, sessionId);
  return takenSeats(db, sessionId);
}

/** Throws when a session that has ended holds another amount than its shares that are held for review, which rolls the transaction back. */
export async function expectEscrow(db: Database, sessionId: string, heldSun: number): Promise<void> {
  const left = await balanceOf(db, escrowAccount(sessionId));
  if (left !== heldSun)
    throw new Error(`session ${sessionId} is over and would keep ${left} sun, of which ${heldSun} are held`);
}
