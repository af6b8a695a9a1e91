import type { SessionStatus } from '@popfray/protocol';
import { type Database, type SessionRow, sql } from '../platform/database/index.ts';

/**
 * Which status may follow which, and through what; nothing else ever does. docs/lifecycles.md has the same table in words.
 *
 * - draft → waiting: the creator's fee is final. → expired: it was not paid in time. → cancelled: the creator gave it up.
 * - waiting → starting: a player starts it, two or more ready. → expired: its time limit. → cancelled: the creator.
 * - starting → playing: the countdown is over. → waiting: the server came back meanwhile. → cancelled: a fault.
 * - playing → settled: the round is over, every share booked. → cancelled: a fault, or nobody scored; everybody is refunded.
 */
export const TRANSITIONS: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  draft: ['waiting', 'expired', 'cancelled'],
  waiting: ['starting', 'expired', 'cancelled'],
  starting: ['playing', 'waiting', 'cancelled'],
  playing: ['settled', 'cancelled'],
  settled: [],
  cancelled: [],
  expired: [],
};

/** What may change together with a session's status. */
export type SessionChange = Partial<Pick<SessionRow, 'reason' | 'expires_at' | 'starts_at' | 'ended_at'>>;

/**
 * Moves a session on. Null, and nothing is changed, when it is not where `row` says any more, or when that status may not follow.
 * A status that ends it sets `ended_at` in `change`.
 */
export function moveSession(
  db: Database,
  row: SessionRow,
  status: SessionStatus,
  change: SessionChange,
): SessionRow | null {
  if (!TRANSITIONS[row.status].includes(status)) return null;
  const query = sql
    .updateTable('sessions')
    .set({ ...change, status })
    .where('id', '=', row.id)
    .where('status', '=', row.status);
  return db.run(query) === 1 ? { ...row, ...change, status } : null;
}
