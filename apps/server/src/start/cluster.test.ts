import { CALLS } from '@popfray/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { WORKER_LEASE } from '../platform/lease/index.ts';
import { arePayoutsFrozen } from '../payouts/index.ts';
import { startCluster, type TestCluster } from '../testing/cluster.fixture.ts';

const started = await startCluster();
const found = 'skipped' in started ? null : started;
if ('skipped' in started) console.warn(started.skipped);
afterAll(async () => found?.stop());

describe.runIf(found !== null)('two nodes on one database', () => {
  const cluster = found as TestCluster;

  it('serve together, and one of them runs the background tasks until it is stopped', async () => {
    const first = await cluster.startNode({ workEveryMs: 20 });
    const { leases } = first.context;
    await expect.poll(async () => (await leases.ownerOf(WORKER_LEASE))?.nodeId).toBe(leases.nodeId);
    const second = await cluster.startNode(
      { workEveryMs: 20 },
      cluster.createEnv({ NODE_PUBLIC_URL: 'http://127.0.0.1:1' }),
    );
    for (const { url } of [first, second]) expect((await fetch(`${url}${CALLS.getSessions.path}`)).status).toBe(200);
    // A node whose process had no time for its heartbeat is missing until the next one.
    await expect
      .poll(async () => (await leases.listNodes()).map(({ id }) => id))
      .toEqual([leases.nodeId, second.context.leases.nodeId]);
    expect(await leases.ownerOf(WORKER_LEASE)).toMatchObject({ nodeId: leases.nodeId, epoch: 1 });
    await first.stop(0);
    const other = second.context.leases;
    await expect.poll(async () => (await other.ownerOf(WORKER_LEASE))?.nodeId).toBe(other.nodeId);
    expect(await other.ownerOf(WORKER_LEASE)).toMatchObject({ url: 'http://127.0.0.1:1', epoch: 2 });
    // It first reads what the chain has, and then pays.
    await expect.poll(async () => arePayoutsFrozen(second.context.db)).toBe(false);
    await second.stop(0);
  });

  it('agree about the time even when their machines do not', async () => {
    const ahead = await cluster.startNode({ now: () => Date.now() + 5_000 });
    const behind = await cluster.startNode({ now: () => Date.now() - 5_000 });
    expect(Math.abs(ahead.context.now() - behind.context.now())).toBeLessThan(1_000);
    expect(Math.abs(ahead.context.now() - Date.now())).toBeLessThan(1_000);
    await Promise.all([ahead.stop(0), behind.stop(0)]);
  });

  it('keep a server out that believes to be alone, and it keeps them out', async () => {
    const alone = cluster.createEnv({ REDIS_URL: '' });
    const node = await cluster.startNode();
    expect(await cluster.refuseNode(alone)).toMatchObject({ code: 'ERR_DATA_LOCKED' });
    await node.stop(0);
    const server = await cluster.startNode({}, alone);
    expect(await cluster.refuseNode()).toMatchObject({ code: 'ERR_DATA_LOCKED' });
    await server.stop(0);
  });
});
