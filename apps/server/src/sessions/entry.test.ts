import { PAYMENT_MS, RESERVATION_MS, type Payment } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execute, fetchValue } from '../platform/database/raw-query.fixture.ts';
import type { DomainEvent } from '../platform/bus/bus.ts';
import { balanceOf, escrowAccount, playerAccount } from '../ledger/ledger.ts';
import { cancelPayment } from '../payments/intent.ts';
import { findPayment, paymentsOf } from '../payments/payment.ts';
import { recoverPayment } from '../payments/recovery.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { sendByHand } from '../testing/money.fixture.ts';
import {
  expectSound,
  gather,
  join,
  payEntry,
  planOf,
  play,
  rowOf,
  submitEntry,
  unpaid,
  work,
} from '../testing/session.fixture.ts';
import { cancelSession } from './cancel.ts';
import { createSession } from './create.ts';
import { joinSession } from './join.ts';
import { leaveSession } from './leave.ts';
import { setReady } from './ready.ts';
import { findSeat, seatsOf } from './seat.ts';
import { startSession } from './start.ts';

const TRX = 1_000_000;
const FEE_SUN = 2 * TRX;
const PAID = { entryFee: 2 };

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;
let carol: TestWallet;
let told: DomainEvent[];

beforeEach(async () => {
  test = await createTestContext();
  for (const name of ['alice', 'bob', 'carol'])
    test.devChain.chain.faucet((await test.player(name)).address, 100 * TRX);
  await test.mine();
  [alice, bob, carol] = [test.wallet('alice'), test.wallet('bob'), test.wallet('carol')];
  told = [];
  test.context.bus.subscribe((event) => told.push(event));
});
afterEach(async () => {
  await expectSound(test);
  await test.stop();
});

/** A reserved seat's payment, as the wallet is shown it. */
async function reserve(wallet: TestWallet, id: string): Promise<Payment> {
  const joined = await joinSession(test.context, wallet.address, id);
  if (!joined.ok || joined.value.payment === null) throw new Error(JSON.stringify(joined));
  return joined.value.payment;
}

/** The wallet broadcasts a signed fee, and it becomes final. */
async function sendAway(wallet: TestWallet, { unsigned }: Payment): Promise<void> {
  await test.context.chain.broadcast(test.context.chain.signPayment(unsigned ?? '', wallet.privateKey));
  await test.mine();
}

const balance = async ({ address }: TestWallet): Promise<number> => balanceOf(test.context.db, playerAccount(address));
const escrow = async (id: string): Promise<number> => balanceOf(test.context.db, escrowAccount(id));
const seatOf = async ({ address }: TestWallet, id: string) => (await findSeat(test.context.db, id, address))?.status;
const statusOf = async ({ id }: Payment) => (await findPayment(test.context.db, id))?.status;
const onChain = async ({ address }: TestWallet) => test.context.chain.balance(address);

describe('a seat', () => {
  it('that is the last goes to one of two who join at once, and the other has nothing to pay', async () => {
    const id = await gather(test, alice, { ...PAID, maxPlayers: 2 });
    const joins = await Promise.all([bob, carol].map(async ({ address }) => joinSession(test.context, address, id)));
    expect(joins.filter(({ ok }) => ok)).toHaveLength(1);
    expect(joins.filter(({ ok }) => !ok)).toEqual([{ ok: false, error: 'ERR_SESSION_FULL' }]);
    expect(await seatsOf(test.context.db, id)).toHaveLength(2);
    const intents = (
      await Array.fromAsync([bob, carol], async ({ address }) => paymentsOf(test.context.db, address))
    ).flat();
    expect(intents).toHaveLength(1);
  });

  it('is had by eight of twelve who join at once', async () => {
    const id = await gather(test, alice, { ...PAID, maxPlayers: 8 });
    const crowd = await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const { address } = await test.player(`crowd ${number}`);
        test.devChain.chain.faucet(address, 10 * TRX);
        return address;
      }),
    );
    await test.mine();
    const joins = await Promise.all(crowd.map(async (address) => joinSession(test.context, address, id)));
    expect(joins.filter(({ ok }) => ok)).toHaveLength(7);
    expect((await seatsOf(test.context.db, id)).map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('cannot be stored beyond the last place, even by faulty code', async () => {
    const id = await gather(test, alice, { maxPlayers: 2 });
    await join(test, bob, id);
    const beyond = 'UPDATE seats SET place = 2 WHERE session_id = ? AND place = 1';
    await expect(async () => execute(test.context.db, beyond, id)).rejects.toThrow('a place beyond the last');
    const twice = 'UPDATE seats SET place = 0 WHERE session_id = ? AND place = 1';
    await expect(async () => execute(test.context.db, twice, id)).rejects.toThrow(/UNIQUE|duplicate key/);
  });

  it('is one, with one fee to pay, however often its player asks for it', async () => {
    const id = await gather(test, alice, PAID);
    const payments = await Promise.all(Array.from({ length: 6 }, async () => reserve(bob, id)));
    expect(new Set(payments.map((payment) => payment.id)).size).toBe(1);
    await payEntry(test, bob, payments[0] ?? null);
    expect(await seatOf(bob, id)).toBe('taken');
    expect(await joinSession(test.context, bob.address, id)).toMatchObject({ value: { payment: null } });
  });

  it('is refused to a player who holds five', async () => {
    for (const [creator, count] of [[alice, 3] as const, [carol, 3] as const])
      for (let number = 0; number < count; number++) {
        const id = await gather(test, creator);
        const joined = await joinSession(test.context, bob.address, id);
        if (creator === carol && number === 2) expect(joined).toEqual({ ok: false, error: 'ERR_SESSION_LIMIT' });
        else expect(joined.ok).toBe(true);
      }
  });

  it('is announced when it is taken, not when it is only reserved', async () => {
    const id = await gather(test, alice, PAID);
    told.length = 0;
    const payment = await reserve(bob, id);
    expect(told).toEqual([{ type: 'session', sessionId: id }]);
    told.length = 0;
    await payEntry(test, bob, payment);
    expect(told.filter(({ type }) => type === 'joined')).toMatchObject([{ sessionId: id, userId: bob.address }]);
    expect(told.at(-1)).toEqual({ type: 'session', sessionId: id });
    expect(test.steps).toContain('entry.taken');
  });
});

