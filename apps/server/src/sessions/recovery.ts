import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import { refundSession } from './refund.ts';
import { attempt } from './lapse.ts';
import { moveSession } from './machine.ts';
import { unreadyChange } from './ready.ts';
import { changeSeat, seatsOf } from './seat.ts';
import { tellSession } from './session.ts';

/** Least time that players have to reconnect after a restart, ms. */
const REGATHER_MS = 2 * 60_000;

/**
 * Corrects sessions after a start, because live battles are only in memory. A session in its countdown waits again. A session that was being played
 * is lost, and all fees are refunded. A session with a fee whose time ran out while the server was down waits again, so that it does not start
 * with players who could not cancel their readiness. Call it once, before the server answers requests.
 */
export async function recoverSessions(context: Context): Promise<void> {
  const { db } = context;
  const query = db.selectFrom('sessions').selectAll().where('status', 'in', ['waiting', 'starting', 'playing']);
  const nowMs = Math.floor(context.now());
  for (const session of await query.execute())
    await attempt(context, session.id, async () => {
      const { status, fee_sun: feeSun, expires_at: expiresAt } = session;
      if (status === 'playing') await refundSession(context, session, 'cancelled', 'fault');
      else if (status === 'starting' || (feeSun > 0 && expiresAt <= nowMs)) await waitAgain(context, session, nowMs);
    });
}

/** Sets all players to not ready, because they may not be connected. */
async function waitAgain(context: Context, session: SessionRow, nowMs: number): Promise<void> {
  const { db } = context;
  const expiresAt = Math.max(session.expires_at, nowMs + REGATHER_MS);
  await db.inTransaction(async () => {
    for (const seat of await seatsOf(db, session.id)) {
      if (seat.bot_skill !== null || seat.status === 'reserved') continue;
      const isUnpaid = session.fee_sun > 0 && seat.chain !== 'tron';
      await changeSeat(db, seat, isUnpaid ? unreadyChange(nowMs) : { is_ready: 0 });
    }
    if (session.status === 'starting')
      await moveSession(db, session, 'waiting', { starts_at: null, expires_at: expiresAt });
    else await db.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', session.id).execute();
  });
  tellSession(context, session.id);
}
