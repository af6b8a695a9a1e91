import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ALICE,
  ask,
  BOB,
  broadcast,
  CAROL,
  Clock,
  makeDevChain,
  makeTransfer,
  person,
  resign,
  TRX,
  type SignedJson,
} from './dev-chain.fixture.ts';
import type { DevChain } from './dev-chain.ts';

const HOUR_MS = 3_600_000;

let clock: Clock;
let devChain: DevChain;

beforeEach(() => {
  clock = new Clock();
  devChain = makeDevChain({ now: clock.now });
  devChain.chain.faucet(ALICE.address, 100 * TRX);
  devChain.chain.faucet(BOB.address, 1);
});
afterEach(() => devChain.close());

/** The balance of an address at the newest block, sun. */
const balanceOf = async (address: string): Promise<unknown> =>
  (await ask(devChain, '/wallet/getaccount', { address, visible: true }))['balance'] ?? 0;

/** What a transaction in a block came to. */
const infoOf = async ({ txID }: SignedJson): Promise<Record<string, unknown>> =>
  ask(devChain, '/wallet/gettransactioninfobyid', { value: txID });

/** Takes a valid transaction, spoils it, and broadcasts it. */
async function spoil(change: (json: SignedJson) => unknown): Promise<Record<string, unknown>> {
  return broadcast(devChain, change(structuredClone(await makeTransfer(devChain))));
}

describe('a transfer', () => {
  it('moves the money when a block is produced, and uses free bandwidth', async () => {
    const transfer = await makeTransfer(devChain, { amountSun: 10 * TRX });
    expect(await broadcast(devChain, transfer)).toEqual({ result: true, txid: transfer.txID });
    expect(await balanceOf(BOB.address)).toBe(1);
    devChain.chain.mine(1);
    expect(await balanceOf(BOB.address)).toBe(10 * TRX + 1);
    expect(await balanceOf(ALICE.address)).toBe(90 * TRX);
    expect(await infoOf(transfer)).toMatchObject({ blockNumber: 2, receipt: { net_usage: 268 } });
    expect(await infoOf(transfer)).not.toHaveProperty('fee');
  });

  it('costs 1.1 TRX more to an account never seen before', async () => {
    const transfer = await makeTransfer(devChain, { to: CAROL.address });
    await broadcast(devChain, transfer);
    devChain.chain.mine(1);
    expect(await balanceOf(ALICE.address)).toBe(97_900_000);
    expect(await infoOf(transfer)).toMatchObject({ fee: 1_100_000, receipt: { net_fee: 100_000 } });
  });

  it('costs 1,000 sun a byte when the free bandwidth is used up, which comes back in a day', async () => {
    const send = async (timestampMs: number): Promise<Record<string, unknown>> => {
      const transfer = await makeTransfer(devChain, { amountSun: 10 * TRX, timestampMs: clock.ms + timestampMs });
      expect(await broadcast(devChain, transfer)).toHaveProperty('result', true);
      devChain.chain.mine(1);
      return infoOf(transfer);
    };
    expect(await send(1)).not.toHaveProperty('fee');
    expect(await send(2)).not.toHaveProperty('fee');
    expect(await send(3)).toMatchObject({ fee: 268_000, receipt: { net_fee: 268_000 } });
    clock.ms += 24 * HOUR_MS;
    devChain.chain.mine(1);
    expect(await send(4)).not.toHaveProperty('fee');
    expect(await ask(devChain, '/wallet/getaccountresource', { address: ALICE.hex })).toEqual({
      freeNetUsed: 268,
      freeNetLimit: 600,
    });
  });

  it('costs 1 TRX more with a memo', async () => {
    const transfer = await makeTransfer(devChain, { data: 'c0ffee' });
    await broadcast(devChain, transfer);
    devChain.chain.mine(1);
    expect(await infoOf(transfer)).toMatchObject({ fee: TRX, receipt: { net_usage: 272 } });
  });

  it('is seen by those that come after it, before it is in a block', async () => {
    const spend = { from: BOB, to: ALICE.address, amountSun: 5 * TRX };
    expect(await broadcast(devChain, await makeTransfer(devChain, spend))).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
    });
    await broadcast(devChain, await makeTransfer(devChain, { amountSun: 6 * TRX }));
    expect(await broadcast(devChain, await makeTransfer(devChain, spend))).toHaveProperty('result', true);
    expect(await broadcast(devChain, await makeTransfer(devChain, { ...spend, timestampMs: 9 }))).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
    });
    devChain.chain.mine(1);
    expect(await balanceOf(BOB.address)).toBe(TRX + 1);
  });

  it('of the same amount on the same block has the same id as another', async () => {
    const one = await makeTransfer(devChain);
    const two = await makeTransfer(devChain);
    expect(two.txID).toBe(one.txID);
    expect(await broadcast(devChain, one)).toHaveProperty('result', true);
    expect(await broadcast(devChain, two)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR', txid: one.txID });
  });

  it('is a duplicate while it waits and when it is in a block', async () => {
    const transfer = await makeTransfer(devChain);
    await broadcast(devChain, transfer);
    expect(await broadcast(devChain, transfer)).toMatchObject({
      code: 'DUP_TRANSACTION_ERROR',
      message: 'Dup transaction.',
    });
    devChain.chain.mine(5);
    expect(await broadcast(devChain, transfer)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
  });

  it('that was refused for want of money is taken once there is some', async () => {
    const transfer = await makeTransfer(devChain, { from: CAROL });
    expect(await broadcast(devChain, transfer)).toHaveProperty('code');
    devChain.chain.faucet(CAROL.address, 2 * TRX);
    expect(await broadcast(devChain, transfer)).toHaveProperty('result', true);
  });

  it('is judged by its raw_data alone: a forged id and forged bytes change nothing', async () => {
    const transfer = await makeTransfer(devChain);
    const forged = { ...transfer, txID: 'ff'.repeat(32), raw_data_hex: 'ff' };
    expect(await broadcast(devChain, forged)).toEqual({ result: true, txid: transfer.txID });
  });
});

