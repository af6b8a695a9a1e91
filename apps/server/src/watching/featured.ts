import { MAX_FEATURED_ROUNDS, type FeaturedRound } from '@popfray/protocol';
import { DEFAULT_LIMITS, judgeClicks } from '../conduct/index.ts';
import { dayOf } from '../platform/clock/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { playAgain } from '../rounds/index.ts';

const DAY_MS = 86_400_000;
const PERIOD_MS = 7 * DAY_MS;

/** How long after a day its rounds may be handed in, ms: nothing of it is shown before. */
const BOARD_CLOSES_MS = 600_000;

/** How long the list is shown before it is made again, ms. */
const FRESH_MS = 300_000;

/** Rounds that are looked at for each mode. */
const CANDIDATES = 12;

/** A round that may be featured. */
interface Candidate {
  readonly address: string;
  readonly username: string;
  readonly mode: FeaturedRound['mode'];
  readonly score: number;
  readonly best_combo: number;
  readonly played_at: number;
  readonly replay: Uint8Array;
}

/**
 * Creates a function that lists the best rounds of the last week, and makes the list at most every five minutes. Each is played again and passes the limits of
 * conduct. It has those of players with a profile only, one for each player, and none of a daily board that is open.
 */
export function createFeaturedList({
  db,
  now,
  log,
}: Pick<Context, 'db' | 'now' | 'log'>): () => Promise<FeaturedRound[]> {
  let madeAt = Number.NEGATIVE_INFINITY;
  let list: Promise<FeaturedRound[]> = Promise.resolve([]);

  async function make(nowMs: number): Promise<FeaturedRound[]> {
    const found = [await solosSince(db, nowMs), await battlesSince(db, nowMs), await dailySince(db, nowMs)];
    const players = new Set<string>();
    const featured: FeaturedRound[] = [];
    // In turns, because scores of different rules cannot be compared.
    for (let rank = 0; rank < CANDIDATES; rank++) {
      for (const candidates of found) {
        const candidate = candidates[rank];
        if (candidate === undefined || players.has(candidate.address) || !isClear(candidate)) continue;
        players.add(candidate.address);
        featured.push(show(candidate, nowMs));
      }
    }
    return featured.toSorted((one, other) => Number(other.isOfDay) - Number(one.isOfDay)).slice(0, MAX_FEATURED_ROUNDS);
  }

  /** Whether a round is what it states, and was played as a person plays. */
  function isClear({ replay }: Candidate): boolean {
    try {
      return judgeClicks(playAgain(replay).conduct, DEFAULT_LIMITS).length === 0;
    } catch (error) {
      log({ event: 'notice', about: 'battle', message: `a round cannot be featured: ${String(error)}` });
      return false;
    }
  }

  return async () => {
    const nowMs = now();
    if (nowMs - madeAt >= FRESH_MS) {
      madeAt = nowMs;
      list = make(Math.floor(nowMs));
      // A failed read is repeated by the next request.
      list.catch(() => {
        madeAt = Number.NEGATIVE_INFINITY;
      });
    }
    return list;
  };
}

const show = (row: Candidate, nowMs: number): FeaturedRound => ({
  username: row.username,
  mode: row.mode,
  score: row.score,
  bestCombo: row.best_combo,
  playedAt: row.played_at,
  isOfDay: row.played_at > nowMs - DAY_MS,
  replay: Buffer.from(row.replay).toString('base64url'),
});

async function solosSince(db: Database, nowMs: number): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('rounds')
    .innerJoin('players', 'players.address', 'rounds.address')
    .select([
      'rounds.address',
      'players.username',
      'rounds.score',
      'rounds.best_combo',
      'rounds.played_at',
      'rounds.replay',
    ])
    .where('rounds.played_at', '>', nowMs - PERIOD_MS)
    .where('rounds.status', '=', 'credited')
    .where('rounds.score', '>', 0)
    .where('players.deleted_at', 'is', null)
    .orderBy('rounds.score', 'desc')
    .orderBy('rounds.id')
    .limit(CANDIDATES)
    .execute();
  return rows.map((row) => ({ ...row, mode: 'solo' }));
}

async function battlesSince(db: Database, nowMs: number): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('results')
    .innerJoin('battles', 'battles.session_id', 'results.session_id')
    .innerJoin('players', 'players.address', 'results.address')
    .select([
      'results.address',
      'players.username',
      'results.score',
      'results.best_combo',
      'battles.started_at as played_at',
      'results.replay',
    ])
    .where('battles.settled_at', '>', nowMs - PERIOD_MS)
    .where('results.is_bot', '=', 0)
    .where('results.chain', '=', 'tron')
    .where('results.score', '>', 0)
    .where('players.deleted_at', 'is', null)
    // A share that is held, or was refused, is in doubt.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('examinations')
            .select('id')
            .whereRef('examinations.session_id', '=', 'results.session_id')
            .whereRef('examinations.place', '=', 'results.place')
            .where('examinations.status', 'in', ['held', 'refused']),
        ),
      ),
    )
    .orderBy('results.score', 'desc')
    .orderBy('results.number')
    .limit(CANDIDATES)
    .execute();
  return rows.map((row) => ({ ...row, mode: 'battle' }));
}

async function dailySince(db: Database, nowMs: number): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('daily_results')
    .innerJoin('players', 'players.address', 'daily_results.entrant')
    .select([
      'daily_results.entrant as address',
      'players.username',
      'daily_results.score',
      'daily_results.best_combo',
      'daily_results.played_at',
      'daily_results.replay',
    ])
    .where('daily_results.date', '>', dayOf(nowMs - PERIOD_MS).date)
    // The board of a day is closed ten minutes after it.
    .where('daily_results.date', '<', dayOf(nowMs - BOARD_CLOSES_MS).date)
    .where('daily_results.score', '>', 0)
    .where('players.deleted_at', 'is', null)
    .orderBy('daily_results.score', 'desc')
    .orderBy('daily_results.id')
    .limit(CANDIDATES)
    .execute();
  return rows.map((row) => ({ ...row, mode: 'daily' }));
}
