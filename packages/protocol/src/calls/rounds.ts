import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { empty } from '../field.ts';
import { openSoloRound, round, ROUND_STATUSES, roundPage, soloSeat, soloTerms } from '../round.ts';
import { PROTECTION_FAILURES } from '../protection-terms.ts';
import { TOPICS } from './topics.ts';

/** Calls about paid solo rounds: terms, the round that is open, and rounds that were played. */
export const ROUND_CALLS = {
  getSoloTerms: call({
    method: 'GET',
    path: '/api/solo',
    topic: TOPICS.solo,
    needsSignIn: true,
    summary: 'What a round can earn now.',
    answer: soloTerms,
    failures: ['ERR_SIGNED_OUT'],
  }),
  openSoloRound: call({
    method: 'POST',
    path: '/api/solo/rounds',
    topic: TOPICS.solo,
    needsSignIn: true,
    summary:
      'Opens a paid round, which is played on the game socket as a battle with one seat. While a round of the player is open, the answer is that one.',
    body: empty,
    answer: soloSeat,
    limit: 'soloRound',
    failures: [...PROTECTION_FAILURES, 'ERR_SIGNED_OUT', 'ERR_PAUSED', 'ERR_SOLO_PAUSED', 'ERR_RATE'],
  }),
  getOpenSoloRound: call({
    method: 'GET',
    path: '/api/solo/rounds/open',
    topic: TOPICS.solo,
    needsSignIn: true,
    summary: "The player's open round, to enter it again after a reload.",
    answer: openSoloRound,
    failures: ['ERR_SIGNED_OUT'],
  }),
  getRound: call({
    method: 'GET',
    path: '/api/rounds/{id}',
    topic: TOPICS.solo,
    needsSignIn: false,
    summary: 'A paid round with its verified score and its replay. For anybody.',
    answer: round,
    failures: ['ERR_ROUND_UNKNOWN'],
  }),
  getMyRounds: call({
    method: 'GET',
    path: '/api/rounds/me',
    topic: TOPICS.solo,
    needsSignIn: true,
    summary: "The player's own paid rounds, newest first.",
    query: z.strictObject({
      before: z.coerce.number().int().positive().optional(),
      status: z.enum(ROUND_STATUSES).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    answer: roundPage,
    failures: ['ERR_SIGNED_OUT'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
