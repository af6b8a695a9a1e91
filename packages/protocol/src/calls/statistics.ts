import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { activeSessionList, leaderboard, LEADERBOARDS, platformStats, standing } from '../statistics.ts';
import { TOPICS } from './topics.ts';

/** Calls about the platform's statistics and leaderboards. */
export const STATISTICS_CALLS = {
  getPlatformStats: call({
    method: 'GET',
    path: '/api/platform-stats',
    topic: TOPICS.statistics,
    needsSignIn: false,
    summary: 'Who is online, what was earned today, how many battles there were.',
    answer: platformStats,
    failures: [],
  }),
  getLeaderboard: call({
    method: 'GET',
    path: '/api/leaderboard',
    topic: TOPICS.statistics,
    needsSignIn: false,
    summary:
      'The best players of battles with entry fees (`battles=paid`, the default) or of free battles: by games won, then win rate, then earnings.',
    query: z.strictObject({ battles: z.enum(LEADERBOARDS).default('paid') }),
    answer: leaderboard,
    failures: [],
  }),
  getActiveSessions: call({
    method: 'GET',
    path: '/api/active-sessions',
    topic: TOPICS.statistics,
    needsSignIn: false,
    summary: 'The sessions that wait, start or are played: those with an entry fee first, then the newest first.',
    answer: activeSessionList,
    failures: [],
  }),
  getMyStanding: call({
    method: 'GET',
    path: '/api/standing/me',
    topic: TOPICS.statistics,
    needsSignIn: true,
    summary: "The player's own place on both leaderboards.",
    answer: standing,
    failures: ['ERR_SIGNED_OUT'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
