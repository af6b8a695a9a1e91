import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { SeatRow, SessionRow } from '../platform/database/index.ts';
import { findPayment, move } from '../payments/index.ts';
import { changeSeat, findSeat, freeSeat } from './seat.ts';
import { findSession, showSession, tellSession } from './session.ts';

/**
 * Removes a bot, or a player who has paid nothing, before the start, for the session's creator. A removed player cannot join this session again;
 * a fee that still arrives goes to the player's balance.
 */
export function removePlayer(
  context: Context,
  sessionId: string,
  creatorAddress: string,
  userId: string,
): Result<Session, FailureCode> {
  const { db } = context;
  const session = findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  if (session.creator_address !== creatorAddress) return err('ERR_SESSION_CREATOR');
  if (session.status !== 'waiting' || userId === creatorAddress) return err('ERR_SESSION_STATE');
  const seat = findSeat(db, sessionId, userId);
  if (seat === undefined) return err('ERR_SEAT_UNKNOWN');
  const payment = seat.payment_id === null ? undefined : findPayment(db, seat.payment_id);
  const isPaying = payment?.status === 'sent' || payment?.status === 'confirming';
  if (seat.fee_sun > 0 || isPaying) return err('ERR_SEAT_PAID');
  db.transaction(() => {
    if (payment?.status === 'awaiting') move(db, payment, 'cancelled', {});
    const isBot = seat.bot_skill !== null;
    // The creator may add the same bot again.
    freeSeat(db, isBot ? seat : (changeSeat(db, seat, { removed_at: Math.floor(context.now()) }) ?? seat));
  });
  tellSession(context, sessionId);
  publishRemoval(context, session, seat);
  return ok(showSession(context, session));
}

/** Notifies a removed player of this chain. Others receive the changed session. */
function publishRemoval({ bus }: Context, { id, name }: SessionRow, { address, chain, bot_skill }: SeatRow): void {
  if (chain !== 'tron' || bot_skill !== null) return;
  const message = `The creator of “${name}” has removed you from it. You paid nothing.`;
  const about = { kind: 'removed', sessionId: id, sessionName: name, amount: '0' } as const;
  bus.publish({ type: 'notice', address, title: 'Removed From Session', message, about });
}
