import { rmSync } from 'node:fs';
import { CALLS, LIMITS } from '@popfray/protocol';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openGame, type TestSocket } from '../platform/sockets/client.fixture.ts';
import { startCluster, type TestCluster } from '../testing/cluster.fixture.ts';
import { startSlowProxy } from '../testing/slow-proxy.fixture.ts';
import { writeBuild } from '../testing/web-build.fixture.ts';
import type { Server } from './start.ts';

const started = await startCluster();
const found = 'skipped' in started ? null : started;
if ('skipped' in started) console.warn(started.skipped);
const WEB_ROOT = writeBuild();
afterAll(async () => {
  await found?.stop();
  rmSync(WEB_ROOT, { recursive: true });
});

const readiness = async ({ url }: Server): Promise<unknown> => (await fetch(`${url}/readyz`)).json();

/** A node answers calls and sockets. */
async function expectToServe({ url }: Server, socket: TestSocket): Promise<void> {
  expect((await fetch(`${url}${CALLS.getSessions.path}`)).status).toBe(200);
  socket.sendMessage({ type: 'get_games' });
  expect(await socket.receive('game_list')).toMatchObject({ games: [] });
}

describe.runIf(found !== null)('nodes whose Redis fails', () => {
  const cluster = found as TestCluster;
  const start = async (hasLimits = false, env: Readonly<Record<string, string>> = {}): Promise<Server> =>
    cluster.startNode({ hasWebsite: true, hasLimits }, cluster.createEnv({ WEB_ROOT, ...env }));

  it.each<[string, () => Promise<void> | void, () => Promise<void> | void]>([
    ['is killed', () => cluster.redis.kill(), () => cluster.redis.restart()],
    ['is paused', () => cluster.redis.pause(), () => cluster.redis.resume()],
  ])('serve while it %s, say so, and work together again after that', async (_case, interrupt, proceed) => {
    const nodes = [await start(), await start()];
    const sockets = await Promise.all(nodes.map(async ({ url }) => openGame(url)));
    const counts = (): number[] => nodes.map(({ context }) => context.presence.visitors);
    await expect.poll(counts).toEqual([2, 2]);
    for (const node of nodes) expect(await readiness(node)).toMatchObject({ status: 'ready', redis: 'ok' });
    await interrupt();
    for (const [at, node] of nodes.entries()) {
      await expect.poll(async () => readiness(node)).toMatchObject({ status: 'ready', redis: 'away' });
      await expectToServe(node, sockets[at] as TestSocket);
    }
    await expect.poll(counts).toEqual([1, 1]);
    await proceed();
    for (const node of nodes) await expect.poll(async () => readiness(node)).toMatchObject({ redis: 'ok' });
    await expect.poll(counts).toEqual([2, 2]);
    for (const socket of sockets) socket.close();
    await Promise.all(nodes.map(async (node) => node.stop(0)));
  });

  it('serve while it is slow, work together then, and each alone while its answers take longer than a second', async () => {
    const proxy = await startSlowProxy(cluster.redis.url, 100);
    onTestFinished(async () => proxy.stop());
    const nodes = [await start(true, { REDIS_URL: proxy.url }), await start(true, { REDIS_URL: proxy.url })];
    const sockets = await Promise.all(nodes.map(async ({ url }) => openGame(url)));
    const counts = (): number[] => nodes.map(({ context }) => context.presence.visitors);
    const expectToServeAll = async (): Promise<void> => {
      for (const [at, node] of nodes.entries()) await expectToServe(node, sockets[at] as TestSocket);
    };
    await expect.poll(counts).toEqual([2, 2]);
    await expectToServeAll();
    proxy.delayMs = 1_000;
    for (const node of nodes) await expect.poll(async () => readiness(node)).toMatchObject({ redis: 'away' });
    await expectToServeAll();
    await expect.poll(counts).toEqual([1, 1]);
    proxy.delayMs = 0;
    for (const node of nodes) await expect.poll(async () => readiness(node)).toMatchObject({ redis: 'ok' });
    await expect.poll(counts).toEqual([2, 2]);
    for (const socket of sockets) socket.close();
    await Promise.all(nodes.map(async (node) => node.stop(0)));
  });

  it('start while it is away, and use it when it is back', async () => {
    await cluster.redis.kill();
    const node = await start();
    const socket = await openGame(node.url);
    expect(await readiness(node)).toMatchObject({ status: 'ready', redis: 'away' });
    await expectToServe(node, socket);
    await cluster.redis.restart();
    await expect.poll(async () => readiness(node)).toMatchObject({ redis: 'ok' });
    await expectToServe(node, socket);
    socket.close();
    await node.stop(0);
  });

  it('count calls together, and separately while it is away', async () => {
    const nodes = [await start(true), await start(true)];
    const { context } = nodes[0] as Server;
    /** How many challenges a node gives to a wallet. */
    const challenges = async ({ url }: Server, address: string): Promise<number> => {
      for (let given = 0; ; given++) {
        const headers = { 'Content-Type': 'application/json', Origin: url };
        const body = JSON.stringify({ address });
        const answer = await fetch(`${url}${CALLS.createChallenge.path}`, { method: 'POST', headers, body });
        if (answer.status === 429 || given > 2 * LIMITS.signIn.burst) return given;
      }
    };
    const given = [];
    for (const node of nodes) given.push(await challenges(node, context.house.address));
    // The second node gives those that have become due meanwhile.
    expect(given[0]).toBeGreaterThanOrEqual(LIMITS.signIn.burst);
    expect(given[1]).toBeLessThan(LIMITS.signIn.burst / 2);
    await cluster.redis.kill();
    for (const node of nodes) await expect.poll(async () => readiness(node)).toMatchObject({ redis: 'away' });
    // A node may have counted some calls of the first wallet in its memory, when Redis answered late.
    const other = context.chain.addressOf('2'.padStart(64, '0')) ?? '';
    for (const node of nodes) expect(await challenges(node, other)).toBeGreaterThanOrEqual(LIMITS.signIn.burst);
    await cluster.redis.restart();
    await Promise.all(nodes.map(async (node) => node.stop(0)));
  });
});
