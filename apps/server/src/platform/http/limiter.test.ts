import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRedis, type RedisServer, startRedis } from '../../testing/redis-server.fixture.ts';
import { startSlowProxy } from '../../testing/slow-proxy.fixture.ts';
import { openRedis, type RedisLink } from '../redis/redis-link.ts';
import { createLimiter, createNetworkLimiter, type Limiter } from './limiter.ts';
import { networkOfAddress } from './network.ts';

/** Three at once, and one in ten seconds. */
const LIMIT = { burst: 3, perMinute: 6 };

/** Ten at once, and ten in a second, for tests that wait for the next one. */
const QUICK = { burst: 10, perMinute: 600 };

const now = (): number => performance.timeOrigin + performance.now();

async function start(): Promise<RedisServer> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return server;
}

async function open({ url }: Pick<RedisServer, 'url'>): Promise<RedisLink> {
  const link = await openRedis(url, randomUUID(), () => undefined);
  onTestFinished(() => link.close());
  return link;
}

/** How many of some tries pass. */
async function passing(limiter: Limiter, tries: number, key = 'ann'): Promise<number> {
  const waits = await Promise.all(Array.from({ length: tries }, async () => limiter.take(key, now())));
  return waits.filter((waitMs) => waitMs === 0).length;
}

describe.skipIf(findRedis() === undefined)('a limiter in Redis', () => {
  it('lets a burst pass, and says how long to wait for the next one', async () => {
    const limiter = createLimiter(await open(await start()), 'test', LIMIT, 1);
    expect(await passing(limiter, 9)).toBe(3);
    const waitMs = await limiter.take('ann', now());
    expect(waitMs).toBeGreaterThan(5_000);
    expect(waitMs).toBeLessThanOrEqual(10_000);
    expect(await passing(limiter, 9, 'ben')).toBe(3);
  });

  it('lets one pass after each interval, and counts nothing that it refuses', async () => {
    const limiter = createLimiter(await open(await start()), 'test', QUICK, 1);
    const startedAt = now();
    let passed = 0;
    while (passed < 15) {
      await setImmediate();
      passed += await passing(limiter, 20);
      expect(passed).toBeLessThanOrEqual(10 + (now() - startedAt + 1) / 100);
    }
    // Fifteen are a burst and five intervals of 100 ms.
    expect(now() - startedAt).toBeGreaterThanOrEqual(499);
  });

  it('counts for all nodes together', async () => {
    const server = await start();
    const limiters = [await open(server), await open(server)].map((link) => createLimiter(link, 'test', LIMIT, 1));
    const passed = await Promise.all(limiters.map(async (limiter) => passing(limiter, 9)));
    expect(passed.reduce((sum, count) => sum + count)).toBe(3);
  });

  it('counts under each name separately, and has as many times the limit as its share', async () => {
    const link = await open(await start());
    expect(await passing(createLimiter(link, 'one', LIMIT, 1), 9)).toBe(3);
    expect(await passing(createLimiter(link, 'other', LIMIT, 5), 99)).toBe(15);
    expect(await passing(createLimiter(link, 'none', LIMIT, Infinity), 999)).toBe(999);
  });

  it('refuses a limit that Redis could not count', async () => {
    const link = await open(await start());
    expect(() => createLimiter(link, 'test', { burst: 3, perMinute: 600 }, 1)).toThrow('cannot be counted in Redis');
  });

  it('takes any text for a key', async () => {
    const limiter = createLimiter(await open(await start()), 'test', LIMIT, 1);
    for (const key of ['', 'a b\r\nFLUSHALL\r\n', '\0', 'é'.repeat(10_000)])
      expect(await passing(limiter, 9, key)).toBe(3);
  });

  it('starts again when Redis was flushed', async () => {
    const server = await start();
    const link = await open(server);
    expect(await passing(createLimiter(link, 'test', LIMIT, 1), 9)).toBe(3);
    await server.flush();
    expect(await passing(createLimiter(link, 'test', LIMIT, 1), 9)).toBe(3);
  });

  it('counts in memory while Redis answers later than a call should wait, and in Redis after that', async () => {
    const server = await start();
    const proxy = await startSlowProxy(server.url, 0);
    onTestFinished(() => proxy.stop());
    const link = await open(proxy);
    const limiter = createLimiter(link, 'test', LIMIT, 1);
    proxy.delayMs = 200;
    const startedAt = now();
    expect(await passing(limiter, 9)).toBe(3);
    expect(now() - startedAt).toBeGreaterThan(200);
    proxy.delayMs = 0;
    // Redis has counted them too.
    await expect.poll(async () => passing(createLimiter(link, 'test', LIMIT, 1), 1)).toBe(0);
    expect(await passing(limiter, 9, 'ben')).toBe(3);
  });

  it.each<[string, (server: RedisServer) => Promise<void> | void, (server: RedisServer) => Promise<void> | void]>([
    ['killed', (server) => server.kill(), (server) => server.restart()],
    ['paused', (server) => server.pause(), (server) => server.resume()],
  ])('counts in memory while Redis is %s', async (_case, stop, proceed) => {
    const server = await start();
    const link = await open(server);
    const limiter = createLimiter(link, 'test', LIMIT, 1);
    expect(await passing(limiter, 1)).toBe(1);
    await stop(server);
    // Also before the link has noticed it.
    expect(await passing(limiter, 9)).toBe(3);
    await expect.poll(() => link.isUsable).toBe(false);
    expect(await passing(limiter, 9)).toBe(0);
    expect(await passing(limiter, 9, 'ben')).toBe(3);
    await proceed(server);
    await expect.poll(() => link.isUsable).toBe(true);
    expect(await passing(limiter, 9, 'eve')).toBe(3);
  });
});

describe.skipIf(findRedis() === undefined)('a limiter of networks in Redis', () => {
  /** A /64 with a number; 256 of them are a /56. */
  const household = (number: number): string => networkOfAddress(`2001:db8:1:${number.toString(16)}:1:2:3:4`);

  it('lets a client that changes its /64 have twice that of its /56, and one address its own', async () => {
    const limiter = createNetworkLimiter(await open(await start()), 'test', LIMIT, 1);
    expect(await passing(limiter, 9, '203.0.113.7')).toBe(3);
    let passed = 0;
    for (let number = 0; number < 20; number++) passed += await passing(limiter, 1, household(number));
    expect(passed).toBe(6);
  });

  it('counts a refused use for none of the networks', async () => {
    const limiter = createNetworkLimiter(await open(await start()), 'test', LIMIT, 1);
    for (let tries = 0; tries < 20; tries++) await limiter.take(household(1), now());
    expect(await passing(limiter, 9, household(2))).toBe(3);
  });
});
