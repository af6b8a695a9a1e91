import { call, type Call } from '../call.ts';
import { dailyBoard, dailyForm, dailyGuest, dailyQuery, dailyVerdict } from '../daily.ts';
import { empty } from '../field.ts';
import { TOPICS } from './topics.ts';

/** Calls about the daily seed and its board. */
export const DAILY_CALLS = {
  getDaily: call({
    method: 'GET',
    path: '/api/daily',
    topic: TOPICS.daily,
    needsSignIn: false,
    summary: "The day's seed and its board, and the best of the day before. Never earns TRX.",
    query: dailyQuery,
    answer: dailyBoard,
    failures: [],
  }),
  finishDaily: call({
    method: 'POST',
    path: '/api/daily/rounds',
    topic: TOPICS.daily,
    needsSignIn: false,
    summary: "Hands in a round of a day's seed. The server plays it again and keeps the best of each player and guest.",
    body: dailyForm,
    answer: dailyVerdict,
    limit: 'daily',
    failures: [
      'ERR_REPLAY_MALFORMED',
      'ERR_REPLAY_WRONG',
      'ERR_DAILY_SEED',
      'ERR_DAILY_CLOSED',
      'ERR_DAILY_TRIES',
      'ERR_DAILY_GUEST',
      'ERR_USERNAME',
      'ERR_RATE',
    ],
  }),
  nameDailyGuest: call({
    method: 'PATCH',
    path: '/api/daily/guest',
    topic: TOPICS.daily,
    needsSignIn: false,
    summary: 'Changes the name that a guest has on the boards.',
    body: dailyGuest,
    answer: empty,
    limit: 'rename',
    failures: ['ERR_USERNAME', 'ERR_RATE'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
