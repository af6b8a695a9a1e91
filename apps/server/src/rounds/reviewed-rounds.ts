import type { InferResult } from 'kysely';
import type { Database } from '../platform/database/index.ts';
import { ROUND_COLUMNS } from './round.ts';

/** Rounds with how they were played and what was decided about them. */
export const reviewedRounds = (db: Database) =>
  db
    .selectFrom('rounds')
    .innerJoin('players', 'players.address', 'rounds.address')
    .leftJoin('reviews', 'reviews.round_id', 'rounds.id')
    .select(ROUND_COLUMNS)
    .select([
      'rounds.suspicions',
      'rounds.elapsed_ms',
      'rounds.clicks',
      'rounds.reaction_median_ms',
      'rounds.interval_variation_pct',
      'rounds.aim_offset_pct',
      'rounds.path_score',
      'rounds.contradicted',
      'rounds.network',
      'reviews.outcome',
      'reviews.reason',
      'reviews.by',
      'reviews.at',
    ]);

/** A row of `reviewedRounds`. */
export type ReviewedRound = InferResult<ReturnType<typeof reviewedRounds>>[number];
