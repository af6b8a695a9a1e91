import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentLookup } from '@popfray/chain';
import { FOREIGN } from './foreign.fixture.ts';
import {
  BLOCK_MS,
  BLOCK_NUMBER,
  HOUSE,
  infoJson,
  PAYER,
  startHostileNode,
  TRANSFER,
  transactionJson,
  type HostileNode,
} from './hostile-node.fixture.ts';
import { createTronNode, type TronNode } from './tron-node.ts';

const { txID: TXID } = transactionJson();

let hostile: HostileNode;
let node: TronNode;

beforeEach(async () => {
  hostile = await startHostileNode();
  node = createTronNode({ url: hostile.url });
});

afterEach(() => hostile.stop());

/** Makes the node show a transaction and a receipt as final. */
function showFinal(transaction: unknown, info: unknown = infoJson(TXID)): void {
  hostile.say('walletsolidity/gettransactionbyid', transaction);
  hostile.say('walletsolidity/gettransactioninfobyid', info);
}

async function look(txid = TXID): Promise<PaymentLookup | string> {
  const answer = await node.findPayment(txid);
  return answer.ok ? answer.value : answer.error.code;
}

describe('a payment that is final', () => {
  it('is returned with everything that the server checks', async () => {
    showFinal(transactionJson());
    expect(await look()).toEqual({
      state: 'paid',
      transfer: { txid: TXID, from: PAYER, to: HOUSE, amount: 5_000_000, timestampMs: BLOCK_MS - 1_000 },
      blockNumber: BLOCK_NUMBER,
      blockTimestampMs: BLOCK_MS,
    });
    expect(hostile.asked.every(({ path }) => path.startsWith('walletsolidity/'))).toBe(true);
    expect(hostile.asked[0]?.body).toEqual({ value: TXID });
  });

  it('is returned with the network fee, where the node reports one', async () => {
    showFinal(transactionJson(), { ...infoJson(TXID), fee: 268_000 });
    expect(await look()).toMatchObject({ state: 'paid', fee: 268_000 });
  });

  it.for([
    ['a memo', { ...TRANSFER, data: '68656c6c6f' }],
    ['the longest memo that TRON takes', { ...TRANSFER, data: 'ab'.repeat(511_000) }],
    ['the signature of a permission', { ...TRANSFER, permissionId: 2 }],
    ['a fee limit', { ...TRANSFER, feeLimit: 1_000_000 }],
    ['the number of its block', { ...TRANSFER, refBlockNumber: 999 }],
    ['no time', { ...TRANSFER, timestampMs: 0 }],
    ['the most that is a safe integer', { ...TRANSFER, amount: Number.MAX_SAFE_INTEGER }],
    ['one sun', { ...TRANSFER, amount: 1 }],
  ] as const)('is one with %s too', async ([, raw]) => {
    const transaction = transactionJson(raw);
    showFinal(transaction, infoJson(transaction.txID));
    expect(await look(transaction.txID)).toMatchObject({
      state: 'paid',
      transfer: { amount: raw.amount, timestampMs: raw.timestampMs },
    });
  });
});

describe('what is not final', () => {
  it('is pending, however well the node speaks of it', async () => {
    hostile.say('wallet/gettransactionbyid', transactionJson());
    expect(await look()).toEqual({ state: 'pending', blockNumber: null });
    hostile.say('wallet/gettransactioninfobyid', infoJson(TXID));
    expect(await look()).toEqual({ state: 'pending', blockNumber: BLOCK_NUMBER });
  });

  it('is pending while only its receipt is missing among what is final', async () => {
    showFinal(transactionJson(), {});
    expect(await look()).toEqual({ state: 'pending', blockNumber: null });
  });

  it('is absent when the node does not know it', async () => {
    expect(await look()).toEqual({ state: 'absent' });
    hostile.say('walletsolidity/gettransactioninfobyid', infoJson(TXID));
    expect(await look()).toEqual({ state: 'absent' });
  });
});

describe('what failed', () => {
  it.for(['REVERT', 'OUT_OF_ENERGY', 'FAILED', 'success'])('is no payment: %s', async (contractRet) => {
    showFinal({ ...transactionJson(), ret: [{ contractRet }] }, { ...infoJson(TXID), result: 'FAILED' });
    expect(await look()).toEqual({ state: 'failed', blockNumber: BLOCK_NUMBER });
  });

  it.for([
    ['only its transaction says so', [{ contractRet: 'REVERT' }], {}],
    ['only its receipt says so', [{ contractRet: 'SUCCESS' }], { result: 'FAILED' }],
    ['only the receipt of its resources says so', [{ contractRet: 'SUCCESS' }], { receipt: { result: 'OUT_OF_TIME' } }],
    ['its transaction says nothing', [{}], {}],
    ['its transaction has no result', [], {}],
  ] as const)('or did not is left open when %s', async ([, ret, info]) => {
    showFinal({ ...transactionJson(), ret }, { ...infoJson(TXID), ...info });
    expect(await look()).toBe('ERR_CHAIN_ANSWER');
  });
});

