import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRedis, type RedisServer, startRedis } from '../../testing/redis-server.fixture.ts';
import { startSlowProxy } from '../../testing/slow-proxy.fixture.ts';
import type { LogEntry } from '../log/log.ts';
import { openRedis, type RedisLink } from './redis-link.ts';

/** Starts a server that stops at the end of the test. */
async function start(): Promise<RedisServer> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return server;
}

/** Opens a link that closes at the end of the test. */
async function open(url: string, log: LogEntry[] = []): Promise<RedisLink> {
  const link = await openRedis(url, randomUUID(), (entry) => log.push(entry));
  onTestFinished(() => link.close());
  return link;
}

/** The messages that a link receives on a channel. */
function received(link: RedisLink, channel: string): string[] {
  const messages: string[] = [];
  link.subscribe(channel, (data) => messages.push(data.toString('latin1')));
  return messages;
}

const toldOf = (log: readonly LogEntry[]): string[] =>
  log.flatMap((entry) => (entry.event === 'notice' ? [entry.message] : []));

describe.skipIf(findRedis() === undefined)('a link to Redis', () => {
  it('sends messages to all links that subscribe, in order and byte for byte', async () => {
    const { url } = await start();
    const [one, other] = await Promise.all([open(url), open(url)]);
    const [atOne, atOther] = [received(one, 'news'), received(other, 'news')];
    await expect.poll(() => (one.publish('news', 'probe'), atOne.length > 0 && atOther.length > 0)).toBe(true);
    atOne.length = 0;
    atOther.length = 0;
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    for (const message of ['first', bytes, 'last']) expect(one.publish('news', message)).toBe(true);
    const expected = ['first', bytes.toString('latin1'), 'last'];
    await expect.poll(() => atOther.slice(-3)).toEqual(expected);
    await expect.poll(() => atOne.slice(-3)).toEqual(expected);
  });

  it('separates installations that use different database numbers', async () => {
    const { url } = await start();
    const [one, other] = await Promise.all([open(`${url}/1`), open(`${url}/2`)]);
    const [atOne, atOther] = [received(one, 'news'), received(other, 'news')];
    await expect.poll(() => (one.publish('news', 'probe'), atOne.length)).toBeGreaterThan(0);
    expect(atOther).toEqual([]);
  });

  it('receives nothing after a subscription ends', async () => {
    const { url } = await start();
    const link = await open(url);
    const messages: string[] = [];
    const end = link.subscribe('news', (data) => messages.push(data.toString()));
    await expect.poll(() => (link.publish('news', 'probe'), messages.length)).toBeGreaterThan(0);
    end();
    const count = messages.length;
    const others = received(link, 'other');
    await expect
      .poll(() => (link.publish('news', 'late'), link.publish('other', 'probe'), others.length))
      .toBeGreaterThan(0);
    expect(messages.length).toBe(count);
  });

  it('logs what a handler throws, and calls the others', async () => {
    const { url } = await start();
    const log: LogEntry[] = [];
    const link = await open(url, log);
    link.subscribe('news', () => {
      throw new Error('a handler failed');
    });
    const messages = received(link, 'news');
    await expect.poll(() => (link.publish('news', 'probe'), messages.length)).toBeGreaterThan(0);
    expect(log).toContainEqual(
      expect.objectContaining({ event: 'fault', stack: expect.stringContaining('a handler failed') }),
    );
  });

  it.each<[string, (server: RedisServer) => Promise<void> | void, (server: RedisServer) => Promise<void> | void]>([
    ['is killed and restarted', (server) => server.kill(), (server) => server.restart()],
    ['is paused and resumed', (server) => server.pause(), (server) => server.resume()],
  ])('says when Redis %s, drops messages meanwhile, and works again', async (_case, stop, proceed) => {
    const server = await start();
    const log: LogEntry[] = [];
    const link = await open(server.url, log);
    const messages = received(link, 'news');
    let restored = 0;
    link.onRestored(() => restored++);
    expect(link.isUsable).toBe(true);
    await stop(server);
    await expect.poll(() => link.isUsable).toBe(false);
    expect(link.publish('news', 'lost')).toBe(false);
    expect(restored).toBe(0);
    await proceed(server);
    await expect.poll(() => restored).toBe(1);
    expect(link.isUsable).toBe(true);
    await expect.poll(() => (link.publish('news', 'probe'), messages)).toContain('probe');
    expect(messages).not.toContain('lost');
    expect(toldOf(log)).toEqual([
      'Redis can be used',
      expect.stringMatching(/^Redis cannot be used: /),
      'Redis can be used',
    ]);
  });

  it('opens when Redis is away, subscribes, and connects when it is back', async () => {
    const server = await start();
    await server.kill();
    const log: LogEntry[] = [];
    const link = await open(server.url, log);
    const messages = received(link, 'news');
    expect(link.isUsable).toBe(false);
    expect(toldOf(log)).toEqual([expect.stringMatching(/^Redis cannot be used: .*ECONNREFUSED/)]);
    await server.restart();
    await expect.poll(() => (link.publish('news', 'probe'), messages)).toContain('probe');
  });

  it('opens when Redis is paused at the start', async () => {
    const server = await start();
    server.pause();
    const link = await open(server.url);
    expect(link.isUsable).toBe(false);
    server.resume();
    await expect.poll(() => link.isUsable).toBe(true);
  });

  it('never logs the password of its URL', async () => {
    const server = await start();
    const log: LogEntry[] = [];
    const link = await open(server.url.replace('://', '://user:hunter2@'), log);
    expect(link.isUsable).toBe(false);
    expect(toldOf(log)).toEqual([expect.stringContaining('WRONGPASS')]);
    expect(JSON.stringify(log)).not.toContain('hunter2');
  });

  it('counts a Redis as away whose answers take longer than a second, and says so once', async () => {
    const server = await start();
    const proxy = await startSlowProxy(server.url, 600);
    onTestFinished(() => proxy.stop());
    const log: LogEntry[] = [];
    const slow = await open(proxy.url, log);
    const direct = await open(server.url);
    const heartbeats = received(direct, `heartbeat:${slow.nodeId}`);
    await expect.poll(() => heartbeats.length).toBeGreaterThan(3);
    expect(slow.isUsable).toBe(false);
    expect(toldOf(log)).toEqual([expect.stringContaining('Redis cannot be used: it does not answer')]);
    proxy.delayMs = 0;
    await expect.poll(() => slow.isUsable).toBe(true);
    expect(toldOf(log).slice(1)).toEqual(['Redis can be used']);
  });

  it('is silent after it was closed', async () => {
    const server = await start();
    const log: LogEntry[] = [];
    const link = await open(server.url, log);
    const messages = received(link, 'news');
    await link.close();
    await link.close();
    expect(link.publish('news', 'late')).toBe(false);
    expect(link.isUsable).toBe(false);
    await server.kill();
    expect(messages).toEqual([]);
    expect(toldOf(log)).toEqual(['Redis can be used']);
  });
});
