import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRedis, type RedisServer, startRedis } from '../../testing/redis-server.fixture.ts';
import { openRedis, type RedisLink } from '../redis/redis-link.ts';
import { createBus, type DomainEvent } from './bus.ts';
import { type ClusterBus, createClusterBus } from './cluster-bus.ts';
import { encodeBusMessage } from './shared-event.ts';

/** A node: its bus, the events that a subscriber of it receives, and its link. */
interface Node {
  readonly bus: ClusterBus;
  readonly events: DomainEvent[];
  readonly link: RedisLink;
}

async function startNode(url: string): Promise<Node> {
  const link = await openRedis(url, randomUUID(), () => undefined);
  const local = createBus((error) => {
    throw error;
  });
  const bus = createClusterBus(local, link, () => performance.timeOrigin + performance.now());
  const events: DomainEvent[] = [];
  bus.subscribe((event) => events.push(event));
  onTestFinished(async () => {
    bus.stop();
    await link.close();
  });
  return { bus, events, link };
}

/** Starts a server with some nodes that receive each other's events. */
async function startCluster(): Promise<{ readonly server: RedisServer; readonly one: Node; readonly other: Node }> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const [one, other] = [await startNode(server.url), await startNode(server.url)];
  await connected(one, other);
  await connected(other, one);
  await settled(one, other);
  return { server, one, other };
}

/** Waits until a node receives what another one publishes. */
async function connected(from: Node, to: Node): Promise<void> {
  await expect
    .poll(() => {
      from.bus.publish({ type: 'session', sessionId: 'probe' });
      return to.events.length;
    })
    .toBeGreaterThan(0);
}

/** Forgets what the nodes have received so far, when nothing more is under way between them. */
async function settled(...nodes: readonly Node[]): Promise<void> {
  for (const from of nodes) {
    const last: DomainEvent = { type: 'session', sessionId: `last of ${from.link.nodeId}` };
    from.bus.publish(last);
    for (const to of nodes) await expect.poll(() => to.events).toContainEqual(last);
  }
  for (const { events } of nodes) events.length = 0;
}

const SESSION: DomainEvent = { type: 'session', sessionId: 'session-1' };
const NOTICE: DomainEvent = {
  type: 'notice',
  address: 'Tann',
  title: 'Entry Fee Refunded',
  message: 'The battle was cancelled.',
  about: { kind: 'fee-refunded', sessionName: 'Ann’s game', amount: '5' },
};
const ACTION: DomainEvent = {
  type: 'game-action',
  gameId: 'session-1',
  playerId: 'Tann',
  action: 'emote',
  fields: { face: ['smile', 1, null, { big: true }] },
  receiverIds: ['Tben'],
};
const OVER: DomainEvent = {
  type: 'over',
  over: { type: 'battle_over', sessionId: 'session-1', outcome: 'cancelled', results: [] },
};

const isResync = ({ type }: DomainEvent): boolean => type === 'resync';