describe('a reservation', () => {
  it('is for two minutes, asked for once or many times', async () => {
    const id = await gather(test, alice, { ...PAID, timeLimit: 600 });
    const payment = await reserve(bob, id);
    test.clock.nowMs += RESERVATION_MS - 1;
    await work(test);
    expect((await reserve(bob, id)).id).toBe(payment.id);
    test.clock.nowMs += 1;
    await work(test);
    expect([await seatOf(bob, id), await statusOf(payment)]).toEqual([undefined, 'awaiting']);
  });

  it('that has lapsed is had again by signing late, while there is a seat', async () => {
    const id = await gather(test, alice, { ...PAID, timeLimit: 600 });
    const payment = await reserve(bob, id);
    test.clock.nowMs += RESERVATION_MS + 1;
    await work(test);
    expect(await submitEntry(test, bob, payment)).toBeNull();
    expect(await seatOf(bob, id)).toBe('reserved');
    await test.mine();
    await work(test);
    expect([await seatOf(bob, id), await escrow(id)]).toEqual(['taken', 2 * FEE_SUN]);
  });

  it('that has expired is refused before the fee is sent, when another player has the seat', async () => {
    const id = await gather(test, alice, { ...PAID, maxPlayers: 2, timeLimit: 600 });
    const payment = await reserve(bob, id);
    test.clock.nowMs += RESERVATION_MS + 1;
    await work(test);
    await join(test, carol, id);
    const before = await onChain(bob);
    expect(await submitEntry(test, bob, payment)).toBe('ERR_SESSION_FULL');
    await test.mine();
    expect([await onChain(bob), await statusOf(payment)]).toEqual([before, 'awaiting']);
  });

  it('holds for as long as the fee is on its way', async () => {
    const id = await gather(test, alice, { ...PAID, maxPlayers: 2, timeLimit: 1_200 });
    const payment = await reserve(bob, id);
    test.devChain.chain.faults.set({ stopSolidifying: true });
    await submitEntry(test, bob, payment);
    for (let minute = 0; minute < 8; minute++) {
      test.clock.nowMs += 60_000;
      await test.mine(1);
      await work(test);
    }
    expect([await seatOf(bob, id), await statusOf(payment)]).toEqual(['reserved', 'confirming']);
    expect(await joinSession(test.context, carol.address, id)).toEqual({ ok: false, error: 'ERR_SESSION_FULL' });
    expect(await leaveSession(test.context, id, bob.address)).toEqual({ ok: false, error: 'ERR_SESSION_STATE' });
    test.devChain.chain.faults.set({});
    await test.mine();
    await work(test);
    expect(await seatOf(bob, id)).toBe('taken');
  });

  it('holds for a minute more when the fee was signed, and not for one that never reaches the chain', async () => {
    const id = await gather(test, alice, { ...PAID, timeLimit: 600 });
    const payment = await reserve(bob, id);
    await sendByHand(test, bob, carol.address, 98_500_000);
    await test.mine();
    expect(await submitEntry(test, bob, payment)).toBeNull();
    const { reserved_until: until } = (await findSeat(test.context.db, id, bob.address)) ?? {};
    test.clock.nowMs = (until ?? 0) + 59_999;
    await work(test);
    expect([await seatOf(bob, id), await statusOf(payment)]).toEqual(['reserved', 'sent']);
    test.clock.nowMs += 1;
    await work(test);
    expect([await seatOf(bob, id), await statusOf(payment)]).toEqual([undefined, 'sent']);
    // The payment is still watched.
    await test.fund(bob.address, 5 * TRX);
    await work(test);
    await test.mine();
    await work(test);
    expect([await seatOf(bob, id), await escrow(id)]).toEqual(['taken', 2 * FEE_SUN]);
  });

  it('ends at once when its payment is given up', async () => {
    const id = await gather(test, alice, PAID);
    const payment = await reserve(bob, id);
    expect((await cancelPayment(test.context, bob.address, payment.id)).ok).toBe(true);
    expect(await seatOf(bob, id)).toBeUndefined();
    expect(told.at(-1)).toEqual({ type: 'session', sessionId: id });
    expect(await submitEntry(test, bob, payment)).toBe('ERR_PAYMENT_STATE');
  });

  it('ends with the start, even if a player was about to pay', async () => {
    const id = await gather(test, alice, PAID);
    await join(test, bob, id);
    const payment = await reserve(carol, id);
    for (const { address } of [alice, bob]) await setReady(test.context, id, address, true);
    expect((await startSession(test.context, id, alice.address)).ok).toBe(true);
    expect(await seatOf(carol, id)).toBeUndefined();
    expect(await submitEntry(test, carol, payment)).toBe('ERR_SESSION_CLOSED');
  });
});

