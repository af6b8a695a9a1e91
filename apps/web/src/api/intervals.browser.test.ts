import { afterEach, expect, test, vi } from 'vitest';
import { statsQuery } from '../admin/queries.ts';
import { chatQuery } from '../chat/chat.ts';
import { activeSessions } from '../landing/active-sessions.ts';
import { freeLeaderboard, leaderboard } from '../landing/leaderboard.ts';
import { sessionQuery, sessionsQuery } from '../sessions/sessions.ts';
import { openAnswers } from '../testing/answers.ts';
import { queryClient } from './Queries.tsx';
import { platformStats } from './platform-stats.ts';

// SPEC sections 7 and 9: how often the page asks.

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  ['/api/platform-stats', platformStats, 10_000],
  ['/api/leaderboard', leaderboard, 30_000],
  ['/api/leaderboard?battles=free', freeLeaderboard, 30_000],
  ['/api/active-sessions', activeSessions, 10_000],
])('%s is asked for every so often while somebody looks', async (path, polled, everyMs) => {
  const { asked } = openAnswers({ [path]: [] });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const stop = polled.watch();
  await vi.advanceTimersByTimeAsync(0);
  await expect.poll(() => asked).toEqual([path]);
  // The answer is read before the next turn is set; waiting for that takes a little of the time.
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
])('%s is fetched anew every so often', (_, { refetchInterval, staleTime }, everyMs, freshMs) => {
  expect({ refetchInterval, staleTime }).toEqual({ refetchInterval: everyMs, staleTime: freshMs });
});

test('everything else is fetched once: it never grows old, and nothing is tried again or on focus', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
});
