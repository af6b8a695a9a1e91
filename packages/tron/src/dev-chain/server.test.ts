import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Clock, startServer } from './dev-chain.fixture.ts';
import { createDevChain } from './dev-chain.ts';
import { startDevChain } from './server.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe('a dev chain on a port', () => {
  it.each([
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['localhost', /^http:\/\/127\.0\.0\.1:\d+$/],
  ])('answers on %s', async (host, url) => {
    const server = await startServer({ host });
    expect(server.url).toMatch(url);
    expect((await fetch(`${server.url}/dev/status`)).status).toBe(200);
    await server.stop();
  });

  it.each(['0.0.0.0', '::', '', '192.168.0.1', 'example.org', '127.0.0.1.example.org', '2130706433'])(
    'refuses to listen on %s',
    async (host) => {
      const refused = await startDevChain({ path: ':memory:', port: 0, host });
      expect(refused).toMatchObject({ code: 'ERR_DEV_CHAIN_HOST' });
    },
  );

  it('is not to be reached from the network', async () => {
    const server = await startServer();
    const { port } = new URL(server.url);
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address, internal, family } of addresses) {
      if (internal || family !== 'IPv4') continue;
      await expect(fetch(`http://${address}:${port}/dev/status`)).rejects.toThrow('fetch failed');
    }
    await server.stop();
  });

  it('reports that its port is taken, and closes its file', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    expect(await startDevChain({ path: ':memory:', port })).toMatchObject({
      code: 'ERR_PORT_TAKEN',
      message: expect.stringContaining(String(port)),
    });
    blocker.close();
  });

  it('stops with connections open, and can be stopped again', async () => {
    const server = await startServer();
    await fetch(`${server.url}/dev/status`);
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    await expect(fetch(`${server.url}/dev/status`)).rejects.toThrow('fetch failed');
  });
});

describe('a dev chain', () => {
  it('refuses to be made in production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    expect(createDevChain({ path: ':memory:' })).toMatchObject({ code: 'ERR_DEV_CHAIN_PRODUCTION' });
    expect(await startDevChain({ path: ':memory:', port: 0 })).toMatchObject({ code: 'ERR_DEV_CHAIN_PRODUCTION' });
  });

  it.each([{ blockMs: -1 }, { blockMs: Number.NaN }, { solidAfter: 0.5 }, { solidAfter: 1_001 }])(
    'is not made with %o',
    (options) => {
      expect(() => createDevChain({ path: ':memory:', ...options })).toThrow(RangeError);
    },
  );

  it('produces a block every so often, until it is closed', () => {
    vi.useFakeTimers();
    const clock = new Clock();
    const devChain = createDevChain({ path: ':memory:', blockMs: 3_000, now: clock.now });
    if ('code' in devChain) throw new Error(devChain.message);
    expect(devChain.chain.head.number).toBe(1);
    for (let block = 2; block <= 4; block++) {
      clock.ms += 3_000;
      vi.advanceTimersByTime(3_000);
      expect(devChain.chain.head).toMatchObject({ number: block, timestampMs: clock.ms });
    }
    devChain.close();
    vi.advanceTimersByTime(30_000);
  });

  it('produces none without a request when they are on demand', () => {
    vi.useFakeTimers();
    const devChain = createDevChain({ path: ':memory:', blockMs: 0 });
    if ('code' in devChain) throw new Error(devChain.message);
    vi.advanceTimersByTime(60_000);
    expect(devChain.chain.head.number).toBe(1);
    devChain.close();
  });
});
