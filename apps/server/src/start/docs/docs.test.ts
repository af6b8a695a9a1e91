import { CALLS, CROSS_CHAIN_CALLS, FAILURES, type Call } from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../app.ts';
import { createTestContext } from '../../testing/context.fixture.ts';
import { makeDocsPage } from './docs-page.ts';
import { listFields } from './field-list.ts';
import { html } from './markup.ts';
import { DESCRIBED_CALLS, makeOpenApi, makeSchema } from './openapi.ts';

const test = await createTestContext();
afterAll(async () => test.stop());
const app = createApp(test.context);

interface Operation {
  readonly operationId: string;
  readonly security?: unknown;
  readonly servers?: unknown;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

/** The document as it is served. */
async function openApi() {
  const response = await app.request('/api/openapi.json');
  expect(response.headers.get('Content-Type')).toBe('application/json');
  return (await response.json()) as { readonly paths: Record<string, Record<string, Operation>> };
}

describe('a file of the documentation', () => {
  const PATHS = ['/api/docs', '/api/openapi.json', '/api/docs.css'];

  it.each(PATHS)('%s is compressed once, and sent as it was compressed', async (path) => {
    const plain = Buffer.from(await (await app.request(path)).arrayBuffer());
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const responses = await Promise.all(
        [1, 2].map(async () => app.request(path, { headers: { 'Accept-Encoding': encoding } })),
      );
      for (const response of responses) {
        expect(response.headers.get('Content-Encoding')).toBe(encoding);
        expect(response.headers.get('Vary')).toBe('Accept-Encoding');
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(response.headers.get('Content-Length')).toBe(String(bytes.length));
        expect(decompress(bytes).equals(plain)).toBe(true);
        if (plain.length > 100_000) expect(bytes.length).toBeLessThan(plain.length / 10);
      }
    }
  });

  it.each(PATHS)('%s is 304 while it is the same', async (path) => {
    const headers = { 'Accept-Encoding': 'br' };
    const first = await app.request(path, { headers });
    const tag = first.headers.get('ETag') ?? '';
    expect(first.headers.get('Cache-Control')).toBe('no-cache');
    const again = await app.request(path, { headers: { ...headers, 'If-None-Match': tag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });
});

describe('the OpenAPI document', () => {
  it('is one, of version 3.1', async () => {
    const checked = await new Validator().validate(structuredClone(await openApi()));
    expect(checked).toEqual({ valid: true });
  });

  it('describes every call of both servers, and nothing else', async () => {
    const { paths } = await openApi();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    const names = new Map(DESCRIBED_CALLS.toReversed().map(([name, { method, path }]) => [`${method} ${path}`, name]));
    expect(described.toSorted()).toEqual(Array.from(names, ([call, name]) => `${name} ${call}`).toSorted());
    const calls = [CALLS, ADMIN_CALLS, CROSS_CHAIN_CALLS].flatMap((ofOne) => Object.values<Call>(ofOne));
    expect(DESCRIBED_CALLS.map(([, call]) => call)).toEqual(calls);
    // What has a path in common is the chat, which takes and gives the same on both.
    expect(names.size).toBe(calls.length - 2);
    for (const name of ['getChat', 'postChat'] as const) {
      const { method, path, answer, ...own } = CALLS[name];
      expect(CROSS_CHAIN_CALLS[name]).toMatchObject({ method, path });
      expect(CROSS_CHAIN_CALLS[name].answer).toBe(answer);
      expect('body' in own && own.body).toBe('body' in own && CROSS_CHAIN_CALLS.postChat.body);
    }
  });

  it('says who makes a call of the cross-chain server, and how it is known', async () => {
    const { paths } = await openApi();
    const { components } = makeOpenApi(test.context.settings) as { components: { securitySchemes: object } };
    expect(components.securitySchemes).toMatchObject({
      member: { type: 'http', scheme: 'bearer' },
      platform: { type: 'http', scheme: 'Popfray-Platform' },
    });
    const securityOf = (method: string, path: string): unknown => paths[`/api/cross-chain${path}`]?.[method]?.security;
    expect(securityOf('get', '/sessions')).toBeUndefined();
    expect(securityOf('post', '/sessions')).toEqual([{ platform: [] }]);
    expect(securityOf('post', '/sessions/{id}/join')).toEqual([{}, { platform: [] }]);
    expect(securityOf('get', '/sessions/{id}/chat')).toBeUndefined();
    expect(securityOf('post', '/sessions/{id}/chat')).toEqual([{ signIn: [] }, { member: [] }, { platform: [] }]);
  });

  it('names the address of a separate cross-chain server', () => {
    const crossChainUrl = 'https://cross.example';
    const { paths } = makeOpenApi({ ...test.context.settings, crossChainUrl }) as Awaited<ReturnType<typeof openApi>>;
    const serversOf = (path: string): unknown => paths[path]?.['get']?.servers;
    expect(serversOf('/api/me')).toEqual([{ url: '/' }]);
    expect(serversOf('/api/cross-chain/sessions')).toEqual([{ url: crossChainUrl }]);
    expect(serversOf('/api/cross-chain/sessions/{id}/chat')).toEqual([{ url: '/' }, { url: crossChainUrl }]);
    expect(makeDocsPage({ crossChainUrl })).toContain(crossChainUrl);
  });

  it('says what a call needs, takes and fails with', async () => {
    const { paths } = await openApi();
    const cancel = paths['/api/popfray/sessions/{id}/cancel']?.['post'];
    expect(cancel?.security).toEqual([{ signIn: [] }]);
    expect(cancel?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
    expect(Object.keys(cancel?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '414',
      '415',
      '429',
      '500',
    ]);
    expect(JSON.stringify(cancel?.responses['409'])).toContain(FAILURES.ERR_SESSION_STATE.message);
    const ledger = paths['/api/ledger/me']?.['get'];
    expect(ledger?.parameters?.map(({ name }) => name)).toEqual(['before', 'direction', 'limit']);
    const platform = paths['/api/platform']?.['get'];
    expect(platform?.security).toBeUndefined();
    // It takes nothing, so nothing that it is given can be wrong.
    expect(Object.keys(platform?.responses ?? {})).toEqual(['200', '403', '414', '429', '500']);
    // The cross-chain server asks for no origin.
    const listed = paths['/api/cross-chain/sessions']?.['get'];
    expect(Object.keys(listed?.responses ?? {})).toEqual(['200', '414', '429', '500']);
  });

  it('names the cookie that is in force', () => {
    const { settings } = test.context;
    expect(JSON.stringify(makeOpenApi(settings))).toContain('"name":"popfray"');
    expect(JSON.stringify(makeOpenApi({ ...settings, origins: ['https://play.example'] }))).toContain(
      '"name":"__Host-popfray"',
    );
  });
});

describe('the page of the API', () => {
  it('is a page under the same policy as any other, with a separate style sheet', async () => {
    const page = await app.request('/api/docs');
    const text = await page.text();
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('Content-Security-Policy')).toContain("style-src 'self'");
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
    const style = await app.request('/api/docs.css');
    expect(style.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
    expect(text).toContain('href="/api/docs.css"');
    expect(await style.text()).toContain('@media');
  });

  it('has every call and every failure, each where links to it lead', () => {
    const page = makeDocsPage(test.context.settings);
    const ids = new Set(Array.from(page.matchAll(/\sid="([^"]+)"/g), ([, id]) => id));
    for (const name of [...DESCRIBED_CALLS.map(([call]) => call), ...Object.keys(FAILURES)])
      expect(ids).toContain(name);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    expect(ids.size).toBe(Array.from(page.matchAll(/\sid="/g)).length);
  });

  it('escapes what it is made of', () => {
    const wicked = `<script>"'&`;
    expect(html`<p title="${wicked}">${wicked}</p>`.text).toBe(
      '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</p>',
    );
    expect(html`${[html`<i>${1}</i>`, html`<b>${2}</b>`]}`.text).toBe('<i>1</i><b>2</b>');
  });

  it('is not to be written to', async () => {
    for (const path of ['/api/docs', '/api/docs.css', '/api/openapi.json']) {
      const response = await app.request(path, { method: 'POST' });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    }
    expect((await app.request('/api/docsXcss')).status).toBe(404);
  });
});

describe('the fields of a schema', () => {
  it('are listed with their parents, types and limits', () => {
    expect(listFields(makeSchema(CALLS.getMyRounds.answer, 'output')).slice(0, 3)).toEqual([
      { path: 'rounds', type: 'array of object', limits: '', isRequired: true },
      { path: 'rounds[].id', type: 'string', limits: 'matches ^[A-Za-z0-9_-]{8,64}$', isRequired: true },
      { path: 'rounds[].address', type: 'string', limits: 'matches ^T[1-9A-HJ-NP-Za-km-z]{33}$', isRequired: true },
    ]);
    expect(listFields(makeSchema(CALLS.getMyBattles.query ?? z.unknown(), 'input'))).toEqual([
      { path: 'before', type: 'integer', limits: 'above 0', isRequired: false },
      { path: 'limit', type: 'integer', limits: 'at least 1, at most 100, 25 by default', isRequired: false },
    ]);
    expect(listFields(makeSchema(CALLS.getUpgrades.answer, 'output'))[0]?.path).toBe('[].id');
    expect(listFields(makeSchema(CALLS.signOut.body ?? z.unknown(), 'input'))).toEqual([]);
  });
});
