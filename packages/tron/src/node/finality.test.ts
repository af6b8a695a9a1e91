import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BLOCK_MS,
  blockJson,
  PAYER,
  startHostileNode,
  transactionJson,
  type HostileNode,
} from './hostile-node.fixture.ts';
import { parseAddress } from './address.ts';
import { createTronNode, type TronNode } from './tron-node.ts';

const TX = transactionJson();
const HEAD = 'walletsolidity/getnowblock';
const LOOKUP = 'walletsolidity/gettransactionbyid';

let full: HostileNode;
let solid: HostileNode;
let node: TronNode;

beforeEach(async () => {
  [full, solid] = await Promise.all([startHostileNode(), startHostileNode()]);
  node = createTronNode({ url: full.url, solidUrl: solid.url });
  solid.say(HEAD, blockJson());
});

afterEach(async () => {
  await Promise.all([full.stop(), solid.stop()]);
});

describe('a transaction', () => {
  it.for([
    [BLOCK_MS - 1, true],
    [BLOCK_MS, false],
    [BLOCK_MS + 1, false],
  ] as const)('that is unknown and expires at %i is dead: %s', async ([expiresAtMs, isDead]) => {
    expect(await node.isDead(TX.txID, expiresAtMs)).toEqual({ ok: true, value: isDead });
  });

  it('is looked up after the head was read, both from the node of what is final', async () => {
    await node.isDead(TX.txID, 1);
    expect(solid.asked.map(({ path }) => path)).toEqual([HEAD, LOOKUP]);
    expect(full.asked).toEqual([]);
  });

  it('is not dead when it is on the chain, with any result', async () => {
    for (const contractRet of ['SUCCESS', 'REVERT']) {
      solid.say(LOOKUP, { ...TX, ret: [{ contractRet }] });
      expect(await node.isDead(TX.txID, 1)).toEqual({ ok: true, value: false });
    }
  });

  it.for([
    ['another one in its place', { ...TX, txID: 'ab'.repeat(32) }],
    ['a rate limiter’s words', { Error: 'class java.lang.IllegalAccessException : lack of computing resources' }],
    ['any error', { Error: 'class java.lang.NullPointerException' }],
    ['a page', '<html></html>'],
    ['a list of nothing', []],
  ] as const)('is not dead by %s', async ([, answer]) => {
    solid.say(LOOKUP, answer);
    expect(await node.isDead(TX.txID, 1)).toMatchObject({ ok: false });
  });

  it('is dead later where the URL stands for many nodes', async () => {
    node = createTronNode({ url: solid.url, deadMarginMs: 5_000 });
    expect(await node.isDead(TX.txID, BLOCK_MS - 5_000)).toEqual({ ok: true, value: false });
    expect(await node.isDead(TX.txID, BLOCK_MS - 5_001)).toEqual({ ok: true, value: true });
  });

  it.for([Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY])(
    'is never dead by a margin of %d, which is a bug',
    (margin) => {
      expect(() => createTronNode({ url: solid.url, deadMarginMs: margin })).toThrow(RangeError);
    },
  );

  it.for(['', TX.txID.toUpperCase(), `0x${TX.txID}`])('with a txid that is none is a bug: %j', async (txid) => {
    await expect(node.isDead(txid, 1)).rejects.toThrow(RangeError);
    expect(solid.asked).toEqual([]);
  });

  it.for([Number.NaN, 1.5, Number.NEGATIVE_INFINITY])('that expires at %d is a bug', async (expiresAtMs) => {
    await expect(node.isDead(TX.txID, expiresAtMs)).rejects.toThrow(RangeError);
  });
});

describe('a balance', () => {
  const address = parseAddress(PAYER) ?? '';
  const PATH = 'walletsolidity/getaccount';

  it.for([
    ['what is final', { address, balance: 7, frozen: [{ frozen_balance: 5 }] }, 7],
    ['0 when the account has nothing', { address }, 0],
    ['0 when there is no account', {}, 0],
    ['the most that is a safe integer', { address, balance: Number.MAX_SAFE_INTEGER }, Number.MAX_SAFE_INTEGER],
  ] as const)('is %s', async ([, answer, sun]) => {
    solid.say(PATH, answer);
    expect(await node.balance(PAYER)).toEqual({ ok: true, value: sun });
    expect(solid.asked[0]?.body).toEqual({ address });
    expect(full.asked).toEqual([]);
  });

  it.for([
    ['another account’s', { address: `41${'0'.repeat(40)}`, balance: 7 }],
    ['one without an address', { balance: 7 }],
    ['a debt', { address, balance: -1 }],
    ['half a sun', { address, balance: 0.5 }],
    ['a text', { address, balance: '7' }],
    ['nothing but a name', { address, balance: null }],
    ['more than a number can be sure of', `{"address":"${address}","balance":9007199254740993}`],
    ['beyond counting', `{"address":"${address}","balance":1e400}`],
  ] as const)('is not %s', async ([, answer]) => {
    solid.say(PATH, answer);
    expect(await node.balance(PAYER)).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_ANSWER' } });
  });

  it('of what is no address is a bug', async () => {
    await expect(node.balance(address)).rejects.toThrow(RangeError);
    expect(solid.asked).toEqual([]);
  });
});
