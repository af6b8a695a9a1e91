import { createHash } from 'node:crypto';
import { err, ok, type Result } from '@popfray/engine/result';
import type { DailyVerdict, FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { DEFAULT_LIMITS, judgeClicks } from '../conduct/index.ts';
import { commitTogether, type Database } from '../platform/database/index.ts';
import { type Replayed, replayRound } from '../rounds/index.ts';
import { countPlay } from '../seasons/index.ts';
import { dayOf } from '../platform/clock/index.ts';
import { countOf, placeOf } from './board.ts';
import { isGuest } from './entrant.ts';
import { DAILY_RULES, dailySeed, openDay } from './seed.ts';

/** Most rounds that a day's board holds. */
export const MAX_RESULTS = 500;

/** How long a board is kept, ms. */
const REMEMBERED_MS = 30 * 86_400_000;

/** A round of a day that a player or a guest hands in. */
export interface HandedIn {
  readonly date: string;
  /** The replay as text. */
  readonly replay: string;
  /** A player's address, or a guest as `entrantOfGuest` says it. */
  readonly entrant: string;
  /** A guest's name, as `parseUsername` has let it pass; empty for a player, who has a profile. */
  readonly name: string;
}

/** What was made of it. */
type Judged = Omit<DailyVerdict, 'guest'>;

/**
 * Plays a round of a day's seed again and lists it on the board if it is the entrant's best, is not a copy, and passes the limits of conduct.
 * A round that is not listed is not stored.
 */
export async function handInDaily(context: Context, handed: HandedIn): Promise<Result<Judged, FailureCode>> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const day = openDay(handed.date, nowMs);
  if (day === undefined) return err('ERR_DAILY_CLOSED');
  const replayed = replayRound(handed.replay, {
    rules_id: DAILY_RULES.id,
    rules_version: DAILY_RULES.version,
    seed: dailySeed(context, day.date),
    loadout: '[]',
  });
  if (!replayed.ok) return err(replayed.error === 'ERR_REPLAY_OTHER' ? 'ERR_DAILY_SEED' : replayed.error);
  return commitTogether(db, async () => ok(await settle(db, handed, replayed.value, nowMs)));
}

async function settle(db: Database, handed: HandedIn, replayed: Replayed, nowMs: number): Promise<Judged> {
  const { date, entrant } = handed;
  const outcome = await put(db, handed, replayed, nowMs);
  return {
    outcome,
    score: replayed.round.score,
    count: await countOf(db, date),
    own: await placeOf(db, date, entrant),
  };
}

async function put(
  db: Database,
  handed: HandedIn,
  replayed: Replayed,
  nowMs: number,
): Promise<DailyVerdict['outcome']> {
  const { date, entrant, name } = handed;
  const { bytes, inputs, round, conduct } = replayed;
  if (judgeClicks(conduct, DEFAULT_LIMITS).length > 0) return 'marked';
  // A round without clicks is never a copy.
  const inputsHash = inputs.length === 0 ? entrant : hashOf(inputs);
  const copied = await db
    .selectFrom('daily_results')
    .select('entrant')
    .where('date', '=', date)
    .where('inputs_hash', '=', inputsHash)
    .executeTakeFirst();
  // The entrant sends the same round again when the answer was lost.
  if (copied !== undefined) return copied.entrant === entrant ? 'listed' : 'copied';
  const own = await placeOf(db, date, entrant);
  if (own !== null && own.score >= round.score) return 'kept';
  await db.deleteFrom('daily_results').where('date', '=', date).where('entrant', '=', entrant).execute();
  await db
    .insertInto('daily_results')
    .values({
      date,
      entrant,
      name,
      score: round.score,
      popped: round.popped,
      best_combo: round.bestCombo,
      inputs_hash: inputsHash,
      replay: bytes,
      played_at: nowMs,
    })
    .execute();
  const { score, popped, bestCombo } = round;
  if (!isGuest(entrant))
    await countPlay(db, { address: entrant, kind: 'daily', score, popped, bestCombo, atMs: nowMs });
  await shortenBoard(db, date);
  await db
    .deleteFrom('daily_results')
    .where('date', '<', dayOf(nowMs - REMEMBERED_MS).date)
    .execute();
  return (await placeOf(db, date, entrant)) === null ? 'beyond' : 'listed';
}

/** Deletes the rounds of a day that are worse than the best `MAX_RESULTS`. */
async function shortenBoard(db: Database, date: string): Promise<void> {
  const best = db
    .selectFrom('daily_results')
    .select('id')
    .where('date', '=', date)
    .orderBy('score', 'desc')
    .orderBy('id')
    .limit(MAX_RESULTS);
  await db.deleteFrom('daily_results').where('date', '=', date).where('id', 'not in', best).execute();
}

/** A round is its clicks: however else its bytes may be written, a copy has the same. */
const hashOf = ({ buffer, byteOffset, byteLength }: Int32Array): string =>
  createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('base64url');
