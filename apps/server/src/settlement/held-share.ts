import { err, ok, type Result } from '@popfray/engine/result';
import type { HeldShare, HoldReason } from '@popfray/protocol';
import type { DeskShare, DeskSharePage, ShareStory } from '@popfray/protocol/admin';
import { attachTrack } from '@popfray/protocol/battle';
import type { InferResult } from 'kysely';
import { cutPage, type Database, type ExaminationRow, parseCursor } from '../platform/database/index.ts';
import { studyReplay } from '../rounds/index.ts';

/** Examinations with the session and the result of their player. */
const examined = (db: Database) =>
  db
    .selectFrom('examinations')
    .innerJoin('sessions', 'sessions.id', 'examinations.session_id')
    .innerJoin('results', (join) =>
      join
        .onRef('results.session_id', '=', 'examinations.session_id')
        .onRef('results.place', '=', 'examinations.place'),
    )
    .select([
      'examinations.id',
      'examinations.session_id',
      'sessions.name',
      'examinations.place',
      'examinations.address',
      'results.username',
      'results.score',
      'results.position',
      'examinations.examined_at',
      'examinations.reasons',
      'examinations.clicks',
      'examinations.reaction_median_ms',
      'examinations.interval_variation_pct',
      'examinations.aim_offset_pct',
      'examinations.path_score',
      'examinations.contradicted',
      'examinations.status',
      'examinations.share_sun',
      'examinations.amount_sun',
      'examinations.reason',
      'examinations.decided_by',
      'examinations.decided_at',
    ]);

/** A row of `examined`. */
type ExaminedRow = InferResult<ReturnType<typeof examined>>[number];

/** A page of a list of held shares. */
interface ShareFilter {
  readonly status: 'open' | 'decided';
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Shares that are held, the oldest first, or those decided, the newest decision first. */
export async function heldSharesAt(db: Database, { status, before, limit }: ShareFilter): Promise<DeskSharePage> {
  const isOpen = status === 'open';
  const time = isOpen ? 'examinations.examined_at' : 'examinations.decided_at';
  const place = parseCursor(before);
  let query = examined(db);
  query = isOpen ? query.where('examinations.status', '=', 'held') : query.where('decided_at', 'is not', null);
  if (place !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(time, 'examinations.id'), isOpen ? '>' : '<', tuple(place.at, place.id)),
    );
  const direction = isOpen ? 'asc' : 'desc';
  const rows = await query
    .orderBy(time, direction)
    .orderBy('examinations.id', direction)
    .limit(limit + 1)
    .execute();
  const { page, next } = cutPage(rows, limit, ({ examined_at, decided_at, id }) => ({
    at: (isOpen ? examined_at : decided_at) ?? 0,
    id,
  }));
  return { shares: page.map(showDeskShare), next };
}

/** How many shares wait for the operator. */
export async function countHeldShares(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('examinations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  return count;
}

/** A player's own shares that are or were held: those that wait first, then the newest. */
export async function heldSharesOf(db: Database, address: string, limit: number): Promise<HeldShare[]> {
  const rows = await examined(db)
    .where('examinations.address', '=', address)
    .where('examinations.status', '!=', 'clear')
    .orderBy(({ eb }) => eb.case().when('examinations.status', '=', 'held').then(0).else(1).end())
    .orderBy('examinations.examined_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    sessionName: row.name,
    amountSun: row.amount_sun,
    reasons: reasonsOf(row),
    status: row.status === 'clear' ? 'held' : row.status,
    heldAt: row.examined_at,
    decision: row.decided_at === null ? null : { reason: row.reason ?? '', at: row.decided_at },
  }));
}

/** A share that is or was held, with everything that the operator needs for a decision. */
export async function showShareStory(db: Database, id: string): Promise<Result<ShareStory, 'ERR_SHARE_UNKNOWN'>> {
  const row = await examined(db)
    .select(['results.replay', 'examinations.path'])
    .where('examinations.id', '=', id)
    .where('examinations.status', '!=', 'clear')
    .executeTakeFirst();
  if (row === undefined) return err('ERR_SHARE_UNKNOWN');
  const counts = await db
    .selectFrom('examinations')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('address', '=', row.address)
    .groupBy('status')
    .execute();
  const countOf = (status: ExaminationRow['status']): number => counts.find((of) => of.status === status)?.count ?? 0;
  return ok({
    ...showDeskShare(row),
    replay: textOf(row.path === null ? row.replay : attachTrack(row.replay, row.path)),
    path: row.path === null ? null : textOf(row.path),
    ...studyReplay(row.replay, row.path),
    playerShares: {
      clear: countOf('clear'),
      held: countOf('held'),
      paid: countOf('paid'),
      refused: countOf('refused'),
    },
  });
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const reasonsOf = ({ reasons }: Pick<ExaminationRow, 'reasons'>): HoldReason[] =>
  reasons === '' ? [] : (reasons.split(' ') as HoldReason[]);

const showDeskShare = (row: ExaminedRow): DeskShare => ({
  id: row.id,
  sessionId: row.session_id,
  sessionName: row.name,
  address: row.address,
  username: row.username,
  score: row.score,
  position: row.position,
  amountSun: row.amount_sun,
  heldAt: row.examined_at,
  conduct: {
    suspicions: reasonsOf(row),
    clicks: row.clicks,
    reactionMedianMs: row.reaction_median_ms,
    intervalVariationPct: row.interval_variation_pct,
    aimOffsetPct: row.aim_offset_pct,
    pathScore: row.path_score === null ? null : row.path_score / 1_000,
    contradicted: row.contradicted,
  },
  decision:
    (row.status !== 'paid' && row.status !== 'refused') || row.decided_at === null
      ? null
      : { outcome: row.status, reason: row.reason ?? '', by: row.decided_by ?? '', at: row.decided_at },
});
