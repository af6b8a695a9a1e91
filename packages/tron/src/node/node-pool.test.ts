import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BLOCK_MS,
  blockJson,
  PAYER,
  PAYER_KEY,
  startHostileNode,
  TRANSFER,
  transactionJson,
  type HostileNode,
} from './hostile-node.fixture.ts';
import { parseAddress } from './address.ts';
import { signPayment } from './signed-payment.ts';
import { makeTransaction } from './transaction.ts';
import { createTronNode, type TronNode } from './tron-node.ts';

const CHAIN_ID = '0xabababab';
const FIRST_BLOCK = 'wallet/getblockbynum';
const ACCOUNT = 'walletsolidity/getaccount';
const HEAD = 'walletsolidity/getnowblock';
const LOOKUP = 'walletsolidity/gettransactionbyid';
const BROADCAST = 'wallet/broadcasttransaction';
const { txID: TXID } = transactionJson();
const SIGNED = signPayment(makeTransaction({ txid: TXID, raw: TRANSFER, signatures: [] }), PAYER_KEY);

let nodes: HostileNode[];
let main: HostileNode;
let backup: HostileNode;
let nowMs: number;
let node: TronNode;

/** Sets both providers' balance of the payer. */
const sayBalance = (from: HostileNode, balance: number): void =>
  from.say(ACCOUNT, { address: parseAddress(PAYER) ?? '', balance });

const refuse =
  (status: number, text = '') =>
  (): Response =>
    new Response(text, { status });

/** How often a node was asked for a path. */
const countOf = ({ asked }: HostileNode, path = ACCOUNT): number => asked.filter((call) => call.path === path).length;

const states = (): unknown => node.providers().map(({ state }) => state);

/** Timeout of a call, ms: a busy machine may delay an answer by a second. */
const CALL_MS = 6_000;

beforeEach(async () => {
  nodes = await Promise.all([startHostileNode(), startHostileNode()]);
  [main, backup] = nodes as [HostileNode, HostileNode];
  nowMs = BLOCK_MS;
  node = createTronNode({
    url: main.url,
    apiKey: 'main-key',
    timeoutMs: CALL_MS,
    backups: { urls: [backup.url], chainId: CHAIN_ID, now: () => nowMs },
  });
  for (const each of nodes) each.say(FIRST_BLOCK, blockJson(0));
  sayBalance(main, 1);
  sayBalance(backup, 2);
});

afterEach(async () => {
  await Promise.all(nodes.map((each) => each.stop()));
});

