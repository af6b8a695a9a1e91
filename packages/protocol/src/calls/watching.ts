import { call, type Call } from '../call.ts';
import { empty } from '../field.ts';
import { featuredRoundList } from '../featured-round.ts';
import { emoteForm, liveBattleList, watchedBattle, watchQuery } from '../watching.ts';
import { TOPICS } from './topics.ts';

/** Calls of spectators. */
export const WATCHING_CALLS = {
  getLiveBattles: call({
    method: 'GET',
    path: '/api/live-battles',
    topic: TOPICS.watching,
    needsSignIn: false,
    summary: 'The battles that are played now, the newest first. For anybody.',
    answer: liveBattleList,
    failures: [],
  }),
  watchBattle: call({
    method: 'GET',
    path: '/api/live-battles/{id}',
    topic: TOPICS.watching,
    needsSignIn: false,
    summary:
      'Seconds of a battle as they were ten seconds ago, with the randomness and the clicks from which a page plays every round. Ask every two seconds, from the second before which the last answer ended.',
    query: watchQuery,
    answer: watchedBattle,
    limit: 'watch',
    failures: ['ERR_SESSION_UNKNOWN', 'ERR_SPECTATORS', 'ERR_RATE'],
  }),
  sendEmote: call({
    method: 'POST',
    path: '/api/live-battles/{id}/emotes',
    topic: TOPICS.watching,
    needsSignIn: false,
    summary: 'Shows one of a few emotes to the players and the spectators of a battle. It is not stored.',
    body: emoteForm,
    answer: empty,
    limit: 'emote',
    failures: ['ERR_SESSION_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_RATE'],
  }),
  getFeaturedRounds: call({
    method: 'GET',
    path: '/api/featured-rounds',
    topic: TOPICS.watching,
    needsSignIn: false,
    summary: 'The best rounds of the last seven days with their replays, one for each player. For anybody.',
    answer: featuredRoundList,
    failures: [],
  }),
} as const satisfies Readonly<Record<string, Call>>;
