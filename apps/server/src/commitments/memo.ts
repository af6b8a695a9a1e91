import { dayOf } from '@popfray/protocol/receipt';
import type { Database } from '../platform/database/index.ts';
import { findLast, LATE_MS } from './list.ts';

/** Prefix of the ids of payouts that carry a memo with the root of a day. Players cannot choose such an id. */
export const MEMO_ID = 'commitments-';

/** Id of the payout that carries the memo of a day. */
export const memoIdOf = (day: string): string => `${MEMO_ID}${day}`;

/** The newest day that has commitments and takes no more of them; undefined when there is none. */
export const findFinalDay = async (db: Database, nowMs: number): Promise<string | undefined> =>
  (await findLast(db, dayOf(nowMs - LATE_MS)))?.day;

/** The memo that a payout carries: the day and its root. Undefined for a payout without one. A root never changes once its day is over. */
export async function memoOf(db: Database, payoutId: string): Promise<string | undefined> {
  if (!payoutId.startsWith(MEMO_ID)) return undefined;
  const day = payoutId.slice(MEMO_ID.length);
  const last = await findLast(db, `${day}~`);
  if (last?.day !== day) throw new Error(`${day} has no commitments`);
  return `Popfray commitments ${day} ${last.head}`;
}
