import type { TronWeb } from 'tronweb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEV_CHAIN_ID } from './dev-chain-id.ts';
import { ALICE, BOB, CAROL, connect, startServer, TRX } from './dev-chain.fixture.ts';
import type { DevChainServer } from './server.ts';

let server: DevChainServer;
let tronWeb: TronWeb;

beforeAll(async () => {
  server = await startServer();
  tronWeb = connect(server.url);
  server.chain.faucet(BOB.address, 1);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.chain.faucet(ALICE.address, 100 * TRX);
  server.chain.mine(1);
});

/** Sends 1 TRX to Bob. */
async function pay(): Promise<string> {
  const { txID } = await tronWeb.transactionBuilder.sendTrx(BOB.address, TRX, ALICE.address).then(async (built) => {
    const signed = await tronWeb.trx.sign(built);
    expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ result: true, txid: built.txID });
    return built;
  });
  return txID;
}

describe('unmodified tronweb', () => {
  it('builds a transfer on the newest block: sendTrx', async () => {
    const built = await tronWeb.transactionBuilder.sendTrx(BOB.address, TRX, ALICE.address);
    const { head } = server.chain;
    expect(built.raw_data).toMatchObject({
      ref_block_bytes: head.number.toString(16).padStart(4, '0'),
      ref_block_hash: head.id.slice(16, 32),
      expiration: head.timestampMs + 60_000,
      timestamp: head.timestampMs,
    });
  });

  it('signs and broadcasts: sign, sendRawTransaction', async () => {
    await pay();
  });

  it('does all of it at once: sendTransaction', async () => {
    const sent = await tronWeb.trx.sendTransaction(BOB.address, 7);
    expect(sent).toMatchObject({ result: true, txid: sent.transaction.txID });
  });

  it('gets the reason of a refused broadcast, in hex', async () => {
    const built = await tronWeb.transactionBuilder.sendTrx(BOB.address, 10_000_000 * TRX, ALICE.address);
    const answer = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(built));
    expect(answer).toMatchObject({ code: 'CONTRACT_VALIDATE_ERROR', txid: built.txID });
    expect(tronWeb.toUtf8(answer.message)).toMatch(/^Contract validate error : .*balance is not sufficient\.$/);
  });

  it('signs and verifies messages without a request: signMessageV2, verifyMessageV2', async () => {
    const signature = tronWeb.trx.signMessageV2('Hello');
    expect(await tronWeb.trx.verifyMessageV2('Hello', signature)).toBe(ALICE.address);
  });

  it('reads final and newest balances: getBalance, getUnconfirmedBalance', async () => {
    const finalSun = await tronWeb.trx.getBalance(BOB.address);
    const newestSun = await tronWeb.trx.getUnconfirmedBalance(BOB.address);
    await pay();
    server.chain.mine(1);
    expect(await tronWeb.trx.getUnconfirmedBalance(BOB.address)).toBe(newestSun + TRX);
    expect(await tronWeb.trx.getBalance(BOB.address)).toBeLessThanOrEqual(newestSun);
    server.chain.mine(2);
    expect(await tronWeb.trx.getBalance(BOB.address)).toBeGreaterThan(finalSun);
    expect(await tronWeb.trx.getBalance(CAROL.address)).toBe(0);
  });

  it('reads accounts: getAccount, getUnconfirmedAccount, getAccountResources, getBandwidth', async () => {
    expect(await tronWeb.trx.getAccount(ALICE.address)).toMatchObject({
      address: ALICE.hex,
      owner_permission: { keys: [{ address: ALICE.hex, weight: 1 }] },
    });
    expect(await tronWeb.trx.getUnconfirmedAccount(CAROL.address)).toEqual({});
    expect(await tronWeb.trx.getAccountResources(ALICE.address)).toMatchObject({ freeNetLimit: 600 });
    expect(await tronWeb.trx.getAccountResources(CAROL.address)).toEqual({});
    expect(await tronWeb.trx.getBandwidth(BOB.address)).toBe(600);
  });

  it('looks transactions up: getTransaction, getConfirmedTransaction', async () => {
    await expect(tronWeb.trx.getTransaction('ab'.repeat(32))).rejects.toThrow('Transaction not found');
    const txid = await pay();
    expect(await tronWeb.trx.getTransaction(txid)).toMatchObject({ txID: txid, ret: [{ contractRet: 'SUCCESS' }] });
    await expect(tronWeb.trx.getConfirmedTransaction(txid)).rejects.toThrow('Transaction not found');
    server.chain.mine(3);
    const found = await tronWeb.trx.getConfirmedTransaction(txid);
    expect(found).toMatchObject({ txID: txid, ret: [{ contractRet: 'SUCCESS' }] });
    expect(found.raw_data.contract[0]?.parameter.value).toEqual({
      amount: TRX,
      owner_address: ALICE.hex,
      to_address: BOB.hex,
    });
  });

  it('looks up what they came to: getTransactionInfo, getUnconfirmedTransactionInfo', async () => {
    const txid = await pay();
    expect(await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).toEqual({});
    server.chain.mine(1);
    const { head } = server.chain;
    expect(await tronWeb.trx.getTransactionInfo(txid)).toEqual({});
    const info = await tronWeb.trx.getUnconfirmedTransactionInfo(txid);
    expect(info).toMatchObject({
      id: txid,
      blockNumber: head.number,
      blockTimeStamp: head.timestampMs,
      contractResult: [''],
    });
    server.chain.mine(2);
    expect(await tronWeb.trx.getTransactionInfo(txid)).toEqual(info);
  });

  it('reads blocks: getCurrentBlock, getConfirmedCurrentBlock, getBlock, getBlockByNumber, getBlockByHash', async () => {
    const txid = await pay();
    server.chain.mine(1);
    const { head, solid } = server.chain;
    const block = await tronWeb.trx.getCurrentBlock();
    expect(block).toMatchObject({
      blockID: head.id,
      block_header: { raw_data: { number: head.number, timestamp: head.timestampMs, parentHash: head.parentId } },
      transactions: [{ txID: txid }],
    });
    expect(await tronWeb.trx.getConfirmedCurrentBlock()).toHaveProperty('blockID', solid.id);
    expect(await tronWeb.trx.getBlock('latest')).toEqual(block);
    expect(await tronWeb.trx.getBlockByNumber(head.number)).toEqual(block);
    expect(await tronWeb.trx.getBlockByHash(head.id)).toEqual(block);
    expect(await tronWeb.trx.getTransactionFromBlock(head.number, 0)).toHaveProperty('txID', txid);
    await expect(tronWeb.trx.getBlockByNumber(head.number + 1)).rejects.toThrow('Block not found');
  });

  it('learns the chain’s id from block 0', async () => {
    const { blockID } = await tronWeb.trx.getBlockByNumber(0);
    expect(`0x${blockID.slice(-8)}`).toBe(DEV_CHAIN_ID);
  });

  it('is connected: isConnected', async () => {
    expect(await tronWeb.isConnected()).toMatchObject({ fullNode: true, solidityNode: true });
  });

  it('alters transactions by asking the node: addUpdateData, extendExpiration, getSignWeight', async () => {
    const built = await tronWeb.transactionBuilder.sendTrx(BOB.address, TRX, ALICE.address);
    const noted = await tronWeb.transactionBuilder.addUpdateData(built, 'hello', 'utf8');
    expect(noted.txID).not.toBe(built.txID);
    const longer = await tronWeb.transactionBuilder.extendExpiration(noted, 600);
    expect(longer.raw_data.expiration).toBe(built.raw_data.expiration + 600_000);
    const signed = await tronWeb.trx.sign(longer);
    expect(await tronWeb.trx.getSignWeight(signed)).toMatchObject({
      result: {},
      approved_list: [ALICE.hex],
      current_weight: 1,
      permission: { threshold: 1 },
      transaction: { txid: longer.txID },
    });
    expect(await tronWeb.trx.sendRawTransaction(signed)).toHaveProperty('result', true);
  });

  it('gets what is missing: getSignWeight', async () => {
    const built = await tronWeb.transactionBuilder.sendTrx(BOB.address, TRX, ALICE.address);
    expect(await tronWeb.trx.getSignWeight(built)).toMatchObject({ result: { code: 'NOT_ENOUGH_PERMISSION' } });
    const carols = await tronWeb.transactionBuilder.sendTrx(BOB.address, TRX, CAROL.address);
    expect(await tronWeb.trx.getSignWeight(carols)).toMatchObject({ result: { code: 'PERMISSION_ERROR' } });
  });
});

