import type { PaymentLookup } from '@popfray/chain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentRow } from '../platform/database/schema.ts';
import { balanceOf, postEntry, FEES, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { dump, entriesOf, intend, pay, sendByHand, settleAll, sign, turn } from '../testing/money.fixture.ts';
import { activeUpgrades } from '../upgrades/purchase.ts';
import { cancelPayment, submitPayment } from './intent.ts';
import { nameTransaction } from './naming.ts';
import { findPayment } from './payment.ts';
import { recoverPayment } from './recovery.ts';
import { settlePayments } from './settlement.ts';

const TRX = 1_000_000;
const UPGRADE = { purpose: 'upgrade', id: 'trx-boost' } as const;
const MINUTE_MS = 60_000;

let test: TestContext;
let alice: TestWallet;

beforeEach(async () => {
  test = await createTestContext();
  alice = await test.player('alice', 200 * TRX);
});
afterEach(async () => test.stop());

const statusOf = async ({ id }: PaymentRow): Promise<string | undefined> =>
  (await findPayment(test.context.db, id))?.status;

/** Lets the clock and the chain go past a payment's expiration. */
async function outlive({ expires_at }: PaymentRow): Promise<void> {
  test.clock.nowMs = Math.max(test.clock.nowMs, expires_at);
  await test.mine(6);
}

/** The context, with a node that answers one lookup as it likes. */
const lyingContext = (lookup: PaymentLookup): TestContext['context'] => ({
  ...test.context,
  chain: { ...test.context.chain, findPayment: async () => ({ ok: true, value: lookup }) },
});

describe('a payment on its way', () => {
  it('is applied once, however often the worker looks, and however many workers look at once', async () => {
    const sent = await pay(test, alice, 'trx-boost');
    await test.mine();
    await Promise.all([settlePayments(test.context), settlePayments(test.context), settlePayments(test.context)]);
    expect(await statusOf(sent)).toBe('applied');
    const before = await dump(test.context.db);
    test.clock.nowMs += MINUTE_MS;
    await turn(test);
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is not credited while its block is not final', async () => {
    test.devChain.chain.faults.set({ stopSolidifying: true });
    const sent = await pay(test, alice, 'trx-boost');
    await settleAll(test);
    expect(await statusOf(sent)).toBe('confirming');
    expect(await entriesOf(test, 'payment:')).toEqual([]);
    test.devChain.chain.faults.set({});
    await settleAll(test);
    expect(await statusOf(sent)).toBe('applied');
  });

  it('expires when its wallet’s money is gone before it is in a block, and not before that is certain', async () => {
    const row = await intend(test, alice, 'divine-blessing');
    await sendByHand(test, alice, test.wallet('elsewhere').address, 190 * TRX);
    await test.mine();
    const sent = await submitPayment(test.context, alice.address, row.id, sign(test, alice, row));
    expect(sent).toMatchObject({ value: { status: 'sent' } });
    test.devChain.chain.faults.set({ stopSolidifying: true });
    await outlive(row);
    await turn(test);
    expect(await statusOf(row)).toBe('sent');
    test.devChain.chain.faults.set({});
    await outlive(row);
    test.clock.nowMs += MINUTE_MS;
    await turn(test);
    expect(await findPayment(test.context.db, row.id)).toMatchObject({ status: 'expired', check_at: null });
    expect(await entriesOf(test, 'payment:')).toEqual([]);
  });

  it.each([{ forget: true }, {}])('is sent again when a node takes it and drops it (%o)', async (how) => {
    test.devChain.chain.faults.set({ drop: { count: 1, ...how } });
    const sent = await pay(test, alice, 'trx-boost');
    await settleAll(test);
    if ('forget' in how) {
      expect(await statusOf(sent)).toBe('applied');
      return;
    }
    // The node says that it waits, and calls it a duplicate, until it has expired.
    expect(await statusOf(sent)).toBe('confirming');
    await outlive(sent);
    test.clock.nowMs += MINUTE_MS;
    await turn(test);
    expect(await statusOf(sent)).toBe('expired');
    expect(await balanceOf(test.context.db, HOUSE)).toBe(0);
  });

  it.each([
    ['loses its answers', { loseAnswer: { count: 3 } }],
    ['is busy', { busy: { count: 2 } }],
    ['answers with pages', { page: { count: 3 } }],
    ['limits its rate', { rateLimit: { count: 3 } }],
    ['is slow', { delay: { count: 5, ms: 20 } }],
    ['loses the broadcast’s answer', { loseAnswer: { count: 1, path: '/wallet/broadcasttransaction' } }],
  ] as const)('is applied once by a node that %s', async (_, faults) => {
    const row = await intend(test, alice, 'trx-boost');
    test.devChain.chain.faults.set(faults);
    expect((await submitPayment(test.context, alice.address, row.id, sign(test, alice, row))).ok).toBe(true);
    for (let time = 0; time < 5; time++) {
      test.clock.nowMs += 10_000;
      await settleAll(test);
    }
    expect(await statusOf(row)).toBe('applied');
    expect(await entriesOf(test, 'payment:')).toHaveLength(1);
  });

  it('whose lookup never works does not hold the others up', async () => {
    const stubborn = await pay(test, alice, 'trx-boost');
    const { chain } = test.context;
    const context = {
      ...test.context,
      chain: {
        ...chain,
        findPayment: async (txid: string) =>
          txid === stubborn.txid
            ? ({ ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'hung up' } } as const)
            : chain.findPayment(txid),
      },
    };
    const other = await pay(test, alice, 'rapid-fire');
    await test.mine();
    await settlePayments(context);
    await settlePayments(context);
    expect(await statusOf(other)).toBe('applied');
    expect(await statusOf(stubborn)).toBe('sent');
  });

  it('that cannot be settled for a bug does not hold the others up, and is a fault of the log', async () => {
    const poisoned = await pay(test, alice, 'trx-boost');
    const other = await pay(test, alice, 'rapid-fire');
    const postings = [
      { account: HOUSE, amountSun: -1 },
      { account: FEES, amountSun: 1 },
    ];
    const entry = { key: `payment:${poisoned.txid}`, kind: 'adjustment', reference: '', postings } as const;
    await postEntry(test.context.db, entry, test.clock.nowMs);
    await test.mine();
    await settlePayments(test.context);
    expect([await statusOf(poisoned), await statusOf(other)]).toEqual(['sent', 'applied']);
    test.clock.nowMs += MINUTE_MS;
    await settlePayments(test.context);
    expect(test.log).toMatchObject([
      { event: 'fault', path: `payments ${poisoned.id}`, stack: expect.stringContaining('in the ledger already') },
    ]);
  });

  it('is looked up before unsigned payments, however many there are', async () => {
    const flooder = await test.player('flooder', 200 * TRX);
    for (let number = 0; number < 30; number++) {
      const { id } = await intend(test, flooder, 'trx-boost');
      await cancelPayment(test.context, flooder.address, id);
      test.clock.nowMs += 1;
    }
    test.clock.nowMs += 20 * MINUTE_MS;
    const sent = await pay(test, alice, 'trx-boost');
    await test.mine();
    await settlePayments(test.context);
    expect(await statusOf(sent)).toBe('applied');
  });

  it('is looked up at once when a clock that was far ahead is right again', async () => {
    const sent = await pay(test, alice, 'trx-boost');
    await settlePayments({ ...test.context, now: () => test.clock.nowMs + 365 * 24 * 60 * MINUTE_MS });
    expect(await statusOf(sent)).toBe('sent');
    await test.mine();
    await settlePayments(test.context);
    expect(await statusOf(sent)).toBe('applied');
  });

  it.each<[string, (row: PaymentRow) => PaymentLookup]>([
    ['one sun less', (row) => paid(row, { amount: row.amount_sun - 1 })],
    ['one sun more', (row) => paid(row, { amount: row.amount_sun + 1 })],
    ['another recipient', (row) => paid(row, { to: row.address })],
    ['another sender', (row) => paid(row, { from: row.recipient })],
    ['something else', () => ({ state: 'foreign', reason: 'it is a contract call' })],
  ])('is not credited when the node shows %s under its id, and the operator is notified', async (_, lookup) => {
    const sent = await pay(test, alice, 'trx-boost');
    await settlePayments(lyingContext(lookup(sent)));
    expect(await statusOf(sent)).toBe('sent');
    expect(await entriesOf(test, '')).toEqual([]);
    expect(test.log).toMatchObject([{ event: 'notice', about: 'payment', id: sent.id }]);
    await test.mine();
    test.clock.nowMs += MINUTE_MS;
    await turn(test);
    expect(await statusOf(sent)).toBe('applied');
  });

  it('that has finally failed is failed, and nothing is credited', async () => {
    const sent = await pay(test, alice, 'trx-boost');
    await settlePayments(lyingContext({ state: 'failed', blockNumber: 7 }));
    expect(await findPayment(test.context.db, sent.id)).toMatchObject({
      status: 'failed',
      block_number: 7,
      check_at: null,
    });
    expect(await entriesOf(test, '')).toEqual([]);
    expect(test.steps.at(-1)).toBe('payment.failed');
    // The node was wrong: the player's word makes the server look again.
    await test.mine();
    expect(await recoverPayment(test.context, alice.address, sent.txid ?? '')).toMatchObject({
      value: { status: 'applied' },
    });
  });
});

