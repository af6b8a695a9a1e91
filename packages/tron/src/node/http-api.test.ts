import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChainError } from '@popfray/chain';
import type { Result } from '@popfray/engine/result';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDevChain } from '../dev-chain/index.ts';
import { BLOCK_MS, HOUSE, PAYER, startHostileNode, transactionJson, type HostileNode } from './hostile-node.fixture.ts';
import { createTronNode, type TronNode } from './tron-node.ts';

/** ms that a node is given that does not answer. */
const TIMEOUT_MS = 200;
const API_KEY = 'c0ffee00-api-key';
const { txID: TXID } = transactionJson();

let hostile: HostileNode;
let node: TronNode;

beforeAll(() => createTronNode({ url: 'http://127.0.0.1' }).prepare());

beforeEach(async () => {
  hostile = await startHostileNode();
  node = createTronNode({ url: `${hostile.url}/path-key/`, apiKey: API_KEY });
});

afterEach(() => hostile.stop());

/** Every question that goes to the node, with what it answers. */
async function askAll(): Promise<readonly Result<unknown, ChainError>[]> {
  return Promise.all([
    node.chainId(),
    node.head(),
    node.balance(PAYER),
    node.findPayment(TXID),
    node.isDead(TXID, 1),
    node.buildPayment({
      from: PAYER,
      to: HOUSE,
      amount: 1,
      timestampMs: BLOCK_MS,
      expiresAtMs: BLOCK_MS + 1,
    }),
    node.broadcast(SIGNED),
  ]);
}

const { ret: _, ...SIGNABLE } = transactionJson();
const SIGNED = JSON.stringify({ ...SIGNABLE, signature: ['ab'.repeat(65)] });

const html = '<!doctype html><title>This API is closed because this node is a lite fullnode</title>';
const limited = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' };
const broken = { Error: 'class java.lang.NullPointerException : null' };

const answers: readonly (readonly [string, () => Response | Promise<Response>, ChainError['code']])[] = [
  ['a page', () => new Response(html, { headers: { 'content-type': 'text/html' } }), 'ERR_CHAIN_ANSWER'],
  ['an empty answer', () => new Response(''), 'ERR_CHAIN_ANSWER'],
  ['a list', () => Response.json([]), 'ERR_CHAIN_ANSWER'],
  ['null', () => Response.json(null), 'ERR_CHAIN_ANSWER'],
  ['a rate limiter’s words', () => Response.json(limited), 'ERR_CHAIN_BUSY'],
  ['an error', () => Response.json(broken), 'ERR_CHAIN_ANSWER'],
  ['a gateway’s error', () => Response.json({ success: false, error: 'Unauthorized' }), 'ERR_CHAIN_ANSWER'],
  ['status 429', () => new Response('', { status: 429 }), 'ERR_CHAIN_BUSY'],
  ['status 503', () => new Response(html, { status: 503 }), 'ERR_CHAIN_BUSY'],
  [
    'status 403 for too many questions',
    () => Response.json({ Error: 'The key exceeds the frequency limit(15)' }, { status: 403 }),
    'ERR_CHAIN_BUSY',
  ],
  ['status 403 for another reason', () => new Response('no', { status: 403 }), 'ERR_CHAIN_ANSWER'],
  ['status 404', () => new Response('404 page not found', { status: 404 }), 'ERR_CHAIN_ANSWER'],
  ['status 500 with JSON', () => Response.json({}, { status: 500 }), 'ERR_CHAIN_ANSWER'],
  ['status 502', () => new Response(html, { status: 502 }), 'ERR_CHAIN_UNREACHABLE'],
  [
    'a way to somewhere else',
    () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:9/' } }),
    'ERR_CHAIN_UNREACHABLE',
  ],
];

/** A body without an end. */
function endless(next: () => Promise<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(encoder.encode(await next()));
    },
  });
}

