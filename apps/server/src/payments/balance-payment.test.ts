import type { PayFrom } from '@popfray/protocol';
import { verifyReceipt } from '@popfray/protocol/receipt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchRow } from '../platform/database/raw-query.fixture.ts';
import { Revenue } from '../admin/revenue.ts';
import { showSessionStory } from '../admin/session-story.ts';
import type { DomainEvent } from '../platform/bus/bus.ts';
import { balanceOf, escrowAccount, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { freezePayouts } from '../payouts/freeze.ts';
import { erasePlayer } from '../players/player.ts';
import { cancelSession } from '../sessions/cancel.ts';
import { createSession } from '../sessions/create.ts';
import { joinSession } from '../sessions/join.ts';
import { leaveSession } from '../sessions/leave.ts';
import { rematch } from '../sessions/rematch.ts';
import { findSeat } from '../sessions/seat.ts';
import { showReceipt } from '../settlement/receipt.ts';
import { pause } from '../ledger/pause.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit, dump, intend, settleAll, sign } from '../testing/money.fixture.ts';
import { writeRound } from '../privacy/records.fixture.ts';
import { expectSound, gather, join, payEntry, planOf, rowOf, submitEntry } from '../testing/session.fixture.ts';
import { activeUpgrades, isActive } from '../upgrades/purchase.ts';
import { buyFromBalance } from './balance-payment.ts';
import { createPayment, submitPayment } from './intent.ts';
import { findPayment, paymentsOf, serializePayment } from './payment.ts';

const TRX = 1_000_000;
const FEE_SUN = 2 * TRX;

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;
let carol: TestWallet;
let published: DomainEvent[];

beforeEach(async () => {
  test = await createTestContext();
  [alice, bob, carol] = [
    await test.player('alice', 50 * TRX),
    await test.player('bob', 50 * TRX),
    await test.player('carol'),
  ];
  published = [];
  test.context.bus.subscribe((event) => published.push(event));
});
afterEach(async () => {
  await expectSound(test);
  await test.stop();
});

const balance = async ({ address }: TestWallet): Promise<number> => balanceOf(test.context.db, playerAccount(address));
const escrow = async (id: string): Promise<number> => balanceOf(test.context.db, escrowAccount(id));
const seatOf = async ({ address }: TestWallet, id: string) => (await findSeat(test.context.db, id, address))?.status;
const from = (paymentId: string): PayFrom => ({ source: 'balance', paymentId });

/** Buys an upgrade from a balance. Returns the payment's status, or why there is none. */
async function buy(wallet: TestWallet, paymentId: string, upgradeId = 'trx-boost'): Promise<string> {
  const bought = await buyFromBalance(test.context, { address: wallet.address, paymentId }, upgradeId);
  return bought.ok ? bought.value.status : bought.error;
}

/** Joins a session from a balance. Returns the payment's status, or why there is none. */
async function enter(wallet: TestWallet, id: string, paymentId: string): Promise<string> {
  const joined = await joinSession(test.context, wallet.address, id, from(paymentId));
  return joined.ok ? (joined.value.payment?.status ?? 'nothing to pay') : joined.error;
}

describe('an upgrade from the balance', () => {
  it('is in force at once, without the chain, and the house has its price', async () => {
    await credit(test, alice, 12 * TRX);
    const houseSun = await balanceOf(test.context.db, HOUSE);
    test.devChain.chain.faults.set({ page: { count: 1_000 } });
    expect(await buy(alice, 'payment-1')).toBe('applied');
    const { db } = test.context;
    expect([await balance(alice), (await balanceOf(db, HOUSE)) - houseSun]).toEqual([7 * TRX, 5 * TRX]);
    expect(await activeUpgrades(db, alice.address, test.clock.nowMs)).toMatchObject([
      { upgradeId: 'trx-boost', txHash: null, purchasedAt: test.clock.nowMs },
    ]);
    expect(test.steps).toEqual(['payment.paid-from-balance']);
    expect((await paymentsOf(db, alice.address)).map((row) => serializePayment(test.context, row))).toMatchObject([
      { id: 'payment-1', source: 'balance', purpose: 'upgrade', status: 'applied', txid: null, explorerUrl: null },
    ]);
  });

  it('is paid once for its id, however often it is asked for, in two tabs too', async () => {
    await credit(test, alice, 12 * TRX);
    const ids = ['payment-1', 'payment-1', 'payment-3'];
    const [first, same, other] = await Promise.all(ids.map(async (id) => buy(alice, id)));
    expect(same).toBe(first);
    expect(new Set([first, other])).toEqual(new Set(['ERR_UPGRADE_ACTIVE', 'applied']));
    expect(await buy(alice, 'payment-2')).toBe('ERR_UPGRADE_ACTIVE');
    expect(await balance(alice)).toBe(7 * TRX);
    expect(test.steps).toEqual(['payment.paid-from-balance']);
  });

  it('under the id of another player’s transaction is not in the way of that transaction', async () => {
    await credit(test, alice, 5 * TRX);
    const intent = await intend(test, bob, 'rapid-fire');
    expect(await buy(alice, intent.txid ?? '')).toBe('applied');
    await submitPayment(test.context, bob.address, intent.id, sign(test, bob, intent));
    await settleAll(test);
    expect((await findPayment(test.context.db, intent.id))?.status).toBe('applied');
    expect(await isActive(test.context.db, bob.address, 'rapid-fire', test.clock.nowMs)).toBe(true);
  });

  it.each<[string, () => Promise<string>, string]>([
    ['one sun short', () => buy(alice, 'payment-1', 'rapid-fire'), 'ERR_BALANCE_SHORT'],
    ['unknown', () => buy(alice, 'payment-1', 'moon-boots'), 'ERR_UPGRADE_UNKNOWN'],
    ['of an id that paid for something else', () => buy(alice, 'taken-by-alice', 'boss-buster'), 'ERR_PAYMENT_ID'],
    ['of an id of another player', () => buy(bob, 'taken-by-alice', 'lucky-streak'), 'ERR_PAYMENT_ID'],
    ['of the house', () => buy({ ...alice, ...test.context.house }, 'payment-1'), 'ERR_HOUSE'],
    [
      'while paid play is paused',
      async () => {
        await pause(test.context, { kind: 'shortage', by: 'server', reason: 'short' });
        return buy(alice, 'payment-1');
      },
      'ERR_PAUSED',
    ],
    [
      'before a server that has started has compared its books with the chain',
      async () => {
        await freezePayouts(test.context.db, 'restored', null, test.clock.nowMs);
        return buy(alice, 'payment-1');
      },
      'ERR_BALANCE_CHECKED',
    ],
    [
      'of a profile that was deleted',
      async () => {
        await erasePlayer(test.context.db, alice.address, test.clock.nowMs);
        return buy(alice, 'payment-1');
      },
      'ERR_SIGNED_OUT',
    ],
  ])('%s is refused, and nothing changes', async (_, attempt, code) => {
    await credit(test, alice, 9 * TRX + 6 * TRX - 1);
    expect(await buy(alice, 'taken-by-alice', 'lucky-streak')).toBe('applied');
    const before = await dump(test.context.db);
    expect(await attempt()).toBe(code);
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('takes the place of one that waits for the wallet; signed all the same, that one goes to the balance', async () => {
    await credit(test, alice, 5 * TRX);
    const intent = await intend(test, alice, 'trx-boost');
    const signed = sign(test, alice, intent);
    expect(await buy(alice, 'payment-1')).toBe('applied');
    expect((await findPayment(test.context.db, intent.id))?.status).toBe('cancelled');
    expect(await submitPayment(test.context, alice.address, intent.id, signed)).toMatchObject({
      error: 'ERR_PAYMENT_STATE',
    });
    await test.context.chain.broadcast(signed);
    test.clock.nowMs += 11 * 60_000;
    await settleAll(test);
    expect((await findPayment(test.context.db, intent.id))?.status).toBe('refunded');
    expect(await balance(alice)).toBe(5 * TRX);
  });

  it('is refused while a payment from the wallet for it is on its way', async () => {
    await credit(test, alice, 5 * TRX);
    const intent = await intend(test, alice, 'trx-boost');
    await submitPayment(test.context, alice.address, intent.id, sign(test, alice, intent));
    expect(await buy(alice, 'payment-1')).toBe('ERR_PAYMENT_OPEN');
    await settleAll(test);
    expect(await isActive(test.context.db, alice.address, 'trx-boost', test.clock.nowMs)).toBe(true);
    expect(await balance(alice)).toBe(5 * TRX);
  });

  it('is not paid with what a held round would earn', async () => {
    await writeRound(test, carol.address, { earned_sun: 9 * TRX, credited_sun: 0, status: 'held' });
    expect(await buy(carol, 'payment-1')).toBe('ERR_BALANCE_SHORT');
  });

  it('is not in the way of a purchase from the wallet after it has ended', async () => {
    await credit(test, alice, 5 * TRX);
    expect(await buy(alice, 'payment-1')).toBe('applied');
    expect(await createPayment(test.context, alice.address, 'trx-boost')).toMatchObject({
      error: 'ERR_UPGRADE_ACTIVE',
    });
    test.clock.nowMs += 31 * 60_000;
    expect(await createPayment(test.context, alice.address, 'trx-boost')).toMatchObject({ ok: true });
  });
});

describe('a session from the balance', () => {
  it('waits for players at once, and its creator has a paid seat', async () => {
    await credit(test, alice, 3 * TRX);
    test.devChain.chain.faults.set({ page: { count: 1_000 } });
    const plan = planOf({ entryFee: 2, pay: from('payment-1') });
    const made = await createSession(test.context, alice.address, plan);
    expect(made).toMatchObject({
      value: { session: { status: 'waiting', paidSun: FEE_SUN }, payment: { id: 'payment-1', status: 'applied' } },
    });
    const { id } = (made.ok && made.value.session) || { id: '' };
    expect([await balance(alice), await escrow(id), await seatOf(alice, id)]).toEqual([TRX, FEE_SUN, 'taken']);
    expect((await rowOf(test.context, id)).expires_at).toBe(test.clock.nowMs + 300_000);
    // The same request again, as a page sends it whose answer was lost.
    const again = await createSession(test.context, alice.address, plan);
    expect(again).toMatchObject({ value: { session: { id }, payment: { id: 'payment-1' } } });
    expect(await balance(alice)).toBe(TRX);
  });

  it('is not made at all where the balance falls short, or paid play is paused', async () => {
    await credit(test, alice, FEE_SUN - 1);
    const before = await dump(test.context.db);
    const plan = planOf({ entryFee: 2, pay: from('payment-1') });
    expect(await createSession(test.context, alice.address, plan)).toMatchObject({ error: 'ERR_BALANCE_SHORT' });
    await credit(test, alice, 1);
    await pause(test.context, { kind: 'desk', by: 'desk', reason: 'for the test' });
    expect(await createSession(test.context, alice.address, plan)).toMatchObject({ error: 'ERR_PAUSED' });
    expect(await fetchRow(test.context.db, 'SELECT count(*) AS count FROM sessions')).toEqual({ count: 0 });
    expect((await dump(test.context.db))[3]).toEqual(before[3]);
  });

  it('is not the one that the same id has paid a seat in', async () => {
    const id = await gather(test, alice, { entryFee: 2 });
    await credit(test, bob, 2 * TRX);
    expect(await enter(bob, id, 'payment-1')).toBe('applied');
    const created = await createSession(test.context, bob.address, {
      ...planOf({ entryFee: 2 }),
      pay: from('payment-1'),
    });
    expect(created).toEqual({ ok: false, error: 'ERR_PAYMENT_ID' });
  });

  it('that costs nothing takes nothing', async () => {
    await credit(test, alice, TRX);
    const made = await createSession(test.context, alice.address, planOf({ pay: from('payment-1') }));
    expect(made).toMatchObject({ value: { session: { status: 'waiting' }, payment: null } });
    expect(await balance(alice)).toBe(TRX);
  });
});

describe('a seat from the balance', () => {
  it('is taken at once, published, and refunded to the balance when its player leaves', async () => {
    const id = await gather(test, alice, { entryFee: 2 });
    await credit(test, bob, 2 * TRX);
    published.length = 0;
    expect(await enter(bob, id, 'payment-1')).toBe('applied');
    expect([await balance(bob), await escrow(id), await seatOf(bob, id)]).toEqual([0, 2 * FEE_SUN, 'taken']);
    expect(published).toContainEqual({
      type: 'joined',
      sessionId: id,
      userId: bob.address,
      username: expect.any(String) as string,
    });
    expect(test.steps.slice(-2)).toEqual(['payment.paid-from-balance', 'entry.taken']);
    expect((await leaveSession(test.context, id, bob.address)).ok).toBe(true);
    expect([await balance(bob), await escrow(id)]).toEqual([2 * TRX, FEE_SUN]);
    // A request that was sent twice, and arrives late, pays nothing again.
    expect(await enter(bob, id, 'payment-1')).toBe('applied');
    expect([await balance(bob), await seatOf(bob, id)]).toEqual([2 * TRX, undefined]);
    // The player may come back, by another payment.
    expect(await enter(bob, id, 'payment-2')).toBe('applied');
    expect([await balance(bob), await seatOf(bob, id)]).toEqual([0, 'taken']);
  });

  it('is had and paid once by two tabs at once', async () => {
    const id = await gather(test, alice, { entryFee: 2 });
    await credit(test, bob, 10 * TRX);
    const joins = await Promise.all([enter(bob, id, 'payment-1'), enter(bob, id, 'payment-2')]);
    expect(joins.toSorted()).toEqual(['applied', 'nothing to pay']);
    expect(await balance(bob)).toBe(8 * TRX);
  });

  it('that is the last goes to one of two, and the other keeps the fee', async () => {
    const id = await gather(test, alice, { entryFee: 2, maxPlayers: 2 });
    await credit(test, bob, 2 * TRX);
    await credit(test, carol, 2 * TRX);
    const joins = await Promise.all([enter(bob, id, 'payment-1'), enter(carol, id, 'payment-2')]);
    expect(joins.toSorted()).toEqual(['ERR_SESSION_FULL', 'applied']);
    const hasBob = joins[0] === 'applied';
    expect([await balance(bob), await balance(carol)]).toEqual(hasBob ? [0, 2 * TRX] : [2 * TRX, 0]);
  });

  it('that is reserved for the wallet’s payment is paid by the balance instead', async () => {
    const id = await gather(test, alice, { entryFee: 2, maxPlayers: 2 });
    await credit(test, bob, 2 * TRX);
    const joined = await joinSession(test.context, bob.address, id);
    const intent = joined.ok ? joined.value.payment : null;
    expect(intent?.status).toBe('awaiting');
    expect(await enter(bob, id, 'payment-1')).toBe('applied');
    expect((await findPayment(test.context.db, intent?.id ?? ''))?.status).toBe('cancelled');
    expect(await seatOf(bob, id)).toBe('taken');
  });

  it('is refused while the wallet’s fee is on its way, and once the session has begun or is over', async () => {
    const id = await gather(test, alice, { entryFee: 2 });
    await credit(test, bob, 10 * TRX);
    const joined = await joinSession(test.context, bob.address, id);
    if (!joined.ok || joined.value.payment === null) throw new Error('no seat');
    await submitEntry(test, bob, joined.value.payment);
    expect(await enter(bob, id, 'payment-1')).toBe('ERR_PAYMENT_OPEN');
    await credit(test, carol, 2 * TRX);
    await cancelSession(test.context, id, alice.address);
    expect(await enter(carol, id, 'payment-2')).toBe('ERR_SESSION_CLOSED');
    expect(await enter(carol, 'session-unknown', 'payment-2')).toBe('ERR_SESSION_UNKNOWN');
    await settleAll(test);
    expect([await balance(bob), await balance(carol)]).toEqual([12 * TRX, 2 * TRX]);
  });

  it('and one from the wallet make one pool, which is refunded to both balances', async () => {
    const id = await gather(test, alice, { entryFee: 2 });
    await credit(test, carol, 2 * TRX);
    await join(test, bob, id);
    expect(await enter(carol, id, 'payment-1')).toBe('applied');
    expect(await escrow(id)).toBe(3 * FEE_SUN);
    await cancelSession(test.context, id, alice.address);
    expect([await balance(alice), await balance(bob), await balance(carol), await escrow(id)]).toEqual([
      FEE_SUN,
      FEE_SUN,
      FEE_SUN,
      0,
    ]);
    const { network } = test.context.settings;
    const receipt = await showReceipt({ ...test.context, network }, id);
    if (!receipt.ok) throw new Error(receipt.error);
    expect(receipt.value.players.map(({ feeTxid, feePaymentId }) => [feeTxid === null, feePaymentId])).toEqual([
      [false, null],
      [false, null],
      [true, 'payment-1'],
    ]);
    expect(verifyReceipt(JSON.parse(JSON.stringify(receipt.value))).isGood).toBe(true);
    const { entryFeesSun, entryRefundsSun } = await new Revenue(test.context.db).catchUp(test.context.now());
    expect([entryFeesSun, entryRefundsSun]).toEqual([3 * FEE_SUN, 3 * FEE_SUN]);
    const story = await showSessionStory(test.context, id);
    const keys = story.ok ? story.value.events.flatMap((event) => (event.type === 'entry' ? [event.key] : [])) : [];
    expect(keys).toContain('balance-payment:payment-1');
  });
});

it('a rematch from the balance waits for the others at once, and they are notified once', async () => {
  const id = await gather(test, alice, { entryFee: 2, maxPlayers: 3 });
  await join(test, bob, id);
  await cancelSession(test.context, id, alice.address);
  published.length = 0;
  const asked = await rematch(test.context, alice.address, id, from('payment-1'));
  expect(asked).toMatchObject({ value: { session: { status: 'waiting' }, payment: { status: 'applied' } } });
  expect(published.filter(({ type }) => type === 'rematch')).toHaveLength(1);
  const joined = await rematch(test.context, bob.address, id, from('payment-2'));
  expect(joined).toMatchObject({ value: { session: { currentPlayers: 2 }, payment: { status: 'applied' } } });
  expect([await balance(alice), await balance(bob)]).toEqual([0, 0]);
});

it('a draft that waits for its creator’s wallet can be paid from the balance', async () => {
  const made = await createSession(test.context, alice.address, planOf({ entryFee: 2 }));
  const { session, payment } = (made.ok && made.value) || { session: { id: '' }, payment: null };
  await credit(test, alice, 2 * TRX);
  expect(await enter(alice, session.id, 'payment-1')).toBe('applied');
  expect((await rowOf(test.context, session.id)).status).toBe('waiting');
  await expect(payEntry(test, alice, payment)).rejects.toThrow('ERR_PAYMENT_STATE');
});
