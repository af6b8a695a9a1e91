import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, SessionRow } from '../platform/database/index.ts';
import { findPayment, move } from '../payments/index.ts';
import { endUnplayed, publishUnplayed, type Unplayed } from './refund.ts';
import { endDraft } from './entry.ts';
import { seatsOf } from './seat.ts';
import { findSession, publishSessionChange, showSession } from './session.ts';

/** A cancelled session, and what was refunded; null for a draft, which holds no money. */
interface Cancelled {
  readonly session: SessionRow;
  readonly unplayed: Unplayed | null;
}

/** Cancels a session for its creator before the start. All fees are refunded, also those that arrive later. */
export async function cancelSession(
  context: Context,
  sessionId: string,
  address: string,
): Promise<Result<Session, FailureCode>> {
  const { db } = context;
  const cancelled = await db.inTransaction(async () => cancel(db, sessionId, address, Math.floor(context.now())));
  if (!cancelled.ok) return cancelled;
  const { session, unplayed } = cancelled.value;
  if (unplayed === null) publishSessionChange(context, sessionId);
  else publishUnplayed(context, unplayed);
  return ok(await showSession(context, session));
}

async function cancel(
  db: Database,
  sessionId: string,
  address: string,
  nowMs: number,
): Promise<Result<Cancelled, FailureCode>> {
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  if (session.creator_address !== address) return err('ERR_SESSION_CREATOR');
  if (session.status === 'draft') {
    const ended = await cancelDraft(db, session, nowMs);
    return ended === null ? err('ERR_SESSION_STATE') : ok({ session: ended, unplayed: null });
  }
  const unplayed = session.status === 'waiting' ? await endUnplayed(db, session, 'cancelled', 'creator', nowMs) : null;
  return unplayed === null ? err('ERR_SESSION_STATE') : ok({ session: unplayed.ended, unplayed });
}

async function cancelDraft(db: Database, draft: SessionRow, nowMs: number): Promise<SessionRow | null> {
  for (const seat of await seatsOf(db, draft.id)) {
    const payment = seat.payment_id === null ? undefined : await findPayment(db, seat.payment_id);
    if (payment?.status === 'awaiting') await move(db, payment, 'cancelled', {});
  }
  return endDraft(db, draft, 'cancelled', nowMs);
}
