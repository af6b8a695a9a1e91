import { PAYMENT_MS } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { dump, entriesOf, intend, pay, sendByHand, settleAll, sign, turn } from '../testing/money.fixture.ts';
import { activeUpgrades, isActive } from '../upgrades/purchase.ts';
import { cancelPayment, createPayment } from './intent.ts';
import { nameTransaction } from './naming.ts';
import { findByTxid, findPayment, paymentsOf } from './payment.ts';
import { recoverPayment } from './recovery.ts';

const TRX = 1_000_000;
const MINUTE_MS = 60_000;
const BOOST_SUN = 5 * TRX;

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;

beforeEach(async () => {
  test = await createTestContext();
  alice = await test.player('alice', 200 * TRX);
  bob = await test.player('bob', 200 * TRX);
});
afterEach(async () => test.stop());

const house = (): string => test.context.house.address;

/** The specification's purchase call. Says the status of the payment, or the code. */
async function name(txHash: string, upgradeId = 'trx-boost', wallet = alice): Promise<string> {
  const result = await nameTransaction(test.context, wallet.address, { purpose: 'upgrade', id: upgradeId }, txHash);
  return result.ok ? result.value.status : result.error;
}

async function recover(txid: string, wallet = alice): Promise<string> {
  const result = await recoverPayment(test.context, wallet.address, txid);
  return result.ok ? result.value.status : result.error;
}

/** A final transfer, made by a wallet without the server. */
async function sendFinally(wallet: TestWallet, to: string, amount: number): Promise<string> {
  const txid = await sendByHand(test, wallet, to, amount);
  await test.mine();
  return txid;
}

/** A transaction that the chain shows though it never executed it: failed, or a contract call dressed as a transfer. */
async function stage(kind: 'failed' | 'call', isFinal = true): Promise<string> {
  const plan = { from: alice.address, to: house(), amount: BOOST_SUN, expiresAtMs: test.clock.nowMs + PAYMENT_MS };
  const built = await test.context.chain.buildPayment({ ...plan, timestampMs: test.clock.nowMs });
  if (!built.ok) throw new Error(built.error.reason);
  const transfer = JSON.parse(built.value.unsigned) as { raw_data: object; raw_data_hex: string };
  const call = {
    raw_data: transfer.raw_data,
    raw_data_hex: transfer.raw_data_hex.replace(/(5a..)0801/, '$1081f'),
  };
  const staged = test.devChain.chain.stage(
    kind === 'failed' ? { transaction: transfer, contractRet: 'REVERT' } : { transaction: call },
  );
  if (!staged.ok) throw new Error(staged.error.message);
  if (isFinal) await test.mine();
  return staged.value.txid;
}

/** Traps that both calls meet alike: the transaction, and the code it is refused with. */
const TRAPS: readonly (readonly [what: string, code: string, make: () => Promise<string> | string])[] = [
  ['a text that is no id', 'ERR_TXID', () => 'feed'],
  ['an id with 0x before it', 'ERR_TXID', () => `0x${'a'.repeat(64)}`],
  ['SQL for an id', 'ERR_TXID', () => "' OR 1=1 --"],
  ['someone else’s payment to the house', 'ERR_TX_SENDER', async () => sendFinally(bob, house(), BOOST_SUN)],
  [
    'someone else’s intent, not paid yet',
    'ERR_TX_SENDER',
    async () => (await intend(test, bob, 'trx-boost')).txid ?? '',
  ],
  [
    'someone else’s used payment',
    'ERR_TX_SENDER',
    async () => {
      const sent = await pay(test, bob, 'trx-boost');
      await settleAll(test);
      return sent.txid ?? '';
    },
  ],
  ['a payment to another address', 'ERR_TX_RECIPIENT', async () => sendFinally(alice, bob.address, BOOST_SUN)],
  ['a failed transaction', 'ERR_TX_FAILED', async () => stage('failed')],
  ['a contract call dressed as a payment', 'ERR_TX_FOREIGN', async () => stage('call')],
  [
    'a used payment',
    'ERR_TX_USED',
    async () => {
      const sent = await pay(test, alice, 'trx-boost');
      await settleAll(test);
      return sent.txid ?? '';
    },
  ],
  [
    'a refunded payment',
    'ERR_TX_USED',
    async () => {
      const txid = await sendFinally(alice, house(), TRX);
      await recoverPayment(test.context, alice.address, txid);
      return txid;
    },
  ],
];

