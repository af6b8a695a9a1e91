import { rmSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import type { Context } from '../platform/context/context.ts';
import { SCRIPT, SHELL, writeBuild } from '../testing/web-build.fixture.ts';
import type { LogEntry } from '../platform/log/log.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { readWebsite, type Website } from '../platform/website/website.ts';
import { ScreenPaths } from '../platform/website/screen-paths.ts';

const root = writeBuild();
const test = await createTestContext();
afterAll(async () => {
  rmSync(root, { recursive: true });
  await test.stop();
});

const website = readWebsite(root);
const ASSET = '/assets/main-Ab12Cd34.js';

/** An app over the small build that keeps its log in an array; each reading of its clock is 2.5 ms after the last. */
function setUp(changes: Partial<Context> = {}) {
  const log: LogEntry[] = [];
  let nowMs = 0;
  const now = (): number => (nowMs += 2.5);
  const app = createApp({ ...test.context, website, now, log: (entry) => log.push(entry), ...changes });
  return { app, log };
}

const { app } = setUp();
const get = async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

describe('a screen', () => {
  it.each([
    '/',
    '/free-play',
    '/arena',
    '/replay',
    '/daily/play',
    '/race',
    '/race/Ab3_-xyz09',
    '/round/Ab3_-xyz09',
    '/admin/player/Ab3_-xyz09',
    '/arena/',
    '/support',
    '/index.html',
    '/replay?r=abc',
  ])('%s is the shell with status 200', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe(SHELL);
  });

  it.each([
    '/nowhere',
    '/arena/nowhere',
    '/free-play2',
    '/round',
    '/round/a/b',
    '/race/a/b',
    '/daily',
    '/admin',
    '/static/screens',
    '/%E0%A4%A',
  ])('%s is not one: the shell shows its not-found screen with status 404', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(SHELL);
  });

  it('is asked for again each time, and is 304 while it is the same', async () => {
    const first = await get('/arena');
    expect(first.headers.get('Cache-Control')).toBe('no-cache');
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get('/arena', { 'If-None-Match': known });
      expect(again.status).toBe(304);
      expect(again.headers.get('ETag')).toBe(tag);
      expect(await again.text()).toBe('');
    }
    expect((await get('/arena', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('that is unknown never becomes 304', async () => {
    expect((await get('/nowhere', { 'If-None-Match': '*' })).status).toBe(404);
  });
});

describe('a file', () => {
  it('named by its content is kept for a year', async () => {
    const response = await get(ASSET);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe(SCRIPT);
  });

  it('of another name is asked for again each time', async () => {
    expect((await get('/favicon.svg')).headers.get('Cache-Control')).toBe('no-cache');
  });

  it('that only the server reads is 404', async () => {
    expect((await get('/static/screens.json')).status).toBe(404);
  });

  it('that is missing is 404 in JSON, never the shell', async () => {
    for (const path of ['/assets/main-00000000.js', '/assets/none', '/favicon.ico', '/a/b/c.png']) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'ERR_NOT_FOUND' } });
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0', null],
    ['identity', null],
    ['', null],
    ['nonsense;;q=,', null],
  ])('for Accept-Encoding %j is sent as %s', async (accepted, encoding) => {
    const response = await get(ASSET, { 'Accept-Encoding': accepted });
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Length')).toBe(String(bytes.length));
    const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(plain.toString()).toBe(SCRIPT);
  });

  it('has one tag an encoding', async () => {
    const encodings = ['br', 'gzip', 'identity'];
    const responses = await Promise.all(encodings.map((encoding) => get(ASSET, { 'Accept-Encoding': encoding })));
    expect(new Set(responses.map((response) => response.headers.get('ETag'))).size).toBe(3);
  });

  it('without compressed copies is sent plain', async () => {
    const response = await get('/assets/pops-Ef56Gh78.wav', { 'Accept-Encoding': 'br, gzip' });
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(response.headers.get('Vary')).toBeNull();
    expect(response.headers.get('Content-Type')).toBe('audio/wav');
  });

  it('is not reachable as its compressed copy, but another file with that ending is', async () => {
    expect((await get(`${ASSET}.br`)).status).toBe(404);
    expect((await get('/archive.tar.gz')).status).toBe(200);
  });

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/..%5cpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/%00/package.json',
    '//etc/hosts.txt',
  ])('outside the build cannot be reached as %s', async (path) => {
    const response = await app.request(new Request(`http://localhost${path}`));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'ERR_NOT_FOUND' } });
  });
});

