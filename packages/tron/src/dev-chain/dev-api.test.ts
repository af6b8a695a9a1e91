import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, ask, BOB, broadcast, makeDevChain, makeTransfer, TRX } from './dev-chain.fixture.ts';
import { DEV_CHAIN_ID } from './dev-chain-id.ts';
import type { DevChain } from './dev-chain.ts';

let devChain: DevChain;

beforeEach(() => {
  devChain = makeDevChain();
});
afterEach(() => devChain.close());

const post = async (path: string, body: string): Promise<Response> =>
  devChain.app.request(path, { method: 'POST', body });

describe('POST /dev/faucet', () => {
  it('gives money', async () => {
    const asked = { address: ALICE.address, amountSun: 5 * TRX };
    expect(await ask(devChain, '/dev/faucet', asked)).toEqual({ balanceSun: 5 * TRX });
    expect(await ask(devChain, '/dev/faucet', { ...asked, address: ALICE.hex })).toEqual({ balanceSun: 10 * TRX });
  });

  it.each([
    ['{', 'ERR_FAUCET_ADDRESS'],
    ['[]', 'ERR_FAUCET_ADDRESS'],
    ['{"amountSun": 5}', 'ERR_FAUCET_ADDRESS'],
    [`{"address": "${ALICE.address}"}`, 'ERR_FAUCET_AMOUNT'],
    [`{"address": "${ALICE.address}", "amountSun": "5"}`, 'ERR_FAUCET_AMOUNT'],
    [`{"address": "${ALICE.address}", "amountSun": 1e300}`, 'ERR_FAUCET_AMOUNT'],
  ])('refuses %s', async (body, code) => {
    const answer = await post('/dev/faucet', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });
});

describe('POST /dev/mine', () => {
  it('produces blocks, one when not told how many', async () => {
    expect(await ask(devChain, '/dev/mine', { blocks: 3 })).toMatchObject({
      head: { number: 4 },
      solid: { number: 2 },
    });
    expect(await ask(devChain, '/dev/mine')).toMatchObject({ head: { number: 5 } });
  });

  it('puts the clock on', async () => {
    const { timestampMs } = devChain.chain.head;
    expect(await ask(devChain, '/dev/mine', { skipMs: 60_000 })).toMatchObject({
      head: { timestampMs: timestampMs + 60_000 },
    });
  });

  it.each(['', '{"blocks": 0}', '{"blocks": 1001}', '{"blocks": 1.5}', '{"blocks": "1"}', '{"skipMs": -1}'])(
    'refuses %s',
    async (body) => {
      expect((await post('/dev/mine', body)).status).toBe(400);
      expect(devChain.chain.head.number).toBe(1);
    },
  );
});

describe('POST /dev/stage', () => {
  it('has a call of a contract written into the next block, to be told from a payment', async () => {
    const value = { owner_address: ALICE.hex, contract_address: BOB.hex, call_value: TRX, data: 'a9059cbb' };
    const raw = { contract: [{ type: 'TriggerSmartContract', parameter: { value } }], timestamp: 1 };
    const { txid } = await ask(devChain, '/dev/stage', { transaction: { raw_data: raw, raw_data_hex: '0a00' } });
    expect(txid).toMatch(/^[0-9a-f]{64}$/);
    devChain.chain.mine(3);
    const found = await ask(devChain, '/walletsolidity/gettransactionbyid', { value: txid });
    expect(found).toMatchObject({ txID: txid, raw_data: raw, ret: [{ contractRet: 'SUCCESS' }] });
  });

  it('has a transfer fail, and moves nothing', async () => {
    const transaction = await makeTransfer(devChain);
    const staged = await ask(devChain, '/dev/stage', { transaction, contractRet: 'REVERT' });
    expect(staged).toEqual({ txid: transaction.txID });
    devChain.chain.mine(3);
    expect(await ask(devChain, '/walletsolidity/gettransactionbyid', { value: transaction.txID })).toMatchObject({
      ret: [{ contractRet: 'REVERT' }],
    });
    expect(await ask(devChain, '/walletsolidity/gettransactioninfobyid', { value: transaction.txID })).toMatchObject({
      blockNumber: 2,
      result: 'FAILED',
      receipt: { result: 'REVERT' },
    });
    expect(await ask(devChain, '/wallet/getaccount', { address: BOB.hex })).toEqual({});
  });

  it('refuses one that is on the chain already', async () => {
    devChain.chain.faucet(ALICE.address, 10 * TRX);
    const transaction = await makeTransfer(devChain);
    await broadcast(devChain, transaction);
    expect(await ask(devChain, '/dev/stage', { transaction })).toMatchObject({ error: { code: 'ERR_STAGED_KNOWN' } });
  });

  it.each([
    'null',
    '{}',
    '{"transaction": {"raw_data": "x", "raw_data_hex": "00"}}',
    '{"transaction": {"raw_data": {}, "raw_data_hex": "0"}}',
    '{"transaction": {"raw_data": {}, "raw_data_hex": "00", "txID": "1"}}',
    '{"transaction": {"raw_data": {}, "raw_data_hex": "00", "signature": [1]}}',
    '{"transaction": {"raw_data": {}, "raw_data_hex": "00"}, "contractRet": "<b>"}',
  ])('refuses %s', async (body) => {
    const answer = await post('/dev/stage', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'ERR_STAGED_MALFORMED' } });
  });
});

describe('GET /dev/status', () => {
  it('tells how the chain stands', async () => {
    devChain.chain.faucet(ALICE.address, 10 * TRX);
    await broadcast(devChain, await makeTransfer(devChain));
    const status = await (await devChain.app.request('/dev/status')).json();
    expect(status).toMatchObject({
      chainId: DEV_CHAIN_ID,
      head: { number: 1 },
      solid: { number: 0 },
      waiting: 1,
      mintedSun: 10 * TRX,
      burnedSun: 0,
      heldSun: 10 * TRX,
    });
  });
});

describe('GET /dev/tx/{txid}', () => {
  /** The words of the page. */
  async function read(txid: string): Promise<string> {
    const answer = await devChain.app.request(`/dev/tx/${txid}`);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
    return (await answer.text()).replaceAll(/<style>[^]*<\/style>|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  }

  it('follows a transfer from the moment that it waits till it is final', async () => {
    devChain.chain.faucet(ALICE.address, 10 * TRX);
    const transfer = await makeTransfer(devChain, { amountSun: 1_500_000 });
    await broadcast(devChain, transfer);
    expect(await read(transfer.txID)).toContain('State waiting for a block');
    devChain.chain.mine(1);
    expect(await read(transfer.txID)).toContain('State succeeded, not yet final Block 2');
    devChain.chain.mine(2);
    const page = await read(transfer.txID);
    expect(page).toContain('Dev chain: play money');
    expect(page).toContain('State succeeded, final');
    expect(page).toContain(`From ${ALICE.address} To ${BOB.address} Amount 1.5 TRX Fee 1.1 TRX`);
  });

  it('tells of one that is no transfer', async () => {
    const raw = { contract: [{ type: 'TriggerSmartContract' }] };
    const { txid } = await ask(devChain, '/dev/stage', {
      transaction: { raw_data: raw, raw_data_hex: '0a00' },
      contractRet: 'OUT_OF_ENERGY',
    });
    devChain.chain.mine(1);
    expect(await read(String(txid))).toContain('State failed: OUT_OF_ENERGY, not yet final');
  });

  it('says so when there is none, and shows what was asked for as text', async () => {
    const answer = await devChain.app.request('/dev/tx/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain('not seen on this chain');
    expect(page).not.toContain('<script>');
  });
});
