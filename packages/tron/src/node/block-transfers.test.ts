import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  BLOCK_MS,
  BLOCK_NUMBER,
  blockJson,
  startHostileNode,
  transactionJson,
  type HostileNode,
} from './hostile-node.fixture.ts';
import { createTronNode, type TronNode } from './tron-node.ts';

const PATH = 'walletsolidity/getblockbynum';
const TX = transactionJson();
const SUCCESS = { ...TX, ret: [{ contractRet: 'SUCCESS' }] };

let solid: HostileNode;
let node: TronNode;
beforeEach(async () => {
  solid = await startHostileNode();
  node = createTronNode({ url: solid.url });
});
afterEach(async () => solid.stop());

const say = (transactions: readonly object[]): void => solid.say(PATH, { ...blockJson(), transactions });

it('a block’s transfers are asked of the final blocks alone, by its number', async () => {
  say([SUCCESS]);
  const block = await node.blockTransfers(BLOCK_NUMBER);
  expect(block).toMatchObject({
    ok: true,
    value: { number: BLOCK_NUMBER, timestampMs: BLOCK_MS, transfers: [{ txid: TX.txID }] },
  });
  expect(solid.asked).toMatchObject([{ path: PATH, body: { num: BLOCK_NUMBER } }]);
});

it('a block without transactions has none, and a block that is not there is null', async () => {
  solid.say(PATH, blockJson());
  expect(await node.blockTransfers(BLOCK_NUMBER)).toMatchObject({ ok: true, value: { transfers: [] } });
  solid.say(PATH, {});
  expect(await node.blockTransfers(BLOCK_NUMBER)).toEqual({ ok: true, value: null });
});

it('what failed and what is no transfer is passed over', async () => {
  const contractCall = { ...SUCCESS, raw_data_hex: '0a02abcd' };
  say([{ ...TX, ret: [{ contractRet: 'REVERT' }] }, contractCall, SUCCESS]);
  expect(await node.blockTransfers(BLOCK_NUMBER)).toMatchObject({ value: { transfers: [{ txid: TX.txID }] } });
});

it.for([
  ['another block', () => solid.say(PATH, blockJson(BLOCK_NUMBER + 1))],
  ['a transfer under another’s id', () => say([{ ...SUCCESS, txID: 'ab'.repeat(32) }])],
  ['a transaction without its bytes', () => say([{ txID: TX.txID, ret: [] }])],
  ['a page', () => solid.say(PATH, '<html></html>')],
] as const)('%s is no answer', async ([, answer]) => {
  answer();
  expect(await node.blockTransfers(BLOCK_NUMBER)).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_ANSWER' } });
});
