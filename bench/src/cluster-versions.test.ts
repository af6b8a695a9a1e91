import { type ClusterBattles, openClusterBattles } from '@popfray/server/testing/cluster-battles';
import { type ClusterPrograms, startClusterPrograms, withConstants } from '@popfray/server/testing/cluster-programs';
import type { NodeProgram } from '@popfray/server/testing/node-program';
import { queryOnce } from '@popfray/server/testing/postgres-connection';
import { findPostgres } from '@popfray/server/testing/postgres-programs';
import { findRedis } from '@popfray/server/testing/redis-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClusterBot } from './cluster-bots.ts';

/** A round of a minute, and twice as long for everything around it on a slow machine, ms. */
const TEST_MS = 180_000;

/** Before the first second, ms: the newer node has to start, and the players to connect. */
const COUNTDOWN_MS = 10_000;

/** The newer program does not have the rules of the older one. */
const OTHER_RULES = { 'engine/src/replay.ts': { RULES: 'original.map((rules) => ({ ...rules, version: 2 }))' } };

/** The newer program does not read the journal of the older one. */
const OTHER_JOURNAL = { 'battles/battle-version.ts': { JOURNAL_VERSION: 'original + 1' } };

/** The newer program refunds a battle that has stood still for so long, ms: longer than a slow machine with other tests keeps all nodes from running. */
const MAX_OUTAGE_MS = 20_000;
const SHORT_OUTAGE = { 'battles/outage.ts': { MAX_OUTAGE_MS: String(MAX_OUTAGE_MS) } };

/** A paid battle at a node of the older version, and its players, who are connected to nodes of both. */
interface Update {
  readonly cluster: ClusterPrograms;
  readonly battles: ClusterBattles;
  readonly older: NodeProgram;
  readonly newer: NodeProgram;
  readonly bots: readonly ClusterBot[];
  readonly sessionIds: readonly string[];
}

/** Begins a battle at a node, and starts a node of another version beside it. */
async function beginUpdate(newerEnv: Readonly<Record<string, string>>): Promise<Update> {
  const cluster = await startClusterPrograms({ nodes: 2, envs: [{}, newerEnv] });
  if ('skipped' in cluster) throw new Error(cluster.skipped);
  onTestFinished(async () => cluster.stop());
  const battles = await openClusterBattles(cluster.postgres.url);
  onTestFinished(async () => battles.stop());
  const [older, newer] = cluster.nodes as [NodeProgram, NodeProgram];
  // The older node is alone, so it takes the battle.
  await newer.end('SIGKILL');
  const seats = await battles.begin(1, 2, COUNTDOWN_MS, true);
  const sessionIds = [...new Set(seats.map(({ sessionId }) => sessionId))];
  await expect.poll(async () => (await cluster.ownersOf(sessionIds)).size).toBe(1);
  await cluster.start(newer);
  const bots = seats.map((seat) => new ClusterBot(cluster.url, seat));
  onTestFinished(() => {
    for (const bot of bots) bot.close();
  });
  return { cluster, battles, older, newer, bots, sessionIds };
}

/** Waits until every player has received scores that were sent after now, and the round has run for some time. */
async function expectPlayed(bots: readonly ClusterBot[], ms: number): Promise<void> {
  const sinceMs = performance.now();
  const untilMs = Math.max(...bots.map(({ timeMs }) => timeMs)) + ms;
  await expect.poll(() => bots.every((bot) => bot.scoredAfter(sinceMs) !== undefined)).toBe(true);
  await expect.poll(() => Math.min(...bots.map(({ timeMs }) => timeMs))).toBeGreaterThan(untilMs);
}

/** How often the lease of the battle has been taken. */
async function countOwners({ cluster, sessionIds: [sessionId] }: Update): Promise<number> {
  const sql = 'SELECT epoch FROM leases WHERE name = $1';
  const [row] = await queryOnce<{ epoch: string }>(cluster.postgres.url, sql, [`battle:${sessionId}`]);
  return Number(row?.epoch);
}

/** The node of another version plays nothing while the older one lives, and says that it cannot when that is gone. */
async function expectLeftAlone({ cluster, older, newer, bots, sessionIds }: Update, version: string): Promise<void> {
  await expectPlayed(bots, 3_000);
  expect([...(await cluster.ownersOf(sessionIds)).values()]).toEqual([older]);
  expect(newer.output).not.toContain('cannot continue the battle');
  await older.end('SIGKILL');
  await expect.poll(() => newer.output).toContain(`(${version}): no live node can`);
}

describe.skipIf(findPostgres() === undefined || findRedis() === undefined)('a battle of the version before', () => {
  it(
    'is left to its owner by a node of newer rules, and every fee is refunded once when no node of its version starts in time',
    { timeout: TEST_MS },
    async () => {
      const update = await beginUpdate(withConstants({ ...OTHER_RULES, ...SHORT_OUTAGE }));
      const { cluster, battles, older, bots } = update;
      await expectLeftAlone(update, 'rules cross-chain 1, journal 2');
      await expect.poll(async () => battles.countOpen()).toBe(0);
      await expect.poll(() => bots.every(({ isOver }) => isOver)).toBe(true);
      const cancelled = bots.map(({ seat }) => `${seat.sessionId} ${seat.userId}: it ended as cancelled`);
      expect(bots.flatMap((bot) => bot.findWrong())).toEqual(cancelled);
      expect(await battles.findWrongRefunds()).toEqual([]);

      // A node of its version that comes too late changes nothing.
      await cluster.start(older);
      expect(await cluster.ownersOf(update.sessionIds)).toEqual(new Map());
      expect(await battles.findWrongRefunds()).toEqual([]);
    },
  );

  it(
    'is left alone by a node of another journal format, and continued when a node of its version comes back in time',
    { timeout: TEST_MS },
    async () => {
      const update = await beginUpdate(withConstants(OTHER_JOURNAL));
      const { cluster, battles, older, bots, sessionIds } = update;
      const owners = await countOwners(update);
      await expectLeftAlone(update, 'rules cross-chain 1, journal 2');
      await cluster.start(older);
      await expectPlayed(bots, 2_000);
      expect([...(await cluster.ownersOf(sessionIds)).values()]).toEqual([older]);
      // The node of another version has not taken the lease meanwhile.
      expect(await countOwners(update)).toBe(owners + 1);
      await expect.poll(() => bots.every(({ isOver }) => isOver), { timeout: TEST_MS }).toBe(true);
      expect(bots.flatMap((bot) => bot.findWrong())).toEqual([]);
      expect(await battles.findWrong()).toEqual([]);
    },
  );
});
