import type { Context } from '../platform/context/index.ts';
import { type SessionRow, sql } from '../platform/database/index.ts';
import { refundSession } from './refund.ts';
import { attempt } from './lapse.ts';
import { moveSession } from './machine.ts';
import { unreadyChange } from './ready.ts';
import { changeSeat, seatsOf } from './seat.ts';
import { tellSession } from './session.ts';

/** What players have at least to find each other again after a restart, ms. */
const REGATHER_MS = 2 * 60_000;

/**
 * Battles live in memory: after a start there are none. A countdown that was running has not begun, and its session waits again; a
 * battle that was at play is lost, and everybody is refunded. A session with an entry fee whose time ran out while the server was away
 * waits again too: it must not start with players who could not say that they are not ready any more. Called once, before anybody is
 * answered.
 */
export function recoverSessions(context: Context): void {
  const query = sql.selectFrom('sessions').selectAll().where('status', 'in', ['waiting', 'starting', 'playing']);
  const nowMs = Math.floor(context.now());
  for (const session of context.db.all<SessionRow>(query))
    attempt(context, session.id, () => {
      const { status, fee_sun: feeSun, expires_at: expiresAt } = session;
      if (status === 'playing') refundSession(context, session, 'cancelled', 'fault');
      else if (status === 'starting' || (feeSun > 0 && expiresAt <= nowMs)) waitAgain(context, session, nowMs);
    });
}

/** Nobody is ready any more: they may not be here. */
function waitAgain(context: Context, session: SessionRow, nowMs: number): void {
  const { db } = context;
  const expiresAt = Math.max(session.expires_at, nowMs + REGATHER_MS);
  db.transaction(() => {
    for (const seat of seatsOf(db, session.id)) {
      if (seat.bot_skill !== null || seat.status === 'reserved') continue;
      const isUnpaid = session.fee_sun > 0 && seat.chain !== 'tron';
      changeSeat(db, seat, isUnpaid ? unreadyChange(nowMs) : { is_ready: 0 });
    }
    if (session.status === 'starting') moveSession(db, session, 'waiting', { starts_at: null, expires_at: expiresAt });
    else db.run(sql.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', session.id));
  });
  tellSession(context, session.id);
}
