import { PAYMENT_MS } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, CHAIN_IN, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { dump, entriesOf, intend, pay, sendByHand, settleAll, sign, turn } from '../testing/money.fixture.ts';
import { activeUpgrades } from '../upgrades/purchase.ts';
import { cancelPayment, createPayment, submitPayment } from './intent.ts';
import { findOwn, findPayment, paymentsOf, serializePayment } from './payment.ts';
import { recoverPayment } from './recovery.ts';

const TRX = 1_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let test: TestContext;
let alice: TestWallet;

beforeEach(async () => {
  test = await createTestContext();
  alice = await test.player('alice', 100 * TRX);
});
afterEach(async () => test.stop());

describe('an intent', () => {
  it('is a transaction that pays the catalogue’s price from the player to the house within ten minutes', async () => {
    const row = await intend(test, alice, 'trx-boost');
    expect(serializePayment(test.context, row)).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      source: 'wallet',
      purpose: 'upgrade',
      upgradeId: 'trx-boost',
      skinId: null,
      sessionId: null,
      amountSun: 5 * TRX,
      to: test.context.house.address,
      status: 'awaiting',
      createdAt: test.clock.nowMs,
      expiresAt: test.clock.nowMs + PAYMENT_MS,
      txid: expect.stringMatching(/^[0-9a-f]{64}$/),
      unsigned: expect.stringContaining('TransferContract'),
      blockNumber: null,
      explorerUrl: null,
    });
    expect(test.steps).toEqual(['payment.created']);
  });

  it('is returned again while a player has time to sign it, and replaced after that', async () => {
    const first = await intend(test, alice, 'trx-boost');
    test.clock.nowMs += PAYMENT_MS - 4 * MINUTE_MS;
    expect(await intend(test, alice, 'trx-boost')).toEqual(first);
    test.clock.nowMs += 2 * MINUTE_MS;
    const second = await intend(test, alice, 'trx-boost');
    expect(second.txid).not.toBe(first.txid);
    expect((await findPayment(test.context.db, first.id))?.status).toBe('expired');
  });

  it('is one, however many requests ask for it at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, async () => intend(test, alice, 'trx-boost')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await paymentsOf(test.context.db, alice.address)).toHaveLength(1);
  });

  it('has another transaction each time, even when it is begun and cancelled within a millisecond', async () => {
    const txids = new Set<string | null>();
    for (let time = 0; time < 5; time++) {
      const row = await intend(test, alice, 'trx-boost');
      expect((await cancelPayment(test.context, alice.address, row.id)).ok).toBe(true);
      txids.add(row.txid);
    }
    expect(txids.size).toBe(5);
  });

  it('is the payment on its way when there is one', async () => {
    const sent = await pay(test, alice, 'trx-boost');
    expect((await intend(test, alice, 'trx-boost')).id).toBe(sent.id);
  });

  it.each([
    ['an upgrade that there is none of', 'flight', 'ERR_UPGRADE_UNKNOWN'],
    ['a name that every object has', 'constructor', 'ERR_UPGRADE_UNKNOWN'],
    ['a price above what the wallet holds', 'divine-blessing', 'ERR_BALANCE'],
  ])('is refused for %s', async (_, upgradeId, code) => {
    const poor = await test.player('poor', 49 * TRX);
    const before = await dump(test.context.db);
    expect(await createPayment(test.context, poor.address, upgradeId)).toEqual({ ok: false, error: code });
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is refused to the house, which would pay itself', async () => {
    const before = await dump(test.context.db);
    const created = await createPayment(test.context, test.context.house.address, 'trx-boost');
    expect(created).toEqual({ ok: false, error: 'ERR_HOUSE' });
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is refused while the upgrade is in force, and possible when it has run out', async () => {
    await pay(test, alice, 'trx-boost');
    await settleAll(test);
    const again = async () => createPayment(test.context, alice.address, 'trx-boost');
    expect(await again()).toEqual({ ok: false, error: 'ERR_UPGRADE_ACTIVE' });
    test.clock.nowMs += 30 * MINUTE_MS;
    test.devChain.chain.mine(1);
    expect((await again()).ok).toBe(true);
  });

  it.each(['page', 'rateLimit', 'loseAnswer'] as const)('is refused when the node has the fault %s', async (fault) => {
    const before = await dump(test.context.db);
    test.devChain.chain.faults.set({ [fault]: {} });
    expect(await createPayment(test.context, alice.address, 'trx-boost')).toEqual({ ok: false, error: 'ERR_CHAIN' });
    expect(await dump(test.context.db)).toEqual(before);
  });
});

