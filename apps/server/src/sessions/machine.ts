import type { SessionStatus } from '@popfray/protocol';
import type { Database, SessionRow } from '../platform/database/index.ts';

/**
 * The allowed transitions of a session's status and their causes. docs/lifecycles.md has the same table in words.
 *
 * - draft → waiting: the creator's fee is final. → expired: it was not paid in time. → cancelled: by the creator.
 * - waiting → starting: a player starts it, two or more ready. → expired: its time limit. → cancelled: the creator.
 * - starting → playing: the countdown is over. → waiting: the server was away for too long. → cancelled: a fault.
 * - playing → settled: the round is over, every share booked. → cancelled: a fault, or no player scored; all fees are refunded.
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

/** Columns that may change together with a session's status. */
export type SessionChange = Partial<Pick<SessionRow, 'reason' | 'expires_at' | 'starts_at' | 'ended_at'>>;

/**
 * Changes a session's status. Returns null, and changes nothing, when the status is not that of `row` any more, or when the transition is not allowed.
 * For a final status, `change` sets `ended_at`.
 */
export async function moveSession(
  db: Database,
  row: SessionRow,
  status: SessionStatus,
  change: SessionChange,
): Promise<SessionRow | null> {
  if (!TRANSITIONS[row.status].includes(status)) return null;
  const query = db
    .updateTable('sessions')
    .set({ ...change, status })
    .where('id', '=', row.id)
    .where('status', '=', row.status);
  return (await db.countChanges(query)) === 1 ? { ...row, ...change, status } : null;
}
