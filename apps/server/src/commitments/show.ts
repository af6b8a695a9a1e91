import type { SessionStatus } from '@popfray/protocol';
import { dayOf, NO_ROOT, type CommitmentEntry, type CommitmentPage, type Listing } from '@popfray/protocol/receipt';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { findLast, LATE_MS, placeOf } from './list.ts';
import { memoIdOf } from './memo.ts';

/** Statuses of sessions that are over. */
const OVER: ReadonlySet<SessionStatus> = new Set(['settled', 'cancelled', 'expired']);

/** Which entries are shown: those of a day (UTC; default: today) whose number is above `after`, at most `limit`. */
interface Wanted {
  readonly day?: string | undefined;
  readonly after: number;
  readonly limit: number;
}

/** A page of the public list of commitments. */
export const showCommitments = async (
  { db, now, chain }: Pick<Context, 'db' | 'now' | 'chain'>,
  wanted: Wanted,
): Promise<CommitmentPage> =>
  db.inSnapshot(async () => {
    const { day = dayOf(now()), after, limit } = wanted;
    const before = await findLast(db, day);
    const last = await findLast(db, `${day}~`);
    const isEmpty = last?.day !== day;
    const next = await db
      .selectFrom('commitments')
      .select(({ fn }) => fn.min('day').as('day'))
      .where('day', '>', day)
      .executeTakeFirst();
    const nextDay = next?.day ?? null;
    return {
      day,
      previousRoot: before?.head ?? NO_ROOT,
      isFinal: nextDay !== null || day < dayOf(now() - LATE_MS),
      count: isEmpty ? 0 : last.number,
      root: isEmpty ? null : last.head,
      memo: await findMemo({ db, chain }, day),
      entries: isEmpty ? [] : await findEntries(db, day, after, limit),
      previousDay: before?.day ?? null,
      nextDay,
    };
  });

/** The transaction with the root of a day as its memo; null until it was sent. */
async function findMemo(
  { db, chain }: Pick<Context, 'db' | 'chain'>,
  day: string,
): Promise<NonNullable<CommitmentPage['memo']> | null> {
  const sent = await db.selectFrom('payouts').select('txid').where('id', '=', memoIdOf(day)).executeTakeFirst();
  const txid = sent?.txid ?? null;
  return txid === null ? null : { txid, explorerUrl: chain.explorerUrl(txid) };
}

async function findEntries(db: Database, day: string, after: number, limit: number): Promise<CommitmentEntry[]> {
  const rows = await db
    .selectFrom('commitments')
    .leftJoin('sessions', 'sessions.id', 'commitments.session_id')
    .leftJoin('battles', 'battles.session_id', 'commitments.session_id')
    .selectAll('commitments')
    .select(['sessions.status', 'battles.commitment as played'])
    .where('commitments.day', '=', day)
    .where('commitments.number', '>', after)
    .orderBy('commitments.number')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => {
    const place = placeOf(row);
    if (place === undefined) return [];
    const { commitment, session_id: sessionId, published_at: publishedAt } = row;
    const isOver = row.status === null || OVER.has(row.status);
    const outcome = row.played === commitment ? 'played' : isOver ? 'cancelled' : 'open';
    return [{ number: place.number, sessionId, commitment, publishedAt, head: place.head, outcome } as const];
  });
}

/** Where the list has a commitment; null when it is not listed. */
export async function findListing(db: Database, commitment: string): Promise<Listing | null> {
  const row = await db.selectFrom('commitments').selectAll().where('commitment', '=', commitment).executeTakeFirst();
  return (row && placeOf(row)) ?? null;
}