describe('a signed intent', () => {
  it('is sent, seen, and applied when it is final: the upgrade starts then, and the house is paid once', async () => {
    const sent = await pay(test, alice, 'trx-boost');
    expect(sent.status).toBe('sent');
    await turn(test);
    expect((await findPayment(test.context.db, sent.id))?.status).toBe('confirming');
    await test.mine();
    await turn(test);
    const applied = await findPayment(test.context.db, sent.id);
    expect(applied).toMatchObject({ status: 'applied', settled_at: test.clock.nowMs, check_at: null });
    expect(applied?.block_number).toBeGreaterThan(0);
    expect(await activeUpgrades(test.context.db, alice.address, test.clock.nowMs)).toEqual([
      {
        upgradeId: 'trx-boost',
        playerId: alice.address,
        purchasedAt: test.clock.nowMs,
        expiresAt: test.clock.nowMs + 30 * MINUTE_MS,
        txHash: sent.txid,
      },
    ]);
    expect(await balanceOf(test.context.db, HOUSE)).toBe(5 * TRX);
    expect(await balanceOf(test.context.db, CHAIN_IN)).toBe(-5 * TRX);
    expect(test.steps).toEqual([
      'payment.created',
      'payment.persisted',
      'payment.broadcast',
      'payment.seen',
      'payment.applied',
    ]);
    await settleAll(test);
    expect(await entriesOf(test, 'payment:')).toHaveLength(1);
  });

  it('changes nothing when it is handed in again, at any later time', async () => {
    const row = await intend(test, alice, 'trx-boost');
    const signed = sign(test, alice, row);
    const submit = async () => submitPayment(test.context, alice.address, row.id, signed);
    expect(await submit()).toMatchObject({ value: { status: 'sent' } });
    expect(await submit()).toMatchObject({ value: { status: 'sent' } });
    await settleAll(test);
    const before = await dump(test.context.db);
    expect(await submit()).toMatchObject({ value: { status: 'applied' } });
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is stored and sent once when it is handed in five times at once', async () => {
    const row = await intend(test, alice, 'trx-boost');
    test.steps.length = 0;
    const signed = sign(test, alice, row);
    const submit = async () => submitPayment(test.context, alice.address, row.id, signed);
    const all = await Promise.all(Array.from({ length: 5 }, submit));
    expect(all.map((outcome) => outcome.ok && outcome.value.status)).toEqual(Array.from({ length: 5 }, () => 'sent'));
    expect(test.steps).toEqual(['payment.persisted', 'payment.broadcast']);
  });

  it('is refused when it is of another player, other bytes, another signer, or no transaction', async () => {
    const bob = await test.player('bob', 100 * TRX);
    const row = await intend(test, alice, 'trx-boost');
    const other = await intend(test, alice, 'rapid-fire');
    const bobs = await intend(test, bob, 'trx-boost');
    const { context } = test;
    const before = await dump(context.db);
    const submit = async (address: string, id: string, signed: string) => {
      const result = await submitPayment(context, address, id, signed);
      return result.ok ? 'ok' : result.error;
    };
    const signed = sign(test, alice, row);
    expect(await submit(bob.address, row.id, signed)).toBe('ERR_PAYMENT_UNKNOWN');
    expect(await submit(alice.address, 'nothing-here', signed)).toBe('ERR_PAYMENT_UNKNOWN');
    for (const wrong of [
      sign(test, alice, other),
      sign(test, bob, bobs),
      row.unsigned ?? '',
      signed.replace(/"signature":\["../, '"signature":["00'),
      signed.replace(String(5 * TRX), String(4 * TRX)),
      '{"txID":1}',
      'null',
      '[]',
      '',
      '{'.repeat(5_000),
    ])
      expect(await submit(alice.address, row.id, wrong)).toBe('ERR_PAYMENT_SIGNED');
    expect(await dump(context.db)).toEqual(before);
  });

  it('is refused once it is cancelled or has lapsed, and never sent', async () => {
    const first = await intend(test, alice, 'trx-boost');
    expect(await cancelPayment(test.context, alice.address, first.id)).toMatchObject({
      value: { status: 'cancelled' },
    });
    const late = await intend(test, alice, 'trx-boost');
    test.clock.nowMs = late.expires_at;
    for (const row of [first, late]) {
      const before = await dump(test.context.db);
      const result = await submitPayment(test.context, alice.address, row.id, sign(test, alice, row));
      expect(result).toEqual({ ok: false, error: 'ERR_PAYMENT_STATE' });
      expect(await dump(test.context.db)).toEqual(before);
    }
    expect(test.devChain.chain.waiting).toBe(0);
  });

  it('is not sent when the upgrade has come into force meanwhile', async () => {
    const row = await intend(test, alice, 'trx-boost');
    const elsewhere = await sendByHand(test, alice, test.context.house.address, 5 * TRX);
    await test.mine();
    expect((await recoverPayment(test.context, alice.address, elsewhere)).ok).toBe(true);
    const second = await createPayment(test.context, alice.address, 'trx-boost');
    expect(second).toEqual({ ok: false, error: 'ERR_UPGRADE_ACTIVE' });
    // The intent itself was paid by the other transaction.
    expect(await findPayment(test.context.db, row.id)).toMatchObject({ status: 'applied', txid: elsewhere });
  });
});

describe('an intent that came to nothing', () => {
  it('is forgotten after two days, when its player begins another; what was paid, or can be, is not', async () => {
    const paid = await pay(test, alice, 'trx-boost');
    const dead = await intend(test, alice, 'rapid-fire');
    await cancelPayment(test.context, alice.address, dead.id);
    const bob = await test.player('bob', 100 * TRX);
    const bobs = await intend(test, bob, 'rapid-fire');
    await cancelPayment(test.context, bob.address, bobs.id);
    await settleAll(test);
    test.clock.nowMs = dead.expires_at + DAY_MS;
    await test.mine();
    await settleAll(test);
    const watched = await intend(test, alice, 'rapid-fire');
    expect(await paymentsOf(test.context.db, alice.address)).toHaveLength(3);
    test.clock.nowMs += 2 * DAY_MS;
    await test.mine();
    const next = await intend(test, alice, 'rapid-fire');
    const ids = (await paymentsOf(test.context.db, alice.address)).map(({ id }) => id);
    expect(ids).toEqual([next.id, watched.id, paid.id]);
    expect((await paymentsOf(test.context.db, bob.address)).map(({ id }) => id)).toEqual([bobs.id]);
  });
});

describe('a cancelled intent', () => {
  it('is cancelled once or twice, and only while it awaits the wallet', async () => {
    const { context } = test;
    const row = await intend(test, alice, 'trx-boost');
    expect(await cancelPayment(context, 'another-player', row.id)).toEqual({ ok: false, error: 'ERR_PAYMENT_UNKNOWN' });
    expect(await cancelPayment(context, alice.address, row.id)).toMatchObject({ value: { status: 'cancelled' } });
    expect(await cancelPayment(context, alice.address, row.id)).toMatchObject({ value: { status: 'cancelled' } });
    const sent = await pay(test, alice, 'rapid-fire');
    const before = await dump(context.db);
    expect(await cancelPayment(context, alice.address, sent.id)).toEqual({ ok: false, error: 'ERR_PAYMENT_STATE' });
    expect(await dump(context.db)).toEqual(before);
  });

  it('is cancelled once by two calls at once', async () => {
    const row = await intend(test, alice, 'trx-boost');
    test.steps.length = 0;
    const both = await Promise.all([1, 2].map(async () => cancelPayment(test.context, alice.address, row.id)));
    expect(both).toMatchObject([{ value: { status: 'cancelled' } }, { value: { status: 'cancelled' } }]);
    expect(test.steps).toEqual(['payment.cancelled']);
  });

  it('that was signed and sent anyway counts, even without a call to the server', async () => {
    const row = await intend(test, alice, 'trx-boost');
    await cancelPayment(test.context, alice.address, row.id);
    await test.context.chain.broadcast(sign(test, alice, row));
    await test.mine();
    test.clock.nowMs = row.expires_at + 1;
    await turn(test);
    expect((await findOwn(test.context.db, alice.address, row.id))?.status).toBe('applied');
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(0);
  });
});