describe('naming a transaction for a purchase', () => {
  it.each(TRAPS)('is refused for %s (%s), and changes nothing', async (_, code, make) => {
    const txid = await make();
    const before = await dump(test.context.db);
    expect(await name(txid)).toBe(code);
    expect(await name(txid.toUpperCase())).toBe(code);
    expect(await dump(test.context.db)).toEqual(before);
  });

  it.each([
    ['one sun less than the price', BOOST_SUN - 1],
    ['one sun more', BOOST_SUN + 1],
    ['the price of another upgrade', 6 * TRX],
  ])('is refused for %s, and changes nothing', async (_, amount) => {
    const txid = await sendFinally(alice, house(), amount);
    const before = await dump(test.context.db);
    expect(await name(txid)).toBe('ERR_TX_AMOUNT');
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is refused for a transaction from before the intent, or older than ten minutes without one', async () => {
    const txid = await sendFinally(alice, house(), BOOST_SUN);
    test.clock.nowMs += MINUTE_MS;
    await test.mine();
    const row = await intend(test, alice, 'trx-boost');
    const before = await dump(test.context.db);
    expect(await name(txid)).toBe('ERR_TX_OLD');
    expect(await dump(test.context.db)).toEqual(before);
    await cancelPayment(test.context, alice.address, row.id);
    test.clock.nowMs += PAYMENT_MS;
    expect(await name(txid)).toBe('ERR_TX_OLD');
    // It is the player's money all the same.
    expect(await recover(txid)).toBe('refunded');
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(BOOST_SUN);
  });

  it('is refused for a transaction that only claims to be new', async () => {
    const timestampMs = test.clock.nowMs + 60 * MINUTE_MS;
    const txid = await sendByHand(test, alice, house(), BOOST_SUN, { timestampMs });
    await test.mine();
    test.clock.nowMs += 2 * PAYMENT_MS;
    expect(await name(txid)).toBe('ERR_TX_OLD');
  });

  it('is refused for an unknown upgrade, and by a node that does not answer', async () => {
    const txid = await sendFinally(alice, house(), BOOST_SUN);
    const { context } = test;
    const before = await dump(context.db);
    expect(await name(txid, 'flight')).toBe('ERR_UPGRADE_UNKNOWN');
    test.devChain.chain.faults.set({ page: {} });
    expect(await name(txid)).toBe('ERR_CHAIN');
    expect(await dump(context.db)).toEqual(before);
  });

  it('buys at once when it is final and new', async () => {
    const txid = await sendFinally(alice, house(), BOOST_SUN);
    const aim = { purpose: 'upgrade', id: 'trx-boost' } as const;
    const result = await nameTransaction(test.context, alice.address, aim, txid);
    expect(result).toMatchObject({ value: { status: 'applied', purpose: 'upgrade', amount_sun: BOOST_SUN, txid } });
    const [active] = await activeUpgrades(test.context.db, alice.address, test.clock.nowMs);
    expect(active).toMatchObject({ upgradeId: 'trx-boost', expiresAt: test.clock.nowMs + 30 * MINUTE_MS });
    expect(await name(txid)).toBe('ERR_TX_USED');
    expect(await recover(txid)).toBe('ERR_TX_USED');
  });

  it('pays the open intent, whose own transaction is watched on and refunded if it comes too', async () => {
    const row = await intend(test, alice, 'trx-boost');
    const txid = await sendFinally(alice, house(), BOOST_SUN);
    expect(await name(txid)).toBe('applied');
    expect(await findPayment(test.context.db, row.id)).toMatchObject({ status: 'applied', txid });
    await test.context.chain.broadcast(sign(test, alice, row));
    await test.mine();
    test.clock.nowMs = row.expires_at;
    await turn(test);
    expect(await findByTxid(test.context.db, row.txid ?? '')).toMatchObject({
      status: 'refunded',
      address: alice.address,
    });
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(BOOST_SUN);
    expect(await balanceOf(test.context.db, HOUSE)).toBe(BOOST_SUN);
  });

  it('with the intent’s own transaction, sent by the wallet itself, follows the intent', async () => {
    const row = await intend(test, alice, 'trx-boost');
    const before = await dump(test.context.db);
    expect(await name(row.txid ?? '', 'rapid-fire')).toBe('ERR_TX_AMOUNT');
    expect(await dump(test.context.db)).toEqual(before);
    await test.context.chain.broadcast(sign(test, alice, row));
    expect(await name(row.txid ?? '')).toBe('confirming');
    await settleAll(test);
    expect((await findPayment(test.context.db, row.id))?.status).toBe('applied');
  });

  it('watches one that is not final: it counts when it is', async () => {
    const txid = await sendByHand(test, alice, house(), BOOST_SUN);
    expect(await name(txid)).toBe('confirming');
    expect(await name(txid.toUpperCase())).toBe('confirming');
    expect(await paymentsOf(test.context.db, alice.address)).toHaveLength(1);
    expect(await entriesOf(test, 'payment:')).toEqual([]);
    await settleAll(test);
    expect((await findByTxid(test.context.db, txid))?.status).toBe('applied');
    expect(await entriesOf(test, 'payment:')).toHaveLength(1);
  });

  it('reserves nothing: a player who names another player’s payment first gets nothing, and its payer everything', async () => {
    const txid = await sendByHand(test, alice, house(), BOOST_SUN);
    expect(await name(txid, 'trx-boost', bob)).toBe('confirming');
    expect(await name(txid)).toBe('confirming');
    await settleAll(test);
    const { db } = test.context;
    expect(await paymentsOf(db, bob.address)).toMatchObject([{ status: 'failed', txid: null }]);
    expect(await paymentsOf(db, alice.address)).toMatchObject([{ status: 'applied', txid }]);
    expect(await isActive(db, bob.address, 'trx-boost', test.clock.nowMs)).toBe(false);
    expect(await isActive(db, alice.address, 'trx-boost', test.clock.nowMs)).toBe(true);
  });

  it.each<[string, string, () => Promise<string>, number]>([
    ['to another address', 'failed', async () => sendByHand(test, alice, bob.address, BOOST_SUN), 0],
    ['that fails', 'failed', async () => stage('failed', false), 0],
    [
      'from before',
      'refunded',
      async () => {
        const timestampMs = test.clock.nowMs - 2 * PAYMENT_MS;
        return sendByHand(test, alice, house(), BOOST_SUN, { timestampMs });
      },
      BOOST_SUN,
    ],
  ])('buys nothing with one %s that was not final when it was named: it is %s', async (_, status, make, balanceSun) => {
    expect(await name(await make())).toBe('confirming');
    await settleAll(test);
    expect(await paymentsOf(test.context.db, alice.address)).toMatchObject([{ status, check_at: null }]);
    expect(await activeUpgrades(test.context.db, alice.address, test.clock.nowMs)).toEqual([]);
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(balanceSun);
  });

  it('refunds one that turns out to pay another amount, and forgets one that never comes', async () => {
    const odd = await sendByHand(test, alice, house(), BOOST_SUN + 1);
    expect(await name(odd)).toBe('confirming');
    expect(await name('0'.repeat(64))).toBe('sent');
    await settleAll(test);
    expect(await findByTxid(test.context.db, odd)).toMatchObject({ status: 'refunded', amount_sun: BOOST_SUN + 1 });
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(BOOST_SUN + 1);
    test.clock.nowMs += PAYMENT_MS;
    await turn(test);
    expect((await paymentsOf(test.context.db, alice.address)).map(({ status }) => status)).toEqual([
      'expired',
      'refunded',
    ]);
  });

  it('does not block a purchase, and accepts three at once that no node has seen', async () => {
    for (const digit of ['1', '2', '3']) expect(await name(digit.repeat(64))).toBe('sent');
    const before = await dump(test.context.db);
    expect(await name('4'.repeat(64))).toBe('ERR_RATE');
    expect(await dump(test.context.db)).toEqual(before);
    expect((await createPayment(test.context, alice.address, 'trx-boost')).ok).toBe(true);
  });
});

