import type { PaymentPlan } from '@popfray/chain';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BLOCK_MS,
  BLOCK_NUMBER,
  blockJson,
  HOUSE,
  PAYER,
  PAYER_KEY,
  startHostileNode,
  type HostileNode,
} from './hostile-node.fixture.ts';
import { createTronNode, type TronNode } from './tron-node.ts';

const PLAN: PaymentPlan = { from: PAYER, to: HOUSE, amount: 1, timestampMs: BLOCK_MS, expiresAtMs: BLOCK_MS + 60_000 };
const DAY_MS = 86_400_000;

let hostile: HostileNode;
let node: TronNode;

beforeAll(() => createTronNode({ url: 'http://127.0.0.1' }).prepare());

beforeEach(async () => {
  hostile = await startHostileNode();
  node = createTronNode({ url: hostile.url });
  hostile.say('walletsolidity/getnowblock', blockJson());
  hostile.say('wallet/getblock', blockJson(BLOCK_NUMBER + 19, BLOCK_MS));
});

afterEach(() => hostile.stop());

describe('an unsigned payment', () => {
  it('says what was planned, on the newest final block', async () => {
    const answer = await node.buildPayment(PLAN);
    if (!answer.ok) throw new Error(answer.error.reason);
    expect(JSON.parse(answer.value.unsigned)).toMatchObject({
      visible: false,
      txID: answer.value.txid,
      raw_data: {
        contract: [{ parameter: { value: { amount: 1 } }, type: 'TransferContract' }],
        ref_block_bytes: '03e8',
        ref_block_hash: 'ab'.repeat(8),
        expiration: PLAN.expiresAtMs,
        timestamp: PLAN.timestampMs,
      },
    });
  });

  it('carries a memo, and is signed only by who names the same memo', async () => {
    const answer = await node.buildPayment({ ...PLAN, memo: 'Popfray é 2026' });
    if (!answer.ok) throw new Error(answer.error.reason);
    const { unsigned, txid } = answer.value;
    const { raw_data: raw } = JSON.parse(unsigned) as { readonly raw_data: { readonly data: string } };
    expect(Buffer.from(raw.data, 'hex').toString()).toBe('Popfray é 2026');
    const signed = node.signPayment(unsigned, PAYER_KEY, 'Popfray é 2026');
    expect(node.checkSigned(unsigned, signed, 'Popfray é 2026')).toEqual({ ok: true, value: { txid } });
    for (const memo of [undefined, 'another one']) {
      expect(() => node.signPayment(unsigned, PAYER_KEY, memo)).toThrow('no unsigned payment');
      expect(() => node.checkSigned(unsigned, signed, memo)).toThrow('no unsigned payment');
    }
  });

  it('can be built on a chain so young that only block 0 is final', async () => {
    hostile.say('walletsolidity/getnowblock', {
      blockID: `${'0'.repeat(16)}${'cd'.repeat(24)}`,
      block_header: { raw_data: {} },
    });
    expect(await node.buildPayment(PLAN)).toMatchObject({ ok: true });
  });

  it('is the same again for the same plan on the same block, and another for another time', async () => {
    const one = await node.buildPayment(PLAN);
    expect(await node.buildPayment(PLAN)).toEqual(one);
    expect(await node.buildPayment({ ...PLAN, timestampMs: BLOCK_MS + 1 })).not.toEqual(one);
  });

  it.for([
    ['at once', 1],
    ['in a day', DAY_MS],
  ] as const)('may expire %s', async ([, lifeMs]) => {
    expect(await node.buildPayment({ ...PLAN, expiresAtMs: BLOCK_MS + lifeMs })).toMatchObject({ ok: true });
  });

  it.for([
    ['now', 0],
    ['before', -1],
    ['later than in a day', DAY_MS + 1],
  ] as const)('cannot expire %s: the node is behind, or ahead', async ([, lifeMs]) => {
    expect(await node.buildPayment({ ...PLAN, expiresAtMs: BLOCK_MS + lifeMs })).toMatchObject({
      ok: false,
      error: { code: 'ERR_CHAIN_ANSWER' },
    });
  });

  it('holds an amount of any size exactly', async () => {
    for (const amount of [1, 127, 128, 2 ** 31, 2 ** 32 + 1, 2 ** 47 - 1, 2 ** 52 + 1, Number.MAX_SAFE_INTEGER]) {
      const answer = await node.buildPayment({ ...PLAN, amount });
      expect(answer.ok && answer.value.unsigned).toContain(`"amount":${amount},`);
    }
  });
});

describe('a block', () => {
  it.for([
    ['nothing', {}],
    ['an id of another number', { ...blockJson(BLOCK_NUMBER), blockID: `${'0'.repeat(15)}1${'ab'.repeat(24)}` }],
    ['a short id', { ...blockJson(), blockID: 'ab' }],
    ['no header', { ...blockJson(), block_header: undefined }],
    ['half a number', blockJson(1.5)],
    ['a time before the epoch', blockJson(BLOCK_NUMBER, -1)],
    ['a time that is a text', { ...blockJson(), block_header: { raw_data: { number: BLOCK_NUMBER, timestamp: '1' } } }],
  ] as const)('is none with %s', async ([, block]) => {
    hostile.say('walletsolidity/getnowblock', block);
    hostile.say('wallet/getblock', blockJson());
    const error = { ok: false, error: { code: 'ERR_CHAIN_ANSWER' } };
    expect(await node.head()).toMatchObject(error);
    expect(await node.buildPayment(PLAN)).toMatchObject(error);
    expect(await node.isDead('ab'.repeat(32), 1)).toMatchObject(error);
  });

  it('0 is where the chain’s id is from, whose number and time go without saying', async () => {
    const id = `${'0'.repeat(16)}${'cd'.repeat(20)}2b6653dc`;
    hostile.say('wallet/getblockbynum', { blockID: id, block_header: { raw_data: {} } });
    expect(await node.chainId()).toEqual({ ok: true, value: '0x2b6653dc' });
    expect(hostile.asked[0]?.body).toEqual({ num: 0 });
    hostile.say('wallet/getblockbynum', blockJson());
    expect(await node.chainId()).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_ANSWER' } });
  });

  it('0 is the same at both URLs, or the chain’s id is not known', async () => {
    const first = (end: string): object => ({ blockID: `${'0'.repeat(56)}${end}`, block_header: { raw_data: {} } });
    const solid = await startHostileNode();
    try {
      node = createTronNode({ url: hostile.url, solidUrl: solid.url });
      hostile.say('wallet/getblockbynum', first('2b6653dc'));
      solid.say('walletsolidity/getblockbynum', first('cd8690dc'));
      expect(await node.chainId()).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_ANSWER' } });
      solid.say('walletsolidity/getblockbynum', first('2b6653dc'));
      expect(await node.chainId()).toEqual({ ok: true, value: '0x2b6653dc' });
    } finally {
      await solid.stop();
    }
  });

  it('that is final is not ahead of the newest, though the full node may be behind', async () => {
    hostile.say('wallet/getblock', blockJson(BLOCK_NUMBER - 3, BLOCK_MS - 9_000));
    expect(await node.head()).toEqual({
      ok: true,
      value: { number: BLOCK_NUMBER, timestampMs: BLOCK_MS, solidNumber: BLOCK_NUMBER, solidTimestampMs: BLOCK_MS },
    });
  });
});
