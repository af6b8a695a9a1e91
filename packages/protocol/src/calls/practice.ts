import { call, type Call } from '../call.ts';
import { practiceForm, practiceVerdict } from '../practice.ts';
import { TOPICS } from './topics.ts';

/** Calls about practice rounds of signed-in players. */
export const PRACTICE_CALLS = {
  finishPractice: call({
    method: 'POST',
    path: '/api/practice/rounds',
    topic: TOPICS.practice,
    needsSignIn: true,
    summary:
      "Hands in a finished practice round. The server plays it again and counts it once in the player's statistics, up to 200 rounds a day (UTC). Never earns TRX and never changes the leaderboard.",
    body: practiceForm,
    answer: practiceVerdict,
    limit: 'practice',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_ADDRESS_OTHER',
      'ERR_REPLAY_MALFORMED',
      'ERR_REPLAY_WRONG',
      'ERR_PRACTICE_BATTLE',
      'ERR_PRACTICE_TICKET',
      'ERR_PRACTICE_UPGRADES',
      'ERR_RATE',
    ],
  }),
} as const satisfies Readonly<Record<string, Call>>;