describe('a fee that arrives all the same', () => {
  it('after its reservation has lapsed takes a seat that is free', async () => {
    const id = await gather(test, alice, { ...PAID, timeLimit: 1_200 });
    const payment = await reserve(bob, id);
    await sendAway(bob, payment);
    test.clock.nowMs += PAYMENT_MS + 1;
    await work(test);
    expect([await seatOf(bob, id), await statusOf(payment), await escrow(id)]).toEqual([
      'taken',
      'applied',
      2 * FEE_SUN,
    ]);
  });

  it.each<[string, (id: string, payment: Payment) => unknown]>([
    ['when all seats are had', async (id) => join(test, carol, id)],
    ['when the session has started', async (id) => startWithCarol(id)],
    ['when the session was cancelled', async (id) => cancelSession(test.context, id, alice.address)],
    ['when the session has expired', () => (test.clock.nowMs += 20 * 60_000)],
  ])('%s goes to the balance, and its player is notified', async (_, happen) => {
    const id = await gather(test, alice, { ...PAID, maxPlayers: 2, timeLimit: 600 });
    const payment = await reserve(bob, id);
    test.clock.nowMs += RESERVATION_MS + 1;
    await work(test);
    await happen(id, payment);
    await sendAway(bob, payment);
    test.clock.nowMs += PAYMENT_MS;
    await test.mine(1);
    await work(test);
    expect([await seatOf(bob, id), await statusOf(payment), await balance(bob)]).toEqual([
      undefined,
      'refunded',
      FEE_SUN,
    ]);
    expect(told).toContainEqual(expect.objectContaining({ type: 'notice', address: bob.address }));
  });

  it('twice from one player pays for one seat, and the other goes to the balance', async () => {
    const id = await gather(test, alice, { ...PAID, timeLimit: 1_200 });
    const first = await reserve(bob, id);
    await cancelPayment(test.context, bob.address, first.id);
    test.clock.nowMs += 1;
    const second = await reserve(bob, id);
    await sendAway(bob, first);
    await payEntry(test, bob, second);
    test.clock.nowMs += PAYMENT_MS;
    await test.mine(1);
    await work(test);
    expect(new Set([await statusOf(first), await statusOf(second)])).toEqual(new Set(['applied', 'refunded']));
    expect([await seatOf(bob, id), await balance(bob)]).toEqual(['taken', FEE_SUN]);
  });

  it('by a transaction of the wallet’s own is found by its id, and takes the seat that it fits', async () => {
    const id = await gather(test, alice, PAID);
    await reserve(bob, id);
    test.clock.nowMs += 1;
    const txid = await sendByHand(test, bob, test.context.house.address, FEE_SUN);
    await test.mine();
    expect(await recoverPayment(test.context, bob.address, txid)).toMatchObject({ value: { status: 'applied' } });
    expect([await seatOf(bob, id), await escrow(id)]).toEqual(['taken', 2 * FEE_SUN]);
  });
});

