import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { battleRatings, ladder, mySeason } from '../season.ts';
import { TOPICS } from './topics.ts';

/** Calls about seasons: ratings of battles, leagues, the streak of days, and quests. */
export const SEASON_CALLS = {
  getSeason: call({
    method: 'GET',
    path: '/api/season',
    topic: TOPICS.seasons,
    needsSignIn: false,
    summary: 'The ladder of the current season, or of an earlier one.',
    query: z.strictObject({ number: z.coerce.number().int().positive().max(10_000).optional() }),
    answer: ladder,
    failures: ['ERR_SEASON_UNKNOWN'],
  }),
  getMySeason: call({
    method: 'GET',
    path: '/api/season/me',
    topic: TOPICS.seasons,
    needsSignIn: true,
    summary: "The player's rating in this season and in earlier ones, the streak of days, and today's quests.",
    answer: mySeason,
    failures: ['ERR_SIGNED_OUT'],
  }),
  getBattleRatings: call({
    method: 'GET',
    path: '/api/ratings/{id}',
    topic: TOPICS.seasons,
    needsSignIn: false,
    summary: 'How a settled battle has changed the ratings of its players.',
    answer: battleRatings,
    failures: ['ERR_SESSION_UNKNOWN'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