/** A final payment as a node might show it. */
const paid = (
  row: PaymentRow,
  otherwise: Partial<{ from: string; to: string; amount: number }>,
): Extract<PaymentLookup, { state: 'paid' }> => ({
  state: 'paid',
  transfer: {
    txid: row.txid ?? '',
    from: row.address,
    to: row.recipient,
    amount: row.amount_sun,
    timestampMs: row.created_at,
    ...otherwise,
  },
  blockNumber: 9,
  blockTimestampMs: row.created_at,
});

describe('a turn of the worker', () => {
  it('comes to real payments first, however many that never were have been named', async () => {
    const { context } = test;
    for (let number = 0; number < 20; number++) {
      const { address } = await test.player(`flooder ${number}`);
      for (const digit of ['a', 'b', 'c'])
        await nameTransaction(context, address, UPGRADE, `${number}`.padStart(64, digit));
    }
    test.clock.nowMs += 5_000;
    const sent = await pay(test, alice, 'trx-boost');
    await test.mine();
    await settlePayments(context);
    expect(await statusOf(sent)).toBe('applied');
  });

  it('ends where the node stops answering, and the log has one line of it', async () => {
    for (const upgradeId of ['trx-boost', 'rapid-fire', 'boss-buster']) await pay(test, alice, upgradeId);
    test.devChain.chain.faults.set({ page: {} });
    for (let time = 0; time < 5; time++) {
      test.clock.nowMs += 1_000;
      await settlePayments(test.context);
    }
    expect(test.log).toMatchObject([
      { event: 'notice', about: 'chain', message: expect.stringContaining('ERR_CHAIN') },
    ]);
    test.devChain.chain.faults.set({});
    await settleAll(test);
    test.clock.nowMs += MINUTE_MS;
    await settleAll(test);
    expect(await entriesOf(test, 'payment:')).toHaveLength(3);
  });

  it('begins nothing more when the server is stopping', async () => {
    const sent = await pay(test, alice, 'trx-boost');
    await test.mine();
    await settlePayments({ ...test.context, isStopping: () => true });
    expect(await statusOf(sent)).toBe('sent');
  });
});