describe('a long path', () => {
  /** Paths as long as any that is answered, or longer, made to be expensive to match. */
  const LONG = [
    `/${'.'.repeat(15_500)}/`,
    `/${'.'.repeat(1_998)}/`,
    `${'/.'.repeat(999)}/`,
    `/round/${'a'.repeat(1_990)}.`.slice(0, 1_999),
    `/assets/${'/'.repeat(1_992)}`,
    `/api/${'a/'.repeat(997)}`,
    `/${'%2e'.repeat(666)}`,
  ];

  it('of more than 2,000 characters is 414, for every method and every path', async () => {
    const path = (length: number): string => `/${'a'.repeat(length - 1)}`;
    expect((await get(path(2_000))).status).toBe(404);
    for (const long of [path(2_001), path(15_500), `/api/${path(2_000)}`, `/api/cross-chain${path(2_000)}`])
      for (const method of ['GET', 'HEAD', 'POST']) {
        const response = await app.request(long, { method });
        expect(response.status).toBe(414);
        expect(response.headers.get('Content-Security-Policy')).not.toBeNull();
        if (method !== 'HEAD') expect(await response.json()).toMatchObject({ error: { code: 'ERR_PATH_LONG' } });
      }
  });

  it('is not one because of its query', async () => {
    expect((await get(`/replay?r=${'a'.repeat(12_000)}`)).status).toBe(200);
  });

  it('costs at most three times what a short one costs', async () => {
    const cost = async (path: string): Promise<number> => {
      const request = new Request(`http://localhost${path}`);
      const startMs = performance.now();
      await app.fetch(request);
      return performance.now() - startMs;
    };
    const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
    /** How many times as much as the short path each long one costs, once. */
    const compare = async (): Promise<number[]> => {
      const short: number[] = [];
      const long = LONG.map((): number[] => []);
      for (let turn = 0; turn < 60; turn++) {
        short.push(await cost('/nowhere.png'));
        for (const [at, path] of LONG.entries()) long[at]?.push(await cost(path));
      }
      return long.map((costs) => middle(costs) / middle(short));
    };
    // Other programs that use the processor meanwhile can make a path look more expensive than it is, and never cheaper.
    const comparisons: number[][] = [];
    for (let round = 0; round < 5; round++) comparisons.push(await compare());
    for (const at of LONG.keys())
      expect(Math.min(...comparisons.map((ratios) => ratios[at] ?? Number.NaN))).toBeLessThanOrEqual(3);
  });
});

describe('every answer', () => {
  it.each(['/', '/nowhere', ASSET, '/none.js', '/healthz', '/api/none', '/api/platform', '/api/me', '/api/docs'])(
    'to HEAD %s is GET without a body',
    async (path) => {
      const [head, full] = await Promise.all([app.request(path, { method: 'HEAD' }), get(path)]);
      expect(head.status).toBe(full.status);
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(full.headers));
      expect((await head.arrayBuffer()).byteLength).toBe(0);
      expect(head.headers.get('Content-Length')).toBe(String((await full.arrayBuffer()).byteLength));
    },
  );

  it.each(['/', '/nowhere', ASSET, '/none.js', '/healthz', '/api/none'])(
    'to %s carries the security headers',
    async (path) => {
      const { headers } = await get(path);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(headers.get('Permissions-Policy')).toContain('camera=()');
      expect(headers.get('Strict-Transport-Security')).toBeNull();
    },
  );

  it('that went over https asks to stay there', async () => {
    const direct = await app.request('https://play.example/');
    expect(direct.headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d+$/);
    for (const [scheme, said] of [
      ['https', /^max-age=\d+$/],
      ['HTTPS, http', /^max-age=\d+$/],
      ['http, https', /^$/],
      ['', /^$/],
    ] as const) {
      const proxied = await get('/', { 'X-Forwarded-Proto': scheme });
      expect(proxied.headers.get('Strict-Transport-Security') ?? '').toMatch(said);
    }
  });
});

