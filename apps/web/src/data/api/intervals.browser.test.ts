import { afterEach, expect, test, vi } from 'vitest';
import { statsQuery } from '../../features/admin/queries.ts';
import { chatQuery } from '../../features/chat/chat.ts';
import { activeSessions } from '../../features/landing/active-sessions.ts';
import { freeLeaderboard, leaderboard } from '../../features/landing/leaderboard.ts';
import { sessionQuery, sessionsQuery } from '../../features/sessions/sessions.ts';
import { openAnswers } from '../../testing/answers.ts';
import { queryClient } from './Queries.tsx';
import { platformStats } from '../platform/platform-stats.ts';
import { walletBalanceQuery } from '../wallet/balance.ts';

// SPEC sections 7 and 9: polling intervals.

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  ['/api/platform-stats', platformStats, 10_000],
  ['/api/leaderboard', leaderboard, 30_000],
  ['/api/leaderboard?battles=free', freeLeaderboard, 30_000],
  ['/api/active-sessions', activeSessions, 10_000],
])('%s is polled while it is watched', async (path, polled, everyMs) => {
  const { asked } = openAnswers({ [path]: [] });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const stop = polled.watch();
  await vi.advanceTimersByTimeAsync(0);
  await expect.poll(() => asked).toEqual([path]);
  // The timer of the next request starts after the answer was read, so the interval is slightly longer.
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(everyMs - 1_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(2);
  stop();
});

test.each([
  ['the list of sessions', sessionsQuery, 15_000, 10_000],
  ['a session', sessionQuery('session-0001'), 10_000, 0],
  ['a chat', chatQuery('session-0001'), 4_000, 0],
  ['the desk', statsQuery, 30_000, undefined],
  ['the wallet’s balance', walletBalanceQuery('any'), 5_000, undefined],
])('%s is refetched at its interval', (_, { refetchInterval, staleTime }, everyMs, freshMs) => {
  expect({ refetchInterval, staleTime }).toEqual({ refetchInterval: everyMs, staleTime: freshMs });
});

test('everything else is fetched once: no staleness, no retry, no refetch on focus', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
});
