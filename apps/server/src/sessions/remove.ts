import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, SeatRow, SessionRow } from '../platform/database/index.ts';
import { findPayment, move } from '../payments/index.ts';
import { changeSeat, findSeat, freeSeat } from './seat.ts';
import { findSession, publishSessionChange, showSession } from './session.ts';

/** A seat from which its holder was removed, as it was before. */
interface Removed {
  readonly session: SessionRow;
  readonly seat: SeatRow;
}

/**
 * Removes a bot, or a player who has paid nothing, before the start, for the session's creator. A removed player cannot join this session again;
 * a fee that still arrives goes to the player's balance.
 */
export async function removePlayer(
  context: Context,
  sessionId: string,
  creatorAddress: string,
  userId: string,
): Promise<Result<Session, FailureCode>> {
  const { db } = context;
  const removed = await db.inTransaction(async () =>
    remove(db, sessionId, creatorAddress, userId, Math.floor(context.now())),
  );
  if (!removed.ok) return removed;
  const { session, seat } = removed.value;
  publishSessionChange(context, sessionId);
  publishRemoval(context, session, seat);
  return ok(await showSession(context, session));
}

async function remove(
  db: Database,
  sessionId: string,
  creatorAddress: string,
  userId: string,
  nowMs: number,
): Promise<Result<Removed, FailureCode>> {
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  if (session.creator_address !== creatorAddress) return err('ERR_SESSION_CREATOR');
  if (session.status !== 'waiting' || userId === creatorAddress) return err('ERR_SESSION_STATE');
  const seat = await findSeat(db, sessionId, userId);
  if (seat === undefined) return err('ERR_SEAT_UNKNOWN');
  const payment = seat.payment_id === null ? undefined : await findPayment(db, seat.payment_id);
  const isPaying = payment?.status === 'sent' || payment?.status === 'confirming';
  if (seat.fee_sun > 0 || isPaying) return err('ERR_SEAT_PAID');
  if (payment?.status === 'awaiting') await move(db, payment, 'cancelled', {});
  // The creator may add the same bot again.
  if (seat.bot_skill === null) await changeSeat(db, seat, { removed_at: nowMs });
  await freeSeat(db, seat);
  return ok({ session, seat });
}

/** Notifies a removed player of this chain. Others receive the changed session. */
function publishRemoval({ bus }: Context, { id, name }: SessionRow, { address, chain, bot_skill }: SeatRow): void {
  if (chain !== 'tron' || bot_skill !== null) return;
  const message = `The creator of “${name}” has removed you from it. You paid nothing.`;
  const about = { kind: 'removed', sessionId: id, sessionName: name, amount: '0' } as const;
  bus.publish({ type: 'notice', address, title: 'Removed From Session', message, about });
}
