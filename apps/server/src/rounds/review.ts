import { err, ok, type Result } from '@popfray/engine/result';
import type { Review, ReviewPage, ReviewStory } from '@popfray/protocol/admin';
import { attachTrack } from '@popfray/protocol/battle';
import { recordAuditEvent } from '../platform/audit/index.ts';
import { cutPage, type Database, parseCursor, type ReviewRow, type RoundRow } from '../platform/database/index.ts';
import type { Context } from '../platform/context/index.ts';
import { countGame } from '../players/index.ts';
import { budgetLeftSun, creditReward, openBudget } from './budget.ts';
import { limitHeldReward, type LimitedReward } from './reward.ts';
import { type ReviewedRound, reviewedRounds } from './reviewed-rounds.ts';
import { summaryOf } from './round.ts';
import { studyReplay } from './study.ts';

/** What the operator decides about a held round. */
export interface Verdict extends Pick<ReviewRow, 'outcome' | 'reason' | 'by'> {
  readonly roundId: string;
}

/** A page of a list of reviews. */
interface ReviewFilter {
  readonly status: 'open' | 'decided';
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Rounds that are held, the oldest first, or those decided, the newest decision first. */
export async function reviewsOf(db: Database, { status, before, limit }: ReviewFilter): Promise<ReviewPage> {
  const place = parseCursor(before);
  if (status === 'open') {
    let query = reviewedRounds(db).where('rounds.status', '=', 'held');
    if (place !== undefined)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('rounds.played_at', 'rounds.id'), '>', tuple(place.at, place.id)),
      );
    const rows = await query
      .orderBy('rounds.played_at')
      .orderBy('rounds.id')
      .limit(limit + 1)
      .execute();
    const { page, next } = cutPage(rows, limit, ({ played_at: at, id }) => ({ at, id }));
    return { reviews: page.map(showReview), next };
  }
  let query = reviewedRounds(db).where('reviews.at', 'is not', null);
  if (place !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('reviews.at', 'reviews.round_id'), '<', tuple(place.at, place.id)),
    );
  const rows = await query
    .orderBy('reviews.at', 'desc')
    .orderBy('reviews.round_id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, next } = cutPage(rows, limit, ({ at, id }) => ({ at: at ?? 0, id }));
  return { reviews: page.map(showReview), next };
}

