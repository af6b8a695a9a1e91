import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '../start/app.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit, sendByHand, settleAll } from '../testing/money.fixture.ts';

const TRX = 1_000_000;

let test: TestContext;
let app: Hono;
let alice: TestWallet;
let token: string;

beforeEach(async () => {
  test = await createTestContext();
  app = createApp(test.context);
  alice = await test.player('alice', 100 * TRX);
  token = await signIn(test.context, alice.address);
});
afterEach(async () => test.stop());

it('an upgrade is bought over the API: intent, signature, watching, and it is in force and in the history', async () => {
  const body = { upgradeId: 'trx-boost', price: '0.01', duration: -1 };
  const { value: intent } = await ask(app, CALLS.createPayment, { token, body });
  expect(intent).toMatchObject({ status: 'awaiting', amountSun: 5 * TRX });
  const params = { id: intent.id };
  const transaction = test.context.chain.signPayment(intent.unsigned ?? '', alice.privateKey);
  const submitted = await ask(app, CALLS.submitPayment, { token, params, body: { transaction } });
  expect(submitted.value).toMatchObject({ status: 'sent', unsigned: null, txid: intent.txid });
  await settleAll(test);
  const { value: applied } = await ask(app, CALLS.getPayment, { token, params });
  expect(applied.status).toBe('applied');
  expect((await ask(app, CALLS.getMyPayments, { token })).value).toEqual([applied]);

  const { address } = alice;
  expect((await ask(app, CALLS.getPlayerUpgrades, { params: { address } })).value).toMatchObject([
    { upgradeId: 'trx-boost', playerId: address, txHash: intent.txid },
  ]);
  expect((await ask(app, CALLS.findPlayerUpgrades, { body: { address } })).value).toMatchObject([
    { id: intent.id, upgrade_id: 'trx-boost', price: '5', status: 'active' },
  ]);
  const again = await ask(app, CALLS.createPayment, { token, body: { upgradeId: 'trx-boost' } });
  expect([again.status, again.code]).toEqual([409, 'ERR_UPGRADE_ACTIVE']);
});

it('only its player can see, sign or cancel a payment', async () => {
  const { value: intent } = await ask(app, CALLS.createPayment, { token, body: { upgradeId: 'trx-boost' } });
  const bob = await test.player('bob', 100 * TRX);
  const stranger = { token: await signIn(test.context, bob.address), params: { id: intent.id } };
  const transaction = test.context.chain.signPayment(intent.unsigned ?? '', alice.privateKey);
  const before = await dumpAll(test.context.db);
  expect((await ask(app, CALLS.getPayment, stranger)).code).toBe('ERR_PAYMENT_UNKNOWN');
  expect((await ask(app, CALLS.submitPayment, { ...stranger, body: { transaction } })).code).toBe(
    'ERR_PAYMENT_UNKNOWN',
  );
  expect((await ask(app, CALLS.cancelPayment, { ...stranger, body: {} })).code).toBe('ERR_PAYMENT_UNKNOWN');
  expect((await ask(app, CALLS.getMyPayments, stranger)).value).toEqual([]);
  expect(await dumpAll(test.context.db)).toEqual(before);
});

it('the catalogue, and a player’s upgrades, are for anybody; an address that is none is refused', async () => {
  expect((await ask(app, CALLS.getUpgrades)).value).toHaveLength(9);
  for (const address of [`T${'1'.repeat(33)}`, alice.address.toLowerCase(), "T' OR 1=1", 'constructor'])
    expect((await ask(app, CALLS.getPlayerUpgrades, { params: { address } })).code).toBe('ERR_ADDRESS');
  const wrong = await ask(app, CALLS.findPlayerUpgrades, { body: { address: `T${'1'.repeat(33)}` } });
  expect([wrong.status, wrong.code]).toEqual([400, 'ERR_ADDRESS']);
});

it('a balance is withdrawn over the API, once for its id, and only one’s own', async () => {
  await credit(test, alice, 30 * TRX);
  const body = { id: 'my-withdrawal', amountSun: 12 * TRX };
  const { value: queued } = await ask(app, CALLS.createWithdrawal, { token, body });
  expect(queued).toMatchObject({ status: 'queued', amountSun: 12 * TRX, txid: null });
  expect((await ask(app, CALLS.createWithdrawal, { token, body })).value).toEqual(queued);
  await settleAll(test);
  const { value: mine } = await ask(app, CALLS.getMyWithdrawals, { token });
  expect(mine).toMatchObject([{ id: 'my-withdrawal', status: 'confirmed', blockNumber: expect.any(Number) }]);

  const bob = await signIn(test.context, (await test.player('bob')).address);
  expect((await ask(app, CALLS.getMyWithdrawals, { token: bob })).value).toEqual([]);
  const before = await dumpAll(test.context.db);
  expect((await ask(app, CALLS.createWithdrawal, { token: bob, body })).code).toBe('ERR_WITHDRAWAL_ID');
  expect(await dumpAll(test.context.db)).toEqual(before);
});

it('a transaction is named over the API for oneself alone; price and duration are the catalogue’s', async () => {
  const txid = await sendByHand(test, alice, test.context.house.address, 5 * TRX);
  await test.mine();
  const named = { walletAddress: alice.address, upgradeId: 'trx-boost', txHash: txid, price: 0, duration: 999_999 };
  const bob = await signIn(test.context, (await test.player('bob')).address);
  expect((await ask(app, CALLS.purchaseUpgrade, { token: bob, body: named })).code).toBe('ERR_ADDRESS_OTHER');
  const { value: applied } = await ask(app, CALLS.purchaseUpgrade, { token, body: named });
  expect(applied).toMatchObject({ status: 'applied', amountSun: 5 * TRX });
  const [active] = (await ask(app, CALLS.getPlayerUpgrades, { params: { address: alice.address } })).value;
  expect((active?.expiresAt ?? 0) - (active?.purchasedAt ?? 0)).toBe(30 * 60_000);
});
