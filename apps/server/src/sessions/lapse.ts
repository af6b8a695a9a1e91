import { BATTLE_MS } from '@popfray/protocol/battle';
import type { Context } from '../platform/context/index.ts';
import { perDatabase, type SeatRow, type SessionRow } from '../platform/database/index.ts';
import { findScan } from '../payouts/index.ts';
import { refundSession } from './refund.ts';
import { loseSeat } from './entry.ts';
import { unreadyChange } from './ready.ts';
import { changeSeat } from './seat.ts';
import { tellSession } from './session.ts';
import { areFeesChecked, startAtTimeUp } from './start.ts';

/** Most seats, and most sessions, that one turn sees to. */
const TURN = 100;

/** How much later than it should a battle may begin, and end, ms, before it is given up. */
const LATE_START_MS = 15_000;
const LATE_END_MS = 120_000;

/** How much longer a seat waits for a fee that was signed and that the chain has not seen: its wallet may have been emptied, ms. */
const UNSEEN_MS = 60_000;

/** Reserved seats whose time is up, but for those whose fee is on its way. What somebody only named is not, until it is seen. */
const LAPSED = `
  SELECT * FROM seats WHERE status = 'reserved' AND reserved_until <= @nowMs AND NOT EXISTS (
    SELECT 1 FROM payments WHERE session_id = seats.session_id AND payments.address = seats.address AND (
      payments.status = 'confirming'
      OR payments.status = 'sent' AND txid IS NOT NULL AND reserved_until + ${UNSEEN_MS} > @nowMs))
  ORDER BY reserved_until LIMIT ${TURN}`;

/** Seats whose player has been ready for as long as a player who pays nothing may be. */
const READY_EXPIRED = `
  SELECT seats.* FROM seats JOIN sessions ON sessions.id = session_id
  WHERE ready_until <= ? AND sessions.status = 'waiting' LIMIT ${TURN}`;

/** Sessions that wait, start or are played for longer than they may. */
const OVERDUE = `
  SELECT * FROM sessions WHERE ended_at IS NULL AND ? >= CASE status
    WHEN 'waiting' THEN expires_at
    WHEN 'starting' THEN starts_at + ${LATE_START_MS}
    WHEN 'playing' THEN starts_at + ${BATTLE_MS + LATE_END_MS} END
  LIMIT ${TURN}`;

const statements = perDatabase((db) => ({
  lapsed: db.prepare<[{ nowMs: number }], SeatRow>(LAPSED),
  readyExpired: db.prepare<[number], SeatRow>(READY_EXPIRED),
  overdue: db.prepare<[number], SessionRow>(OVERDUE),
}));

/** The worker's turn on sessions: whatever has had its time. It needs no chain, and can be left out, repeated and killed anywhere. */
export function lapseSessions(context: Context): void {
  const { lapsed, readyExpired, overdue } = statements(context.db);
  const nowMs = Math.floor(context.now());
  for (const seat of readyExpired.all(nowMs)) attempt(context, seat.session_id, () => expireReadiness(context, seat));
  for (const seat of lapsed.all({ nowMs })) attempt(context, seat.session_id, () => lapseSeat(context, seat));
  for (const session of overdue.all(nowMs)) attempt(context, session.id, () => endOverdue(context, session));
}

/** Sees to one of many sessions. What ends in a bug leaves it as it was, is logged, and keeps no other from its turn. */
export function attempt({ log }: Pick<Context, 'log'>, sessionId: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log({ event: 'fault', method: 'TURN', path: `session ${sessionId}`, stack });
  }
}

/** Its intent stays: signed later it takes the seat after all, where there still is one. */
function lapseSeat(context: Context, seat: SeatRow): void {
  const { db } = context;
  db.transaction(() => loseSeat(db, seat, 'expired', context.now()));
  tellSession(context, seat.session_id);
}

/** The player has as long as at first to press Ready again, then the seat is freed. */
function expireReadiness(context: Context, seat: SeatRow): void {
  changeSeat(context.db, seat, unreadyChange(Math.floor(context.now())));
  tellSession(context, seat.session_id);
}

/**
 * A session that waits starts with those who are ready, or expires; a battle that should have moved on long ago has failed. After an
 * ordinary start of the server a session waits until payouts are open. Where the database may be an old one, it expires.
 */
function endOverdue(context: Context, session: SessionRow): void {
  if (session.status !== 'waiting') {
    refundSession(context, session, 'cancelled', 'fault');
    return;
  }
  if (areFeesChecked(context, session) && findScan(context.db).cause === 'start') return;
  if (!startAtTimeUp(context, session)) refundSession(context, session, 'expired', '');
}
