import { dayOf, makeFirstHead, makeHead, NO_ROOT } from '@popfray/protocol/receipt';
import type { Context } from '../platform/context/index.ts';
import type { CommitmentRow, Database } from '../platform/database/index.ts';

/** How long after its end a day still takes commitments that were stored before its end, ms. */
export const LATE_MS = 5 * 60_000;

/** Most commitments that one turn lists. */
const TURN = 500;

/**
 * The worker's task that gives new commitments their places in the list. Only one process does it, so that no two battles that begin at the same time wait for
 * each other, and the numbers of a day have no gaps. It may be skipped, repeated or interrupted.
 */
export async function listCommitments({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  if ((await findUnlisted(db, 1)).length === 0) return;
  await db.inTransaction(async () => {
    let last = await findLast(db);
    for (const row of await findUnlisted(db, TURN)) last = await addToList(db, row, last, now());
  });
}

/** The place of an entry. */
type Place = Readonly<Record<'day' | 'head', string>> & { readonly number: number };

/** The newest entry, optionally of the days before one; undefined when there is none. */
export async function findLast(db: Database, before = '9999'): Promise<Place | undefined> {
  const row = await db
    .selectFrom('commitments')
    .select(['day', 'number', 'head'])
    .where('day', '<', before)
    .orderBy('day', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : placeOf(row);
}

/** The place of a row of the list; undefined for one that is not listed. */
export function placeOf({ day, number, head }: Pick<CommitmentRow, 'day' | 'number' | 'head'>): Place | undefined {
  return day === null || number === null || head === null ? undefined : { day, number, head };
}

const findUnlisted = async (db: Database, limit: number): Promise<CommitmentRow[]> =>
  db
    .selectFrom('commitments')
    .selectAll()
    .where('day', 'is', null)
    .orderBy('published_at')
    .orderBy('session_id')
    .limit(limit)
    .execute();

/** Adds a commitment to the list. Its day is that of its time, unless that day has ended: a day that was published never changes. */
async function addToList(db: Database, row: CommitmentRow, last: Place | undefined, nowMs: number): Promise<Place> {
  const [day = ''] = [dayOf(row.published_at), dayOf(nowMs - LATE_MS), last?.day ?? ''].toSorted().toReversed();
  const isFirst = last?.day !== day;
  const number = isFirst ? 1 : last.number + 1;
  const before = isFirst ? makeFirstHead(day, last?.head ?? NO_ROOT) : last.head;
  const { commitment, session_id: sessionId, published_at: publishedAt } = row;
  const head = makeHead(before, { number, sessionId, commitment, publishedAt });
  await db
    .updateTable('commitments')
    .set({ day, number, head })
    .where('commitment', '=', commitment)
    .where('day', 'is', null)
    .execute();
  return { day, number, head };
}
