import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { empty } from '../field.ts';
import { replayText, round, ROUND_STATUSES, roundPage, soloTerms, ticket } from '../round.ts';
import { PROTECTION_FAILURES } from '../protection-terms.ts';
import { TOPICS } from './topics.ts';

/** Calls about paid solo rounds: terms, tickets, and rounds that were played. */
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
  createTicket: call({
    method: 'POST',
    path: '/api/solo/tickets',
    topic: TOPICS.solo,
    needsSignIn: true,
    summary: 'A ticket for one paid round, which begins now. An earlier ticket that was not finished no longer counts.',
    body: empty,
    answer: ticket,
    limit: 'ticket',
    failures: [...PROTECTION_FAILURES, 'ERR_SIGNED_OUT', 'ERR_PAUSED', 'ERR_SOLO_PAUSED', 'ERR_RATE'],
  }),
  finishTicket: call({
    method: 'POST',
    path: '/api/solo/tickets/{id}/finish',
    topic: TOPICS.solo,
    needsSignIn: true,
    summary: 'Hands in the replay of a ticket. The server plays it again and credits what it earns.',
    body: z.strictObject({ replay: replayText }),
    answer: round,
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_TICKET_UNKNOWN',
      'ERR_TICKET_OTHER',
      'ERR_TICKET_USED',
      'ERR_TICKET_ABANDONED',
      'ERR_TICKET_EXPIRED',
      'ERR_ROUND_EARLY',
      'ERR_REPLAY_MALFORMED',
      'ERR_REPLAY_OTHER',
      'ERR_REPLAY_WRONG',
    ],
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
