import { setTimeout as delay } from 'node:timers/promises';
import { openClusterBattles } from '@popfray/server/testing/cluster-battles';
import {
  clockAhead,
  joinVariables,
  startClusterPrograms,
  withConstants,
} from '@popfray/server/testing/cluster-programs';
import type { NodeProgram } from '@popfray/server/testing/node-program';
import { findPostgres } from '@popfray/server/testing/postgres-programs';
import { findRedis } from '@popfray/server/testing/redis-server';
import { expect, it, onTestFinished } from 'vitest';
import { ClusterBot } from './cluster-bots.ts';

/** A round of a minute, and twice as long for everything around it on a slow machine, ms. */
const TEST_MS = 180_000;

/** Before the first second, ms: the other node has to start, and the players to connect. */
const COUNTDOWN_MS = 10_000;

/** How far the clocks of the two machines are wrong, ms. */
const AHEAD_MS = 5_000;

/** How long a node stands still, ms. */
const PAUSE_MS = 10_000;

/** Leases of these nodes expire later than usual, and sooner than the pause: a busy machine stands still for more than a second now and then. */
const LONG_LEASES = withConstants({ 'platform/lease/lease.ts': { EXPIRY_MS: '5_000' } });

/** A stop gives requests 10 s, and takes as long again on a slow machine, ms. */
const STOP_MS = 20_000;

it.skipIf(findPostgres() === undefined || findRedis() === undefined)(
  'two nodes whose clocks are 10 s apart lose no round when one hands over, one is paused for 10 s, and one waits',
  { timeout: TEST_MS },
  async () => {
    const cluster = await startClusterPrograms({
      nodes: 2,
      envs: [
        joinVariables({ BATTLES_AT_STOP: 'hand-over' }, clockAhead(AHEAD_MS), LONG_LEASES),
        joinVariables({ BATTLES_AT_STOP: 'wait' }, clockAhead(-AHEAD_MS), LONG_LEASES),
      ],
    });
    if ('skipped' in cluster) throw new Error(cluster.skipped);
    onTestFinished(async () => cluster.stop());
    const battles = await openClusterBattles(cluster.postgres.url);
    onTestFinished(async () => battles.stop());
    const [first, second] = cluster.nodes as [NodeProgram, NodeProgram];

    /** Waits until a node has all battles of some sessions. */
    const expectOwner = async (node: NodeProgram, sessionIds: readonly string[]): Promise<void> =>
      expect
        .poll(async () => {
          const owners = await cluster.ownersOf(sessionIds);
          return sessionIds.filter((id) => owners.get(id) === node).length;
        })
        .toBe(sessionIds.length);

    // The first node is alone, so it takes the battles.
    await second.end('SIGKILL');
    const seats = await battles.begin(2, 2, COUNTDOWN_MS, true);
    const sessionIds = [...new Set(seats.map(({ sessionId }) => sessionId))];
    await expectOwner(first, sessionIds);
    await cluster.start(second);
    const bots = seats.map((seat) => new ClusterBot(cluster.url, seat));
    onTestFinished(() => {
      for (const bot of bots) bot.close();
    });

    /** Waits until every player has received scores that were sent after now, and the round has run for some time. */
    const expectPlayed = async (ms: number): Promise<void> => {
      const sinceMs = performance.now();
      const untilMs = Math.max(...bots.map(({ timeMs }) => timeMs)) + ms;
      await expect.poll(() => bots.every((bot) => bot.scoredAfter(sinceMs) !== undefined)).toBe(true);
      await expect.poll(() => Math.min(...bots.map(({ timeMs }) => timeMs))).toBeGreaterThan(untilMs);
    };

    // SIGTERM with hand-over: the other node continues.
    await expectPlayed(4_000);
    const stoppedMs = performance.now();
    expect(await first.end('SIGTERM')).toBe(0);
    expect(performance.now() - stoppedMs).toBeLessThan(STOP_MS);
    await expectOwner(second, sessionIds);
    await expectPlayed(2_000);

    // SIGSTOP: the first node takes the battles, and keeps them when the second one continues.
    await cluster.start(first);
    second.pause();
    const pausedMs = performance.now();
    await expectOwner(first, sessionIds);
    await expectPlayed(2_000);
    await delay(Math.max(0, pausedMs + PAUSE_MS - performance.now()));
    second.resume();
    await expectPlayed(2_000);
    await expectOwner(first, sessionIds);
    expect(second.isRunning).toBe(true);

    // SIGTERM with wait: the second node plays its battles to their end, and leaves new ones to the first.
    expect(await first.end('SIGTERM')).toBe(0);
    await expectOwner(second, sessionIds);
    await cluster.start(first);
    const stopping = second.end('SIGTERM');
    const later = await battles.begin(1, 2, COUNTDOWN_MS, false);
    await expectOwner(first, [...new Set(later.map(({ sessionId }) => sessionId))]);
    await expectOwner(second, sessionIds);
    expect(second.isRunning).toBe(true);
    expect(await stopping).toBe(0);
    expect(bots.every(({ isOver }) => isOver)).toBe(true);
    expect(bots.flatMap((bot) => bot.findWrong())).toEqual([]);
    const wrong = await battles.findWrong();
    // The last battle has not been played.
    expect(wrong.filter((line) => !line.includes(later[0]?.sessionId ?? ''))).toEqual([]);
  },
);