describe('the HTTP calls', () => {
  it.each([
    ['GET', '/wallet/getnowblock'],
    ['POST', '/wallet/getnowblock'],
    ['GET', '/walletsolidity/getnowblock'],
    ['GET', '/wallet/getblock?id_or_num=1'],
    ['GET', '/wallet/getblockbynum?num=1'],
    ['GET', `/wallet/getaccount?visible=true&address=${ALICE.address}`],
    ['GET', `/walletsolidity/getaccount?address=${ALICE.hex}`],
    ['GET', `/wallet/getaccountresource?address=${ALICE.hex}`],
  ])('answer %s %s', async (method, path) => {
    const answer = await fetch(server.url + path, { method });
    expect(answer.status).toBe(200);
    expect(Object.keys((await answer.json()) as object)).not.toEqual([]);
  });

  it.each([
    ['/wallet/getaccount', '{'],
    ['/wallet/getaccount', '[]'],
    ['/wallet/getaccount', '{"address":"T1"}'],
    ['/wallet/getblockbynum', '{"num":-1}'],
    ['/wallet/getblockbynum', '{"num":"x"}'],
    ['/wallet/gettransactionbyid', '{"value":"12"}'],
    ['/wallet/broadcasttransaction', '{"raw_data":{"contract":[],"expiration":"soon"}}'],
  ])('answer nonsense with HTTP 200 and an error, as TRON does: %s %s', async (path, body) => {
    const answer = await fetch(server.url + path, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ Error: expect.stringMatching(/^class \S+ : ./) });
  });

  it('let pages of any origin ask, with any header', async () => {
    const path = `${server.url}/wallet/broadcasttransaction`;
    const headers = {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,tron-pro-api-key',
    };
    const answer = await fetch(path, { method: 'OPTIONS', headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(answer.headers.get('Access-Control-Allow-Headers')).toMatch(/content-type,\s*tron-pro-api-key/);
  });

  it('refuse a body too large to hold a transaction', async () => {
    const body = 'x'.repeat(4 * 1024 * 1024 + 1);
    expect((await fetch(`${server.url}/wallet/broadcasttransaction`, { method: 'POST', body })).status).toBe(413);
  });

  it('answer 404 where there is nothing', async () => {
    expect((await fetch(`${server.url}/wallet/triggersmartcontract`, { method: 'POST' })).status).toBe(404);
  });
});