describe.skipIf(findRedis() === undefined)('the bus of a cluster', () => {
  it('delivers events on the own node at once and once, and on the others in order', async () => {
    const { one, other } = await startCluster();
    const events = [SESSION, NOTICE, ACTION, OVER, { type: 'reward' } as const];
    for (const event of events) one.bus.publish(event);
    expect(one.events).toEqual(events);
    await expect.poll(() => other.events).toEqual(events);
    expect(one.events).toEqual(events);
  });

  it('keeps an event that is published here on the own node', async () => {
    const { one, other } = await startCluster();
    one.bus.publishHere(SESSION);
    one.bus.publish(NOTICE);
    expect(one.events).toEqual([SESSION, NOTICE]);
    await expect.poll(() => other.events).toEqual([NOTICE]);
  });

  it('ignores what is malformed, too long, unknown, or of another version', async () => {
    const { one, other } = await startCluster();
    const event = { type: 'session', sessionId: 'session-1' } as const;
    const message = { version: 1, from: 'another node', count: 1, event };
    for (const data of [
      'no JSON',
      '',
      'null',
      '[]',
      JSON.stringify(event),
      JSON.stringify({ ...message, version: 2 }),
      JSON.stringify({ ...message, count: -1 }),
      JSON.stringify({ ...message, from: 'x'.repeat(101) }),
      JSON.stringify({ ...message, from: 'a', event: { type: 'unknown', sessionId: 'session-1' } }),
      JSON.stringify({ ...message, from: 'b', event: { type: 'session', sessionId: 7 } }),
      JSON.stringify({ ...message, from: 'c', event: { type: 'resync', sinceMs: 0 } }),
      JSON.stringify({ ...message, from: 'd', event: { ...NOTICE, about: { kind: 'unknown' } } }),
      JSON.stringify({ ...message, from: 'e', more: 'x'.repeat(70_000) }),
      Buffer.from([0xff, 0xfe, 0x00]),
    ])
      expect(one.link.publish('bus', data)).toBe(true);
    one.link.publish('bus', encodeBusMessage('another node', 1, { ...event, sessionId: 'valid' }));
    await expect.poll(() => other.events).toEqual([{ ...event, sessionId: 'valid' }]);
    expect(one.events).toEqual(other.events);
  });

  it('removes fields that this version does not know', async () => {
    const { one, other } = await startCluster();
    const event = { ...SESSION, more: true };
    one.link.publish('bus', JSON.stringify({ version: 1, from: 'newer', count: 1, event, more: true }));
    await expect.poll(() => other.events).toEqual([SESSION]);
  });

  it('ignores an event that is not newer than the last of its sender', async () => {
    const { one, other } = await startCluster();
    for (const count of [5, 6, 6, 2]) one.link.publish('bus', encodeBusMessage('node', count, SESSION));
    one.bus.publish(NOTICE);
    await expect.poll(() => other.events).toEqual([SESSION, SESSION, NOTICE]);
  });

  it('tells subscribers that events of another node were lost', async () => {
    const { one, other } = await startCluster();
    one.link.publish('bus', encodeBusMessage('node', 1, SESSION));
    one.link.publish('bus', encodeBusMessage('node', 3, NOTICE));
    await expect.poll(() => other.events).toEqual([SESSION, NOTICE, { type: 'resync', sinceMs: expect.any(Number) }]);
  });

  it('tells them also when the last event was lost', async () => {
    const { one, other } = await startCluster();
    one.link.publish('bus', encodeBusMessage('node', 1, SESSION));
    one.link.publish('bus', encodeBusMessage('node', 1, null));
    one.link.publish('bus', encodeBusMessage('node', 2, null));
    await expect.poll(() => other.events).toEqual([SESSION, { type: 'resync', sinceMs: expect.any(Number) }]);
  });

  it.each<[string, (server: RedisServer) => Promise<void> | void, (server: RedisServer) => Promise<void> | void]>([
    ['was restarted', (server) => server.kill(), (server) => server.restart()],
    ['was paused', (server) => server.pause(), (server) => server.resume()],
  ])('works on the own node without Redis, and tells every node when Redis %s', async (_case, stop, proceed) => {
    const { server, one, other } = await startCluster();
    const startedAtMs = Date.now();
    await stop(server);
    await expect.poll(() => one.link.isUsable || other.link.isUsable).toBe(false);
    one.bus.publish(SESSION);
    expect(one.events).toEqual([SESSION]);
    await proceed(server);
    await expect.poll(() => [one, other].every(({ events }) => events.some(isResync))).toBe(true);
    for (const event of other.events)
      if (event.type === 'resync') expect(event.sinceMs).toBeLessThanOrEqual(startedAtMs);
    await connected(one, other);
    expect(other.events.filter(({ type }) => type === 'session')).not.toContainEqual(SESSION);
  });

  it('does not mind that Redis was flushed', async () => {
    const { server, one, other } = await startCluster();
    await server.flush();
    one.bus.publish(SESSION);
    await expect.poll(() => other.events).toEqual([SESSION]);
  });

  it('exchanges nothing after it was stopped', async () => {
    const { server, one, other } = await startCluster();
    other.bus.stop();
    one.bus.publish(SESSION);
    const last = await startNode(server.url);
    await connected(one, last);
    expect(other.events).toEqual([]);
  });
});