describe('recovering a payment', () => {
  it.each(TRAPS)('is refused for %s (%s), and changes nothing', async (_, code, make) => {
    const txid = await make();
    const before = await dump(test.context.db);
    expect(await recover(txid)).toBe(code);
    expect(await recover(txid.toUpperCase())).toBe(code);
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is refused while the transaction is unknown or not final, or the node is down', async () => {
    const txid = await sendByHand(test, alice, house(), BOOST_SUN);
    const own = await pay(test, alice, 'rapid-fire');
    const before = await dump(test.context.db);
    expect(await recover('0'.repeat(64))).toBe('ERR_TX_ABSENT');
    expect(await recover(txid)).toBe('ERR_TX_PENDING');
    await test.mine(1);
    expect(await recover(txid)).toBe('ERR_TX_PENDING');
    expect(await recover(own.txid ?? '')).toBe('ERR_TX_PENDING');
    test.devChain.chain.faults.set({ page: {} });
    expect(await recover(txid)).toBe('ERR_CHAIN');
    expect(await dump(test.context.db)).toEqual(before);
  });

  it.each(['awaiting', 'cancelled', 'expired'])('gives what an intent that is %s was for', async (status) => {
    const row = await intend(test, alice, 'trx-boost');
    if (status === 'cancelled') await cancelPayment(test.context, alice.address, row.id);
    const txid = await sendFinally(alice, house(), BOOST_SUN);
    if (status === 'expired') {
      test.clock.nowMs = row.expires_at;
      await turn(test);
    }
    expect((await findPayment(test.context.db, row.id))?.status).toBe(status);
    expect(await recover(txid)).toBe('applied');
    expect(await findPayment(test.context.db, row.id)).toMatchObject({
      status: 'applied',
      txid,
      settled_at: test.clock.nowMs,
    });
    expect(await activeUpgrades(test.context.db, alice.address, test.clock.nowMs)).toHaveLength(1);
    expect(await balanceOf(test.context.db, HOUSE)).toBe(BOOST_SUN);
  });

  it('gives one intent once: a second payment is added to the balance', async () => {
    await intend(test, alice, 'trx-boost');
    const first = await sendFinally(alice, house(), BOOST_SUN);
    const second = await sendFinally(alice, house(), BOOST_SUN);
    expect([await recover(first), await recover(second)]).toEqual(['applied', 'refunded']);
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(BOOST_SUN);
  });

  it.each([
    ['that fits no intent', async () => sendFinally(alice, house(), BOOST_SUN)],
    [
      'that is one sun off an intent',
      async () => {
        await intend(test, alice, 'trx-boost');
        return sendFinally(alice, house(), BOOST_SUN - 1);
      },
    ],
    [
      'from before its intent',
      async () => {
        const txid = await sendFinally(alice, house(), BOOST_SUN);
        test.clock.nowMs += MINUTE_MS;
        await test.mine();
        await intend(test, alice, 'trx-boost');
        return txid;
      },
    ],
    [
      'from more than a day after its intent',
      async () => {
        await intend(test, alice, 'trx-boost');
        test.clock.nowMs += 25 * 60 * MINUTE_MS;
        await test.mine();
        return sendFinally(alice, house(), BOOST_SUN);
      },
    ],
    ['of a single sun', async () => sendFinally(alice, house(), 1)],
  ])('adds one %s to the balance', async (_, make) => {
    const txid = await make();
    expect(await recover(txid)).toBe('refunded');
    const row = await findByTxid(test.context.db, txid);
    expect(row).toMatchObject({ purpose: 'recovered', upgrade_id: null, status: 'refunded', check_at: null });
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(row?.amount_sun);
    expect(await activeUpgrades(test.context.db, alice.address, test.clock.nowMs)).toEqual([]);
    expect(await recover(txid)).toBe('ERR_TX_USED');
  });

  it('settles one that was named before', async () => {
    const txid = await sendByHand(test, alice, house(), BOOST_SUN);
    await name(txid);
    await test.mine();
    expect(await recover(txid.toUpperCase())).toBe('applied');
    expect(await paymentsOf(test.context.db, alice.address)).toHaveLength(1);
  });

  it('counts once, however many ask at once', async () => {
    const txid = await sendFinally(alice, house(), BOOST_SUN);
    const all = await Promise.all(Array.from({ length: 6 }, async () => recover(txid)));
    expect(all.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'ERR_TX_USED'), 'refunded']);
    expect(await entriesOf(test, 'payment:')).toHaveLength(1);
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(BOOST_SUN);
  });
});