describe('a draft', () => {
  it('begins to wait when its fee is final, with all its time', async () => {
    const { id, payment } = await unpaid(test, alice, PAID);
    test.clock.nowMs += 4 * 60_000;
    await payEntry(test, alice, payment);
    expect(await rowOf(test.context, id)).toMatchObject({
      status: 'waiting',
      expires_at: test.clock.nowMs + 300_000,
    });
  });

  it('expires with the transaction of its fee, and blocks no other session', async () => {
    const { id } = await unpaid(test, alice, PAID);
    test.clock.nowMs += PAYMENT_MS - 1;
    await work(test);
    expect((await rowOf(test.context, id)).status).toBe('draft');
    test.clock.nowMs += 1;
    await work(test);
    expect(await rowOf(test.context, id)).toMatchObject({ status: 'expired', ended_at: test.clock.nowMs });
  });

  it.each<[string, (id: string, payment: Payment) => unknown]>([
    ['with its payment', async (_, payment) => cancelPayment(test.context, alice.address, payment.id)],
    ['by its creator', async (id) => cancelSession(test.context, id, alice.address)],
  ])('is given up %s, and what is paid for it all the same goes to the balance', async (_, giveUp) => {
    const { id, payment } = await unpaid(test, alice, PAID);
    await giveUp(id, payment);
    expect(await rowOf(test.context, id)).toMatchObject({ status: 'cancelled', reason: 'creator' });
    expect(await statusOf(payment)).toBe('cancelled');
    await sendAway(alice, payment);
    test.clock.nowMs += PAYMENT_MS;
    await test.mine(1);
    await work(test);
    expect([await statusOf(payment), await balance(alice), await escrow(id)]).toEqual(['refunded', FEE_SUN, 0]);
  });

  it('is not made when the node does not answer', async () => {
    test.devChain.chain.faults.set({ page: {} });
    const made = await createSession(test.context, alice.address, planOf(PAID));
    expect(made).toEqual({ ok: false, error: 'ERR_CHAIN' });
    expect(await fetchValue(test.context.db, 'SELECT count(*) FROM sessions')).toBe(0);
  });
});

describe('leaving', () => {
  it('refunds the fee to the balance, once, and frees the seat', async () => {
    const id = await gather(test, alice, { ...PAID, maxPlayers: 2 });
    await join(test, bob, id);
    expect((await leaveSession(test.context, id, bob.address)).ok).toBe(true);
    expect(await leaveSession(test.context, id, bob.address)).toEqual({ ok: false, error: 'ERR_SEAT_UNKNOWN' });
    expect([await balance(bob), await escrow(id)]).toEqual([FEE_SUN, FEE_SUN]);
    expect(test.steps.at(-1)).toBe('entry.refunded');
    await join(test, carol, id);
    expect((await seatsOf(test.context.db, id)).map(({ user_id, place }) => [user_id, place])).toEqual([
      [alice.address, 0],
      [carol.address, 1],
    ]);
  });

  it('and coming back costs a fee again, and leaving again gives it back again', async () => {
    const id = await gather(test, alice, PAID);
    for (let time = 1; time <= 3; time++) {
      await join(test, bob, id);
      await leaveSession(test.context, id, bob.address);
      expect(await balance(bob)).toBe(time * FEE_SUN);
    }
  });

  it('a seat that is only reserved gives its payment up', async () => {
    const id = await gather(test, alice, PAID);
    const payment = await reserve(bob, id);
    expect((await leaveSession(test.context, id, bob.address)).ok).toBe(true);
    expect([await statusOf(payment), await seatOf(bob, id), await balance(bob)]).toEqual(['cancelled', undefined, 0]);
  });
});

it.each<[string, 'cancelled' | 'expired', (id: string) => unknown]>([
  ['cancelled by its creator', 'cancelled', async (id) => cancelSession(test.context, id, alice.address)],
  ['whose time is up', 'expired', () => (test.clock.nowMs += 300_000)],
])('a session %s gives every fee back, and holds nothing', async (_, status, end) => {
  const id = await gather(test, alice, PAID);
  await join(test, bob, id);
  await reserve(carol, id);
  await end(id);
  await work(test);
  expect((await rowOf(test.context, id)).status).toBe(status);
  expect([await balance(alice), await balance(bob), await balance(carol), await escrow(id)]).toEqual([
    FEE_SUN,
    FEE_SUN,
    0,
    0,
  ]);
  expect(await joinSession(test.context, carol.address, id)).toEqual({ ok: false, error: 'ERR_SESSION_CLOSED' });
});

/** Carol pays too, and the two of them play. */
async function startWithCarol(id: string): Promise<void> {
  await join(test, carol, id);
  for (const { address } of [alice, carol]) await setReady(test.context, id, address, true);
  await startSession(test.context, id, alice.address);
  await play(test, id);
}
