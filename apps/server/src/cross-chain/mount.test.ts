import { CALLS, CROSS_CHAIN_CALLS } from '@popfray/protocol';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../start/config.ts';
import type { LogEntry } from '../platform/log/log.ts';
import { startServer, type Server } from '../start/start.ts';
import { parseCrossChainConfig } from './config.ts';
import { testDatabaseUrl } from '../testing/test-location.fixture.ts';
import { startCrossChainHost } from '../start/cross-chain/own-host.ts';

// A whole product server, started as the program starts it.

const folder = mkdtempSync(join(tmpdir(), 'popfray-mount-'));
const log: LogEntry[] = [];
let mounted: Server;

async function start(dataDir: string, env: Record<string, string> = {}): Promise<Server> {
  const places = { DATA_DIR: join(folder, dataDir), DATABASE_URL: await testDatabaseUrl(join(folder, dataDir)) };
  const config = parseConfig({ PORT: '0', HOST: '127.0.0.1', ...places, ...env });
  if ('code' in config) throw new Error(config.message);
  const server = await startServer(config, { log: (entry) => log.push(entry), hasWebsite: false, hasWorker: false });
  if ('code' in server) throw new Error(server.message);
  return server;
}

beforeAll(async () => {
  mounted = await start('mounted');
});
afterAll(async () => {
  await mounted.stop(0);
  rmSync(folder, { recursive: true });
});

const CHAT = CALLS.getChat.path.replace('{id}', 'session-1');

describe('the cross-chain server in the product server', () => {
  it('answers the chat’s path for those with an Authorization, and the product for everybody else', async () => {
    expect(CROSS_CHAIN_CALLS.getChat.path).toBe(CALLS.getChat.path);
    const post = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ message: 'hello' });
      const all = { 'Content-Type': 'application/json', Origin: mounted.url, ...headers };
      const response = await fetch(`${mounted.url}${CHAT}`, { method: 'POST', headers: all, body });
      return ((await response.json()) as { readonly error: { readonly code: string } }).error.code;
    };
    expect(await post({})).toBe('ERR_SIGNED_OUT');
    expect(await post({ Origin: 'https://evil.example' })).toBe('ERR_ORIGIN');
    expect(await post({ Authorization: 'Bearer unknown' })).toBe('ERR_PLATFORM');
  });

  it('has the pages of other chains read what was said, without a token too', async () => {
    const allowed = async (Origin: string) =>
      (await fetch(`${mounted.url}${CHAT}`, { headers: { Origin } })).headers.get('Access-Control-Allow-Origin');
    expect(await allowed('http://localhost:8790')).toBe('http://localhost:8790');
    expect(await allowed('https://evil.example')).toBeNull();
    expect(await allowed(mounted.url)).toBeNull();
  });

  it('lets pages of this machine ask on the dev network, without cookies, and no others', async () => {
    const ask = async (path: string, Origin: string) => {
      const headers = { Origin, 'Access-Control-Request-Method': 'POST' };
      return (await fetch(`${mounted.url}${path}`, { method: 'OPTIONS', headers })).headers;
    };
    for (const path of [CHAT, '/api/cross-chain/sessions/session-1/join']) {
      const headers = await ask(path, 'http://localhost:8790');
      expect(headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:8790');
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect((await ask(path, 'https://evil.example')).get('Access-Control-Allow-Origin')).toBeNull();
    }
    expect((await ask('/api/me', 'http://localhost:8790')).get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('is logged and secured as everything else', async () => {
    log.length = 0;
    const response = await fetch(`${mounted.url}/api/cross-chain/sessions`);
    expect(await response.json()).toEqual([]);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(log).toMatchObject([{ event: 'request', path: '/api/cross-chain/sessions', status: 200 }]);
    expect((await fetch(`${mounted.url}/api/cross-chain/nothing`)).status).toBe(404);
  });

  it('is where the page itself comes from', async () => {
    const response = await fetch(`${mounted.url}/api/platform`);
    expect(await response.json()).toMatchObject({ crossChainUrl: null });
  });
});

describe('a product server with the cross-chain server elsewhere', () => {
  it('says that it is away, also when it has never been there', async () => {
    log.length = 0;
    const product = await start('alone', { CROSS_CHAIN_URL: 'http://127.0.0.1:1' });
    const isSaid = (): boolean =>
      log.some((entry) => entry.event === 'notice' && entry.message.includes('is away: connect ECONNREFUSED'));
    while (!isSaid()) await new Promise((resolve) => void setTimeout(resolve, 5));
    expect(product.context.crossChain.isReachable()).toBe(false);
    await product.stop(0);
  });

  it('names its origin, allows the page to connect to it, and runs none in the process', async () => {
    const config = parseCrossChainConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'host') });
    if ('code' in config) throw new Error(config.message);
    const host = await startCrossChainHost(config, { log: () => undefined });
    if ('code' in host) throw new Error(host.message);
    const product = await start('product', { CROSS_CHAIN_URL: host.url });
    try {
      const response = await fetch(`${product.url}/api/platform`);
      expect(await response.json()).toMatchObject({ crossChainUrl: host.url });
      const policy = response.headers.get('Content-Security-Policy');
      expect(policy).toContain(`${host.url} ${host.url.replace('http', 'ws')}`);
      expect((await fetch(`${product.url}/api/cross-chain/sessions`)).status).toBe(404);
      // The dev chain's platform is known without a word, and connects.
      while (!product.context.crossChain.isReachable()) await new Promise((resolve) => void setTimeout(resolve, 5));
    } finally {
      await product.stop(0);
      await host.stop(0);
    }
  });
});
