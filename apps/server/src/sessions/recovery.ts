import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import { attempt } from './lapse.ts';
import { deleteLiveBattle } from './live-battle.ts';
import { moveSession } from './machine.ts';
import { unreadyChange } from './ready.ts';
import { changeSeat, seatsOf } from './seat.ts';
import { publishSessionChange } from './session.ts';

/** Least time that players have to reconnect after a restart, ms. */
const REGATHER_MS = 2 * 60_000;

/**
 * Lets sessions with a fee wait again whose time ran out while the server was down, so that they do not start with players who could not cancel their
 * readiness. Battles are continued by their journals. Call it once, before the server answers requests.
 */
export async function recoverSessions(context: Context): Promise<void> {
  const { db } = context;
  const query = db
    .selectFrom('sessions')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('fee_sun', '>', 0)
    .where('expires_at', '<=', Math.floor(context.now()));
  for (const session of await query.execute())
    await attempt(context, session.id, async () => regatherSession(context, session));
}

/** Lets a session wait again whose players may not be connected: all of them are not ready. A countdown is stopped, and its battle forgotten. */
export async function regatherSession(context: Context, session: SessionRow): Promise<void> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const expiresAt = Math.max(session.expires_at, nowMs + REGATHER_MS);
  await db.inTransaction(async () => {
    for (const seat of await seatsOf(db, session.id)) {
      if (seat.bot_skill !== null || seat.status === 'reserved') continue;
      const isUnpaid = session.fee_sun > 0 && seat.chain !== 'tron';
      await changeSeat(db, seat, isUnpaid ? unreadyChange(nowMs) : { is_ready: 0 });
    }
    await deleteLiveBattle(db, session.id);
    if (session.status === 'starting')
      await moveSession(db, session, 'waiting', { starts_at: null, expires_at: expiresAt });
    else await db.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', session.id).execute();
  });
  publishSessionChange(context, session.id);
}
