import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import type { SessionRow } from '../database/schema.ts';
import { refundSession } from '../settlement/refund.ts';
import { attempt } from './lapse.ts';
import { moveSession } from './machine.ts';
import { tellSession } from './session.ts';

/** What players have at least to find each other again after a restart, ms. */
const REGATHER_MS = 2 * 60_000;

/**
 * Battles live in memory: after a start there are none. A countdown that was running has not begun, and its session waits again; a
 * battle that was at play is lost, and everybody is refunded. Called once, before anybody is answered.
 */
export function recoverSessions(context: Context): void {
  const query = sql.selectFrom('sessions').selectAll().where('status', 'in', ['starting', 'playing']);
  for (const session of context.db.all<SessionRow>(query))
    attempt(context, session.id, () => {
      if (session.status === 'starting') waitAgain(context, session);
      else refundSession(context, session, 'cancelled', 'fault');
    });
}

/** Nobody is ready any more: they may not be here. */
function waitAgain(context: Context, session: SessionRow): void {
  const { db } = context;
  const expiresAt = Math.max(session.expires_at, Math.floor(context.now()) + REGATHER_MS);
  db.transaction(() => {
    const unready = sql
      .updateTable('seats')
      .set({ is_ready: 0 })
      .where('session_id', '=', session.id)
      .where('bot_skill', 'is', null);
    db.run(unready);
    moveSession(db, session, 'waiting', { starts_at: null, expires_at: expiresAt });
  });
  tellSession(context, session.id);
}
