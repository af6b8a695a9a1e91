import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import { findPayment, move } from '../payments/index.ts';
import { refundSession } from './refund.ts';
import { endDraft } from './entry.ts';
import { seatsOf } from './seat.ts';
import { findSession, showSession, tellSession } from './session.ts';

/** Cancels a session for its creator before the start. All fees are refunded, also those that arrive later. */
export function cancelSession(context: Context, sessionId: string, address: string): Result<Session, FailureCode> {
  const session = findSession(context.db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  if (session.creator_address !== address) return err('ERR_SESSION_CREATOR');
  const ended = session.status === 'draft' ? cancelDraft(context, session) : cancelWaiting(context, session);
  return ended === null ? err('ERR_SESSION_STATE') : ok(showSession(context, ended));
}

const cancelWaiting = (context: Context, session: SessionRow): SessionRow | null =>
  session.status === 'waiting' ? refundSession(context, session, 'cancelled', 'creator') : null;

function cancelDraft(context: Context, draft: SessionRow): SessionRow | null {
  const { db } = context;
  const ended = db.transaction(() => {
    for (const seat of seatsOf(db, draft.id)) {
      const payment = seat.payment_id === null ? undefined : findPayment(db, seat.payment_id);
      if (payment?.status === 'awaiting') move(db, payment, 'cancelled', {});
    }
    return endDraft(db, draft, 'cancelled', context.now());
  });
  if (ended !== null) tellSession(context, draft.id);
  return ended;
}
