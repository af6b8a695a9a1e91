import { call, type Call } from '../call.ts';
import { sharedRound, sharedRoundForm, sharedRoundId } from '../shared-round.ts';
import { TOPICS } from './topics.ts';

/** Calls about rounds that are shared as challenges. */
export const SHARED_ROUND_CALLS = {
  shareRound: call({
    method: 'POST',
    path: '/api/shared-rounds',
    topic: TOPICS.sharing,
    needsSignIn: false,
    summary:
      'Stores a finished round of any rules for 90 days, so that a short link opens a race against it. The server plays it again.',
    body: sharedRoundForm,
    answer: sharedRoundId,
    limit: 'share',
    failures: ['ERR_REPLAY_MALFORMED', 'ERR_REPLAY_WRONG', 'ERR_RATE'],
  }),
  getSharedRound: call({
    method: 'GET',
    path: '/api/shared-rounds/{id}',
    topic: TOPICS.sharing,
    needsSignIn: false,
    summary: 'A shared round. For anybody.',
    answer: sharedRound,
    failures: ['ERR_SHARED_UNKNOWN'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