/** A player's newest rounds as the desk sees them, held or not. */
export async function reviewsOfPlayer(db: Database, address: string, limit: number): Promise<Review[]> {
  const rows = await reviewedRounds(db)
    .where('rounds.address', '=', address)
    .orderBy('rounds.played_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(showReview);
}

/** How many rounds wait for the operator. */
export async function countHeld(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('rounds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  return count;
}

/** A round that is or was held, with all there is to judge it by. */
export async function showReviewStory(
  context: Context,
  roundId: string,
): Promise<Result<ReviewStory, 'ERR_ROUND_UNKNOWN'>> {
  const { db, now } = context;
  const row = await reviewedRounds(db)
    .select(['rounds.replay', 'rounds.path'])
    .where('rounds.id', '=', roundId)
    .executeTakeFirst();
  if (row === undefined || (row.status !== 'held' && row.outcome === null)) return err('ERR_ROUND_UNKNOWN');
  const counts = await db
    .selectFrom('rounds')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('address', '=', row.address)
    .groupBy('status')
    .execute();
  const countOf = (status: RoundRow['status']): number => counts.find((of) => of.status === status)?.count ?? 0;
  return ok({
    ...showReview(row),
    replay: Buffer.from(row.path === null ? row.replay : attachTrack(row.replay, row.path)).toString('base64url'),
    path: row.path === null ? null : Buffer.from(row.path).toString('base64url'),
    ...studyReplay(row.replay, row.path),
    playerRounds: { credited: countOf('credited'), held: countOf('held'), refused: countOf('refused') },
    payableSun: row.status === 'held' ? (await payableOf(context, row)).creditedSun : row.credited_sun,
    budgetLeftSun: await budgetLeftSun(context, now()),
  });
}

/** Why a round cannot be decided. */
type DecisionFailure = 'ERR_ROUND_UNKNOWN' | 'ERR_DECIDED' | 'ERR_OWN_ROUND' | 'ERR_BUDGET';

/**
 * Pays a held round from today's reward budget, up to what the caps of its round, its player and its network leave of the round's day, or refuses it. The decision is
 * final; the ledger's entry and the audit log are in one transaction. A budget that is not enough for all of it pays nothing. Operators do not decide
 * about their own rounds. A refusal leaves no trace.
 */
export async function decideRound(context: Context, verdict: Verdict): Promise<Result<null, DecisionFailure>> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const decided = await db.inTransaction(async (): Promise<Result<null, DecisionFailure>> => {
    const row = await findForReview(db, verdict.roundId);
    if (row === undefined) return err('ERR_ROUND_UNKNOWN');
    if (row.status !== 'held') return err('ERR_DECIDED');
    if (row.address === verdict.by) return err('ERR_OWN_ROUND');
    const isPaid = verdict.outcome === 'paid';
    const reward = isPaid ? await payableOf(context, row) : { creditedSun: 0, cutBy: null };
    const { creditedSun } = reward;
    if (creditedSun > (await budgetLeftSun(context, nowMs))) return err('ERR_BUDGET');
    await record(db, verdict, reward, nowMs);
    if (isPaid) {
      await openBudget(context, nowMs);
      await creditReward(db, row.id, row.address, creditedSun, nowMs);
      await countGame(db, { address: row.address, category: 'trx-classic', score: row.score });
    }
    return ok(null);
  });
  if (decided.ok && verdict.outcome === 'paid') {
    context.onStep('round.credited');
    context.bus.publish({ type: 'reward' });
  }
  return decided;
}

/** Writes a verdict down: on the round, beside it, and in the audit log. */
async function record(
  db: Database,
  { roundId, outcome, reason, by }: Verdict,
  { creditedSun, cutBy }: LimitedReward,
  nowMs: number,
): Promise<void> {
  const status = outcome === 'paid' ? 'credited' : 'refused';
  const changed = await db.countChanges(
    db
      .updateTable('rounds')
      .set({ status, credited_sun: creditedSun, cut_by: cutBy })
      .where('id', '=', roundId)
      .where('status', '=', 'held'),
  );
  if (changed !== 1) throw new Error(`round ${roundId} is not held`);
  await db.insertInto('reviews').values({ round_id: roundId, outcome, reason, by, at: nowMs }).execute();
  await recordAuditEvent(db, { by, act: `round-${outcome}`, subject: roundId, reason }, nowMs);
}

type ForReview = Pick<RoundRow, 'id' | 'address' | 'score' | 'earned_sun' | 'status' | 'played_at' | 'network'>;

/** A round that is or was held. */
const findForReview = async (db: Database, id: string): Promise<ForReview | undefined> =>
  db
    .selectFrom('rounds')
    .leftJoin('reviews', 'reviews.round_id', 'rounds.id')
    .select(['rounds.id', 'address', 'score', 'earned_sun', 'status', 'played_at', 'network'])
    .where('rounds.id', '=', id)
    .where(({ or, eb }) => or([eb('status', '=', 'held'), eb('reviews.round_id', 'is not', null)]))
    .executeTakeFirst();

/** What a round would be credited: its caps are those of the day it was played in. */
const payableOf = async (
  context: Context,
  { address, network, earned_sun, played_at }: Pick<RoundRow, 'address' | 'network' | 'earned_sun' | 'played_at'>,
): Promise<LimitedReward> => limitHeldReward(context, { address, network, earnedSun: earned_sun, playedAt: played_at });

const showReview = (row: ReviewedRound): Review => ({
  ...summaryOf(row),
  conduct: {
    suspicions: row.suspicions === '' ? [] : (row.suspicions.split(' ') as Review['conduct']['suspicions']),
    elapsedMs: row.elapsed_ms,
    clicks: row.clicks,
    reactionMedianMs: row.reaction_median_ms,
    intervalVariationPct: row.interval_variation_pct,
    aimOffsetPct: row.aim_offset_pct,
    pathScore: row.path_score === null ? null : row.path_score / 1_000,
    contradicted: row.contradicted,
  },
  decision:
    row.outcome === null ? null : { outcome: row.outcome, reason: row.reason ?? '', by: row.by ?? '', at: row.at ?? 0 },
});