describe('a pool of providers', () => {
  it('asks the first provider, after it has shown its chain once', async () => {
    expect(states()).toEqual(['unchecked', 'unchecked']);
    for (let call = 0; call < 3; call++) expect(await node.balance(PAYER)).toEqual({ ok: true, value: 1 });
    expect(main.asked.map(({ path }) => path)).toEqual([FIRST_BLOCK, ACCOUNT, ACCOUNT, ACCOUNT]);
    expect(backup.asked).toEqual([]);
    expect(states()).toEqual(['ok', 'unchecked']);
  });

  it.for([
    ['429', refuse(429)],
    ['403 with words about a limit', refuse(403, 'The key exceeds the frequency limit(15)')],
    ['403 without words', refuse(403, 'no')],
  ] as const)('sends a provider nothing for a while that has answered %s', async ([, answer]) => {
    main.say(ACCOUNT, answer);
    expect(await node.balance(PAYER)).toEqual({ ok: true, value: 2 });
    expect(states()).toEqual(['resting', 'ok']);
    nowMs += 14_999;
    expect(await node.balance(PAYER)).toEqual({ ok: true, value: 2 });
    expect(countOf(main)).toBe(1);
    nowMs += 1;
    sayBalance(main, 3);
    expect(await node.balance(PAYER)).toEqual({ ok: true, value: 3 });
    expect(states()).toEqual(['ok', 'ok']);
  });

  it('doubles the rest with each limit in a row, up to five minutes', async () => {
    main.say(ACCOUNT, refuse(429));
    const rests: number[] = [];
    for (let refusal = 0; refusal < 8; refusal++) {
      await node.balance(PAYER);
      const { retryAt } = node.providers()[0] ?? {};
      rests.push((retryAt ?? 0) - nowMs);
      nowMs = retryAt ?? 0;
    }
    expect(rests).toEqual([15_000, 15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
    expect(countOf(main)).toBe(8);
  });

  it.for([
    ['does not answer in its part of the time', () => new Promise(() => undefined)],
    ['cannot reach its node', refuse(502)],
    ['answers with a page', () => new Response('<html></html>')],
  ] as const)('asks the next provider when the first one %s, within the time of one call', async ([, answer]) => {
    main.say(ACCOUNT, answer);
    const began = performance.now();
    expect(await node.balance(PAYER)).toEqual({ ok: true, value: 2 });
    expect(performance.now() - began).toBeLessThan(CALL_MS);
    expect(states()).toEqual(['resting', 'ok']);
    nowMs += 1_000;
    sayBalance(main, 3);
    expect(await node.balance(PAYER)).toEqual({ ok: true, value: 3 });
  });

  it('says why when all rest, and sends nothing', async () => {
    for (const each of nodes) each.say(ACCOUNT, refuse(429));
    for (let call = 0; call < 3; call++)
      expect(await node.balance(PAYER)).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_BUSY' } });
    expect(nodes.map((each) => countOf(each))).toEqual([1, 1]);
  });

  it('rests no provider for an answer that all of them give', async () => {
    for (const each of nodes) each.say(ACCOUNT, { Error: 'class java.lang.NullPointerException' });
    expect(await node.balance(PAYER)).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_ANSWER' } });
    expect(states()).toEqual(['ok', 'ok']);
  });

  it('never asks a provider of another chain again', async () => {
    main.say(FIRST_BLOCK, { ...blockJson(0), blockID: `${'0'.repeat(56)}cd8690dc` });
    for (let call = 0; call < 2; call++) expect(await node.balance(PAYER)).toEqual({ ok: true, value: 2 });
    nowMs += 1_000_000;
    await node.balance(PAYER);
    expect(main.asked.map(({ path }) => path)).toEqual([FIRST_BLOCK]);
    expect(states()).toEqual(['other-chain', 'ok']);
  });

  it('does not believe a provider that stands still', async () => {
    main.say(HEAD, blockJson(2_000, BLOCK_MS));
    main.say('wallet/getblock', blockJson(2_001, BLOCK_MS));
    backup.say(HEAD, blockJson(1_000, BLOCK_MS - 60_001));
    backup.say('wallet/getblock', blockJson(1_001, BLOCK_MS - 60_001));
    expect(await node.head()).toMatchObject({ ok: true, value: { solidNumber: 2_000 } });
    main.say(HEAD, refuse(502));
    expect(await node.head()).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE' } });
  });

  it('sends a key to the first provider only, and names no more than hosts', async () => {
    main.say(ACCOUNT, refuse(502));
    await node.balance(PAYER);
    expect(new Set(main.asked.map(({ apiKey }) => apiKey))).toEqual(new Set(['main-key']));
    expect(new Set(backup.asked.map(({ apiKey }) => apiKey))).toEqual(new Set([undefined]));
    expect(node.providers().map(({ host }) => `http://${host}`)).toEqual([main.url, backup.url]);
  });
});

describe('money in a pool', () => {
  it('is broadcast to one provider, also when that fails', async () => {
    main.say(BROADCAST, refuse(502));
    backup.say(BROADCAST, { result: true, txid: TXID });
    expect(await node.broadcast(SIGNED)).toMatchObject({ ok: false });
    expect([countOf(main, BROADCAST), countOf(backup, BROADCAST)]).toEqual([1, 0]);
    expect(await node.broadcast(SIGNED)).toEqual({ ok: true, value: { verdict: 'accepted' } });
    expect([countOf(main, BROADCAST), countOf(backup, BROADCAST)]).toEqual([1, 1]);
  });

  it('is not declared dead by the head of one provider and the ignorance of another', async () => {
    main.say(HEAD, blockJson());
    main.say(LOOKUP, refuse(502));
    backup.say(LOOKUP, {});
    expect(await node.isDead(TXID, BLOCK_MS - 1)).toMatchObject({ ok: false });
    expect(backup.asked).toEqual([]);
    backup.say(HEAD, blockJson());
    expect(await node.isDead(TXID, BLOCK_MS - 1)).toEqual({ ok: true, value: true });
    expect(countOf(backup, HEAD)).toBe(1);
  });
});