describe('SIGERROR', () => {
  it('names the signer of another account’s transaction', async () => {
    const transfer = await makeTransfer(devChain, { signedBy: BOB });
    expect(await broadcast(devChain, transfer)).toEqual({
      code: 'SIGERROR',
      txid: transfer.txID,
      message: `Validate signature error: ${transfer.txID} is signed by ${BOB.address} but it is not contained of permission.`,
    });
  });

  it.each<[string, (json: SignedJson) => unknown]>([
    ['an amount raised by one sun', (json) => withValue(json, { amount: TRX + 1 })],
    ['another recipient', (json) => withValue(json, { to_address: CAROL.hex })],
    ['another owner', (json) => withValue(json, { owner_address: BOB.hex })],
    ['a longer life', (json) => withRaw(json, { expiration: json.raw_data.expiration + 1 })],
    ['another time', (json) => withRaw(json, { timestamp: json.raw_data.timestamp + 1 })],
    ['a memo', (json) => withRaw(json, { data: 'aa' })],
    ['no signature', (json) => ({ ...json, signature: [] })],
    ['a signature twice', (json) => ({ ...json, signature: [json.signature[0], json.signature[0]] })],
    ['a signature cut short', (json) => ({ ...json, signature: [json.signature[0]?.slice(0, -2)] })],
    ['a signature with more behind it', (json) => ({ ...json, signature: [`${json.signature[0]}00`] })],
    ['a signature that is no hex', (json) => ({ ...json, signature: ['zz'] })],
    ['a signature that is a number', (json) => ({ ...json, signature: [1] })],
    ['a permission that does not exist', (json) => withContract(json, { Permission_id: 7 })],
  ])('answers %s', async (_, change) => {
    expect(await spoil(change)).toMatchObject({ code: 'SIGERROR' });
  });
});

describe('CONTRACT_VALIDATE_ERROR', () => {
  it.each([
    ['more than the balance', { amountSun: 101 * TRX }, 'Validate TransferContract error, balance is not sufficient.'],
    [
      'all of the balance to a new account',
      { amountSun: 100 * TRX, to: CAROL.address },
      'Validate TransferContract error, balance is not sufficient.',
    ],
    ['an owner never seen', { from: CAROL }, `account [${CAROL.address}] does not exist`],
  ])('answers %s', async (_, wish, reason) => {
    expect(await broadcast(devChain, await makeTransfer(devChain, wish))).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
      message: `Contract validate error : ${reason}`,
    });
  });

  it.each([
    ['nothing', { amount: 0 }, 'Amount must be greater than 0.'],
    ['less than nothing', { amount: -TRX }, 'Amount must be greater than 0.'],
    ['money to oneself', { to_address: ALICE.hex }, 'Cannot transfer TRX to yourself.'],
    ['a recipient that is no address', { to_address: '4100' }, 'Invalid toAddress!'],
  ])('answers %s, which tronweb would not build', async (_, value, reason) => {
    expect(await broadcast(devChain, resign(withValue(await makeTransfer(devChain), value)))).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
      message: `Contract validate error : ${reason}`,
    });
  });

  it('answers every contract but a transfer', async () => {
    const answer = await spoil((json) => withContract(json, { type: 'TriggerSmartContract' }));
    expect(answer).toMatchObject({ code: 'CONTRACT_VALIDATE_ERROR' });
  });
});