describe('a node that answers badly', () => {
  it.for(answers)('has not answered: %s', async ([, answer, code]) => {
    hostile.sayElse(answer);
    const results = await askAll();
    expect(results.map((result) => (result.ok ? 'an answer' : result.error.code))).toEqual(results.map(() => code));
    const told = JSON.stringify(results);
    for (const secret of [API_KEY, 'path-key', hostile.url]) expect(told).not.toContain(secret);
  });

  it.for([
    ['silence', () => wait(5 * TIMEOUT_MS, new Response('{}'))],
    ['an answer that never ends', () => new Response(endless(() => wait(TIMEOUT_MS / 4, ' ')))],
  ] as const)('is not waited for: %s', async ([, answer]) => {
    hostile.sayElse(answer);
    node = createTronNode({ url: hostile.url, timeoutMs: TIMEOUT_MS });
    for (const result of await askAll()) {
      expect(result).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE' } });
    }
  });

  it('has not answered with more than anybody would read', async () => {
    const much = ' '.repeat(1_000_000);
    hostile.sayElse(() => new Response(endless(() => Promise.resolve(much))));
    node = createTronNode({ url: hostile.url });
    expect(await node.chainId()).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_ANSWER' } });
  });

  it('cannot add lines to a log, nor fill pages of it', async () => {
    hostile.sayElse(() => new Response(`Tilt\r\n2026-01-01 paid\u001B[2J\u0000${'x'.repeat(10_000)}`));
    const answer = await node.chainId();
    const reason = answer.ok ? '' : answer.error.reason;
    expect(reason).toMatch(/^[\x20-\x7E]{20,200}$/);
  });

  it('learns nothing more by quoting the key that it was sent', async () => {
    hostile.sayElse(() => new Response(`wrong key ${API_KEY} for ${hostile.url}/path-key`, { status: 401 }));
    const answer = await node.chainId();
    expect(answer.ok ? '' : answer.error.reason).toMatch(/wrong key … for …/);
  });

  it('learns nothing more by quoting a key that is one part of the path', async () => {
    node = createTronNode({ url: `${hostile.url}/v2/path-key/tron` });
    hostile.sayElse(() => new Response('no such project: path-key', { status: 401 }));
    const answer = await node.chainId();
    expect(answer.ok ? '' : answer.error.reason).toMatch(/no such project: …$/);
  });

  it('is not quoted where its answer is of the wrong shape', async () => {
    const word = `${API_KEY}\n2026-01-01 paid`;
    hostile.sayElse(() =>
      Response.json({ address: word, txID: word, txid: word, blockID: word, id: word, balance: word }),
    );
    expect(JSON.stringify(await askAll())).not.toContain('paid');
    hostile.sayElse(() => Response.json({ address: word, balance: 1 }));
    expect(JSON.stringify(await node.balance(PAYER))).not.toContain('paid');
  });
});

describe('a connection that the node has closed', () => {
  /** A node that resets the connections of its first requests, a given number, and answers `{}` from then on. */
  async function startResettingNode(resets: number) {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      calls.push(request.url ?? '');
      if (calls.length <= resets) return void request.socket.resetAndDestroy();
      request.resume().on('end', () => response.end('{}'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const stop = async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    };
    return { node: createTronNode({ url }), calls, stop };
  }
  const UNREACHABLE = { ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE' } };

  it('is replaced, and the question asked again once', async () => {
    const first = await startResettingNode(1);
    expect(await first.node.balance(PAYER)).toEqual({ ok: true, value: 0 });
    expect(first.calls).toHaveLength(2);
    await first.stop();
    const twice = await startResettingNode(2);
    expect(await twice.node.balance(PAYER)).toMatchObject(UNREACHABLE);
    expect(twice.calls).toHaveLength(2);
    await twice.stop();
  });

  it('does not make a payment be broadcast again', async () => {
    const { node: resetting, calls, stop } = await startResettingNode(1);
    expect(await resetting.broadcast(SIGNED)).toMatchObject(UNREACHABLE);
    expect(calls).toEqual(['/wallet/broadcasttransaction']);
    await stop();
  });

  it('may have been that of another node, which listened on the same port before', async () => {
    for (let time = 0; time < 3; time++) {
      const chain = await startDevChain({ port: 0, path: ':memory:', blockMs: 0 });
      if ('code' in chain) throw new Error(chain.message);
      node = createTronNode({ url: chain.url });
      await askAll();
      await chain.stop();
      const next = await startDevChain({ port: Number(new URL(chain.url).port), path: ':memory:', blockMs: 0 });
      if ('code' in next) throw new Error(next.message);
      expect(await node.balance(PAYER)).toEqual({ ok: true, value: 0 });
      await next.stop();
    }
  });
});

describe('a node that is not there', () => {
  it('cannot be reached', async () => {
    await hostile.stop();
    for (const answer of await askAll()) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE' } });
    }
  });

  it('cannot be meant by what is no plain URL, which is not told again', () => {
    const urls = [
      '',
      'localhost:8090',
      'ftp://a.example',
      'file:///etc',
      'http://user:secret@a.example',
      'http://a.example?k=1',
    ];
    for (const url of urls) {
      expect(() => createTronNode({ url })).toThrow(/^a node’s URL is http\(s\):\/\/host\[:port\]\[\/path\]$/);
      expect(() => createTronNode({ url: 'http://a.example', solidUrl: url })).toThrow('URL');
    }
  });

  it.for([0, -1, Number.NaN, 1.5, 2 ** 31])('cannot be given %d ms', (timeoutMs) => {
    expect(() => createTronNode({ url: 'http://a.example', timeoutMs })).toThrow(RangeError);
  });
});

describe('the API key', () => {
  it.for(['', ' ', `${API_KEY}\n`, `c0ffee\n${API_KEY}`, 'clé'])('is printable, or it is a bug: %j', (apiKey) => {
    try {
      createTronNode({ url: hostile.url, apiKey });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).toBe('TypeError: an API key is printable ASCII without blanks');
    }
  });

  it('is sent with every question', async () => {
    await askAll();
    expect(hostile.asked.length).toBeGreaterThanOrEqual(7);
    expect(new Set(hostile.asked.map(({ apiKey }) => apiKey))).toEqual(new Set([API_KEY]));
  });
});