describe('a method that changes things', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s is refused where there is only something to read',
    async (method) => {
      for (const path of ['/', '/arena', ASSET, '/nowhere', '/healthz', '/readyz']) {
        const response = await app.request(path, { method });
        expect(response.status).toBe(405);
        expect(response.headers.get('Allow')).toBe('GET, HEAD');
        expect(await response.json()).toMatchObject({ error: { code: 'ERR_METHOD' } });
      }
    },
  );

  it.each(['GET', 'POST', 'DELETE'])('or %s to an unknown address of the API is 404 in JSON', async (method) => {
    for (const path of ['/api', '/api/none', '/api/none.json']) {
      const response = await app.request(path, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        error: { code: 'ERR_NOT_FOUND', message: 'There is nothing at this address.' },
      });
    }
  });
});

describe('/healthz and /readyz', () => {
  it('say that the server is alive and ready', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'alive' });
    expect(await (await get('/readyz')).json()).toEqual({
      status: 'ready',
      chain: 'ok',
      redis: 'unused',
      droppedLogLines: 0,
      clockLeaps: 0,
      databaseRetries: 0,
      payouts: { status: 'open' },
    });
    expect((await get('/readyz')).headers.get('Cache-Control')).toBe('no-store');
  });

  it('tell a stopping server, which is alive but not ready', async () => {
    const stopping = setUp({ isStopping: () => true }).app;
    expect((await stopping.request('/healthz')).status).toBe(200);
    const response = await stopping.request('/readyz');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: 'ERR_STOPPING' } });
  });

  it('tell a server without the web app, whose screens say what to do', async () => {
    const bare = setUp({ website: undefined }).app;
    expect((await bare.request('/healthz')).status).toBe(200);
    for (const path of ['/readyz', '/', '/arena', ASSET]) {
      const response = await bare.request(path);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        error: { code: 'ERR_WEB_NOT_BUILT', message: expect.stringContaining('pnpm start') },
      });
    }
  });
});

describe('the log', () => {
  it('has one entry a request, without the query', async () => {
    const { app: logged, log } = setUp();
    await logged.request('/replay?r=secret');
    await logged.request(ASSET, { method: 'HEAD' });
    await logged.request('/api/none', { method: 'POST' });
    // The limit of reads reads the clock once more.
    const ms = 5;
    expect(log).toEqual([
      { event: 'request', method: 'GET', path: '/replay', status: 200, ms, bytes: SHELL.length },
      { event: 'request', method: 'HEAD', path: ASSET, status: 200, ms, bytes: 0 },
      { event: 'request', method: 'POST', path: '/api/none', status: 404, ms: 2.5, bytes: 80 },
    ]);
  });

  it('has the stack of a bug, which the client does not receive', async () => {
    const broken: Website = {
      get files(): never {
        throw new Error('the disk is on fire');
      },
      shell: { contentType: '', isImmutable: false, hash: '', plain: new Uint8Array(), compressed: new Map() },
      screens: new Map(),
      screenPaths: new ScreenPaths([]),
    };
    const { app: faulty, log } = setUp({ website: broken });
    const response = await faulty.request('/arena');
    expect(response.status).toBe(500);
    expect(response.headers.get('Content-Security-Policy')).not.toBeNull();
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'ERR_INTERNAL' } });
    expect(text).not.toContain('fire');
    expect(log).toMatchObject([
      { event: 'fault', method: 'GET', path: '/arena', stack: expect.stringContaining('the disk is on fire') },
      { event: 'request', status: 500 },
    ]);
  });
});