describe('an intent that is never signed', () => {
  it('costs no question until it lapses, is expired then, and forgotten when it can never be paid', async () => {
    const row = await intend(test, alice, 'trx-boost');
    const findPaymentCalls: string[] = [];
    const { chain } = test.context;
    const context = {
      ...test.context,
      chain: {
        ...chain,
        findPayment: async (txid: string) => {
          findPaymentCalls.push(txid);
          return chain.findPayment(txid);
        },
      },
    };
    test.clock.nowMs = row.expires_at - 1;
    await settlePayments(context);
    expect(findPaymentCalls).toEqual([]);
    test.clock.nowMs = row.expires_at;
    await settlePayments(context);
    expect(await findPayment(test.context.db, row.id)).toMatchObject({
      status: 'expired',
      check_at: expect.any(Number),
    });
    await outlive(row);
    test.clock.nowMs += MINUTE_MS;
    await settlePayments(context);
    expect(await findPayment(test.context.db, row.id)).toMatchObject({ status: 'expired', check_at: null });
    expect(findPaymentCalls).toEqual([row.txid, row.txid]);
  });

  it('is expired only when the node can be asked', async () => {
    const row = await intend(test, alice, 'trx-boost');
    test.devChain.chain.faults.set({ page: {} });
    test.clock.nowMs = row.expires_at;
    await turn(test);
    expect(await statusOf(row)).toBe('awaiting');
  });
});

describe('a payment that comes late', () => {
  /** Signed and sent in the last moment of an intent that its player has given up. */
  async function payLate(upgradeId: string): Promise<PaymentRow> {
    const row = await intend(test, alice, upgradeId);
    await cancelPayment(test.context, alice.address, row.id);
    await test.context.chain.broadcast(sign(test, alice, row));
    await test.mine();
    return row;
  }

  it('is applied: the upgrade starts when it is', async () => {
    const row = await payLate('trx-boost');
    await outlive(row);
    await turn(test);
    expect(await statusOf(row)).toBe('applied');
    const [active] = await activeUpgrades(test.context.db, alice.address, test.clock.nowMs);
    expect(active?.purchasedAt).toBe(test.clock.nowMs);
  });

  it('is refunded to the balance when the upgrade is in force by then', async () => {
    const late = await payLate('golden-touch');
    const other = await pay(test, alice, 'golden-touch');
    await test.mine();
    test.clock.nowMs += 9 * MINUTE_MS;
    await turn(test);
    expect(await statusOf(other)).toBe('applied');
    await outlive(late);
    await turn(test);
    expect(await statusOf(late)).toBe('refunded');
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(15 * TRX);
    expect(await balanceOf(test.context.db, HOUSE)).toBe(15 * TRX);
  });

  it('counts once, whether the worker or the player finds it first', async () => {
    const row = await payLate('trx-boost');
    test.clock.nowMs = row.expires_at;
    const [, recovered] = await Promise.all([
      settlePayments(test.context),
      recoverPayment(test.context, alice.address, row.txid ?? ''),
    ]);
    expect(recovered.ok || recovered.error === 'ERR_TX_USED').toBe(true);
    expect(await statusOf(row)).toBe('applied');
    expect(await entriesOf(test, 'payment:')).toHaveLength(1);
  });
});