describe('what is no plain transfer', () => {
  it.for(FOREIGN)('is no payment, final or not: $what', async ({ json }) => {
    const foreign = { state: 'foreign', reason: expect.any(String) };
    showFinal(json, infoJson(json.txID));
    expect(await look(json.txID)).toEqual(foreign);
    hostile.say('walletsolidity/gettransactionbyid', {});
    hostile.say('wallet/gettransactionbyid', json);
    expect(await look(json.txID)).toEqual(foreign);
  });
});

describe('a node that lies', () => {
  const other = transactionJson({ ...TRANSFER, amount: 9_000_000 });
  const told = transactionJson();
  const contract = (change: object): object => ({
    ...told.raw_data,
    contract: [{ ...(told.raw_data as { contract: object[] }).contract[0], ...change }],
  });
  const value = { amount: 9_000_000, owner_address: `41${'0'.repeat(40)}`, to_address: `41${'1'.repeat(40)}` };

  const lies: readonly (readonly [string, unknown])[] = [
    ['another transaction', other],
    ['another transaction under this id', { ...other, txID: TXID }],
    ['bytes of another transaction', { ...told, raw_data_hex: other.raw_data_hex }],
    ['an id in capitals', { ...told, txID: TXID.toUpperCase() }],
    ['no id', { ...told, txID: undefined }],
    ['no bytes', { ...told, raw_data_hex: undefined }],
    ['bytes that are a number', { ...told, raw_data_hex: 7 }],
    ['half a byte', { ...told, raw_data_hex: told.raw_data_hex.slice(1) }],
    ['JSON of another transaction', { ...told, raw_data: other.raw_data }],
    ['no JSON', { ...told, raw_data: undefined }],
    ['JSON with two contracts', { ...told, raw_data: { ...told.raw_data, contract: [{}, {}] } }],
    ['JSON with another type', { ...told, raw_data: contract({ type: 'TriggerSmartContract' }) }],
    ['JSON with other parties', { ...told, raw_data: contract({ parameter: { value, type_url: 'x' } }) }],
    ['JSON with a member more', { ...told, raw_data: { ...told.raw_data, scripts: 'ab' } }],
    ['JSON with a broken amount', JSON.stringify(told).replace('"amount":5000000', '"amount":5000000.5')],
    ['JSON with an amount beyond counting', JSON.stringify(told).replace('"amount":5000000', '"amount":5e400')],
    ['a list', [told]],
    ['null', 'null'],
    ['a number', '12'],
    ['a text', '"{}"'],
    ['nothing at all', ''],
    ['an id and nothing else', { txID: TXID }],
    ['a prototype', '{"__proto__":{"txID":"00"},"x":1}'],
    ['half an answer', JSON.stringify(told).slice(0, -9)],
  ];

  it.for(lies)('has not answered with %s', async ([, lie]) => {
    showFinal(lie);
    expect(await look()).toBe('ERR_CHAIN_ANSWER');
    hostile.say('walletsolidity/gettransactionbyid', {});
    hostile.say('wallet/gettransactionbyid', lie);
    expect(await look()).toBe('ERR_CHAIN_ANSWER');
  });

  it.for([
    ['of another transaction', { ...infoJson(other.txID) }],
    ['of none', { ...infoJson(TXID), id: undefined }],
    ['in no block', { ...infoJson(TXID), blockNumber: undefined }],
    ['in half a block', { ...infoJson(TXID), blockNumber: 1.5 }],
    ['in a block before the first', { ...infoJson(TXID), blockNumber: -1 }],
    ['in a block that is a text', { ...infoJson(TXID), blockNumber: '1000' }],
    ['in a block beyond counting', JSON.stringify(infoJson(TXID)).replace('1000', '1e400')],
    ['at no time', { ...infoJson(TXID), blockTimeStamp: 'now' }],
  ] as const)('has not answered with a receipt %s', async ([, info]) => {
    showFinal(transactionJson(), info);
    expect(await look()).toBe('ERR_CHAIN_ANSWER');
  });

  it('changes nothing by a tidy lie about an amount that JSON cannot hold', async () => {
    const text = JSON.stringify(told).replace('"amount":5000000', '"amount":5000000.0000000001');
    showFinal(text);
    // JSON reads that as 5,000,000, and so do the bytes, which are what counts.
    expect(await look()).toMatchObject({ state: 'paid', transfer: { amount: 5_000_000 } });
  });
});

describe('a txid', () => {
  it.for([
    '',
    TXID.slice(1),
    `${TXID}0`,
    TXID.toUpperCase(),
    `0x${TXID}`,
    ` ${TXID}`,
    `${TXID}\n`,
    'zz'.repeat(32),
    '../../wallet/getnowblock',
  ])('in another spelling is absent, without a request: %j', async (text) => {
    showFinal(transactionJson());
    expect(await look(text)).toEqual({ state: 'absent' });
    expect(hostile.asked).toEqual([]);
  });
});