describe('the other codes', () => {
  it('BANDWITH_ERROR when neither free bandwidth nor balance pays', async () => {
    const dave = person(0xda);
    devChain.chain.faucet(dave.address, 99_999);
    const toNew = await makeTransfer(devChain, { from: dave, to: CAROL.address, amountSun: 1 });
    expect(await broadcast(devChain, toNew)).toMatchObject({
      code: 'BANDWITH_ERROR',
      message: 'Account resource insufficient error.',
    });
    for (const timestampMs of [1, 2]) {
      const free = await makeTransfer(devChain, { from: dave, amountSun: 1, timestampMs });
      expect(await broadcast(devChain, free)).toHaveProperty('result', true);
    }
    const third = await makeTransfer(devChain, { from: dave, amountSun: 1, timestampMs: 3 });
    expect(await broadcast(devChain, third)).toMatchObject({ code: 'BANDWITH_ERROR' });
  });

  it('BANDWITH_ERROR when nothing is left for a memo', async () => {
    const memo = await makeTransfer(devChain, { from: BOB, to: ALICE.address, amountSun: 1, data: 'aa' });
    expect(await broadcast(devChain, memo)).toMatchObject({ code: 'BANDWITH_ERROR' });
  });

  it.each([
    ['of another chain', { refBlockHash: 'ab'.repeat(8) }],
    ['not produced yet', { refBlockBytes: '00ff' }],
    ['that is not named', { refBlockBytes: '', refBlockHash: '' }],
    ['named too long', { refBlockBytes: '000001' }],
  ])('TAPOS_ERROR for a block %s', async (_, wish) => {
    expect(await broadcast(devChain, await makeTransfer(devChain, wish))).toMatchObject({
      code: 'TAPOS_ERROR',
      message: 'Tapos check error.',
    });
  });

  it('no TAPOS_ERROR for an old block of this chain', async () => {
    const old = await makeTransfer(devChain, { expiresAtMs: clock.ms + HOUR_MS });
    devChain.chain.mine(300);
    expect(await broadcast(devChain, old)).toHaveProperty('result', true);
  });

  it.each([
    ['already gone by', 0],
    ['more than 24 hours ahead of the head', 24 * HOUR_MS + 1],
  ])('TRANSACTION_EXPIRATION_ERROR for an expiration %s', async (_, aheadMs) => {
    const expiresAtMs = devChain.chain.head.timestampMs + aheadMs;
    // A head may be old, and what counts is its time.
    clock.ms += 3_000;
    expect(await broadcast(devChain, await makeTransfer(devChain, { expiresAtMs }))).toMatchObject({
      code: 'TRANSACTION_EXPIRATION_ERROR',
      message: 'Transaction expired',
    });
  });

  it('no TRANSACTION_EXPIRATION_ERROR for 24 hours', async () => {
    const expiresAtMs = devChain.chain.head.timestampMs + 24 * HOUR_MS;
    expect(await broadcast(devChain, await makeTransfer(devChain, { expiresAtMs }))).toHaveProperty('result', true);
  });

  it('TOO_BIG_TRANSACTION_ERROR above 512,000 bytes', async () => {
    const big = await makeTransfer(devChain, { data: 'aa'.repeat(512_000) });
    expect(await broadcast(devChain, big)).toMatchObject({
      code: 'TOO_BIG_TRANSACTION_ERROR',
      message: expect.stringMatching(
        /^Too big transaction, TxId [0-9a-f]{64}, the size is 51\d{4} bytes, maxTxSize 512000$/,
      ),
    });
  });

  it('OTHER_ERROR for two contracts in one', async () => {
    const json = await makeTransfer(devChain);
    const contract = [...json.raw_data.contract, ...json.raw_data.contract];
    expect(await broadcast(devChain, resign(withRaw(json, { contract })))).toMatchObject({ code: 'OTHER_ERROR' });
  });

  it('SERVER_BUSY when 2,000 transactions wait, until a block is produced', async () => {
    for (let index = 0; index < 2_000; index++) {
      const id = index.toString(16).padStart(64, '0');
      devChain.chain.stage({ transaction: { txID: id, raw_data: {}, raw_data_hex: '00' } });
    }
    const transfer = await makeTransfer(devChain);
    expect(await broadcast(devChain, transfer)).toMatchObject({ code: 'SERVER_BUSY', message: 'Server busy.' });
    devChain.chain.mine(1);
    expect(await broadcast(devChain, transfer)).toHaveProperty('result', true);
  });
});

function withRaw(json: SignedJson, raw: object): SignedJson {
  return { ...json, raw_data: { ...json.raw_data, ...raw } };
}

function withContract(json: SignedJson, change: object): SignedJson {
  const [contract] = json.raw_data.contract;
  return withRaw(json, { contract: [{ ...contract, ...change }] });
}

function withValue(json: SignedJson, value: object): SignedJson {
  const parameter = json.raw_data.contract[0]?.parameter;
  return withContract(json, { parameter: { ...parameter, value: { ...parameter?.value, ...value } } });
}
