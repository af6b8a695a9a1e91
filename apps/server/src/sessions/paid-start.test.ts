import { RESERVATION_MS, START_DELAY_S, UNPAID_READY_MS, type FailureCode } from '@popfray/protocol';
import type { FreezeCause } from '@popfray/protocol/admin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../platform/bus/bus.ts';
import { balanceOf, escrowAccount, playerAccount } from '../ledger/ledger.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { changeScan, freezePayouts } from '../payouts/freeze.ts';
import { recoverPayment } from '../payments/recovery.ts';
import { expectSound, gather, join, rowOf, submitEntry, work } from '../testing/session.fixture.ts';
import { addBot } from './bots.ts';
import { joinForeign, joinSession } from './join.ts';
import { leaveSession } from './leave.ts';
import { setReady } from './ready.ts';
import { recoverSessions } from './recovery.ts';
import { removePlayer } from './remove.ts';
import { findSeat, seatsOf } from './seat.ts';
import { showSession } from './session.ts';
import { startSession } from './start.ts';

const TRX = 1_000_000;
const FEE_SUN = 20 * TRX;
const PAID = { entryFee: 20, maxPlayers: 8, timeLimit: 300 } as const;

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

const codeOf = (result: { ok: true } | { ok: false; error: FailureCode }): FailureCode | null =>
  result.ok ? null : result.error;
const ready = async (id: string, userId: string, isReady = true) =>
  codeOf(await setReady(test.context, id, userId, isReady));
const start = async (id: string, userId: string) => codeOf(await startSession(test.context, id, userId));
const foreign = async (id: string, number: number) => {
  const userId = `So${number}`.padEnd(43, '1');
  const joined = await joinForeign(test.context, id, {
    userId,
    address: userId,
    username: `Sol ${number}`,
    chain: 'sol',
  });
  return { userId, code: codeOf(joined) };
};
const balance = async ({ address }: TestWallet): Promise<number> => balanceOf(test.context.db, playerAccount(address));
const escrow = async (id: string): Promise<number> => balanceOf(test.context.db, escrowAccount(id));
const seatOf = async (id: string, userId: string) => findSeat(test.context.db, id, userId);

/** Lets the time that a session may wait for players run out, and has the worker look. */
async function waitItOut(id: string): Promise<void> {
  test.clock.nowMs = (await rowOf(test.context, id)).expires_at;
  await work(test);
}

describe('a battle with an entry fee', () => {
  it('does not start with a free key of the other chain in the place of a player who paid', async () => {
    const id = await gather(test, alice, PAID);
    for (const wallet of [bob, carol]) await join(test, wallet, id);
    const { userId } = await foreign(id, 1);
    await ready(id, userId);
    await ready(id, carol.address);
    // Alice and Bob have paid, and are away.
    expect(await start(id, carol.address)).toBe('ERR_NOT_READY_PAID');
    expect(await start(id, userId)).toBe('ERR_NOT_READY_PAID');
    expect((await rowOf(test.context, id)).status).toBe('waiting');
    for (const { address } of [alice, bob]) await ready(id, address);
    expect(await start(id, carol.address)).toBeNull();
  });

  it('does not start for a lone payer, however many others are ready', async () => {
    const id = await gather(test, alice, PAID);
    await ready(id, alice.address);
    for (const number of [1, 2, 3]) await ready(id, (await foreign(id, number)).userId);
    await addBot(test.context, id, alice.address, 'novice');
    expect(await start(id, alice.address)).toBe('ERR_NOT_READY_PAID');
    await waitItOut(id);
    expect((await rowOf(test.context, id)).status).toBe('expired');
    expect(await balance(alice)).toBe(FEE_SUN);
  });

  it('starts without those who are not ready when its time is up, and they are refunded before the countdown', async () => {
    const id = await gather(test, alice, PAID);
    for (const wallet of [bob, carol]) await join(test, wallet, id);
    for (const { address } of [bob, carol]) await ready(id, address);
    expect(await start(id, bob.address)).toBe('ERR_NOT_READY_PAID');
    told.length = 0;
    await waitItOut(id);
    const { status, starts_at: startsAt } = await rowOf(test.context, id);
    expect([status, startsAt]).toEqual(['starting', test.clock.nowMs + START_DELAY_S * 1_000]);
    expect([await balance(alice), await balance(bob), await balance(carol)]).toEqual([FEE_SUN, 0, 0]);
    expect(await escrow(id)).toBe(2 * FEE_SUN);
    expect((await seatsOf(test.context.db, id)).map(({ user_id }) => user_id)).toEqual([bob.address, carol.address]);
    expect(told.filter(({ type }) => type === 'notice')).toMatchObject([
      { address: alice.address, title: 'Entry Fee Refunded', about: { kind: 'not-ready', amount: '20' } },
    ]);
    expect(told.filter(({ type }) => type === 'starting')).toHaveLength(1);
  });

  it('expires when its time is up and fewer than two who paid are ready', async () => {
    const id = await gather(test, alice, PAID);
    await join(test, bob, id);
    await ready(id, alice.address);
    await waitItOut(id);
    expect((await rowOf(test.context, id)).status).toBe('expired');
    expect([await balance(alice), await balance(bob)]).toEqual([FEE_SUN, FEE_SUN]);
  });

  it('lets a player leave until the countdown begins, and not after', async () => {
    const id = await gather(test, alice, PAID);
    for (const wallet of [bob, carol]) await join(test, wallet, id);
    for (const { address } of [alice, bob, carol]) await ready(id, address);
    expect(codeOf(await leaveSession(test.context, id, carol.address))).toBeNull();
    expect(await balance(carol)).toBe(FEE_SUN);
    expect(await start(id, alice.address)).toBeNull();
    expect(codeOf(await leaveSession(test.context, id, bob.address))).toBe('ERR_SESSION_STATE');
    expect(await escrow(id)).toBe(2 * FEE_SUN);
  });

  it('is not started by its time after a player has started it, nor twice', async () => {
    const id = await gather(test, alice, PAID);
    await join(test, bob, id);
    for (const { address } of [alice, bob]) await ready(id, address);
    await start(id, alice.address);
    const { starts_at: startsAt } = await rowOf(test.context, id);
    test.clock.nowMs += 1_000;
    await work(test);
    expect((await rowOf(test.context, id)).starts_at).toBe(startsAt);
    expect((await seatOf(id, bob.address))?.fee_sun).toBe(FEE_SUN);
  });
});

describe('free keys of the other chain in a session with an entry fee', () => {
  it('leave two seats for players who pay, and bots do too', async () => {
    const id = await gather(test, alice, { ...PAID, maxPlayers: 4 });
    const keys = await Array.fromAsync([1, 2, 3, 4], async (number) => foreign(id, number));
    expect(keys.map(({ code }) => code)).toEqual([null, null, 'ERR_SEATS_KEPT', 'ERR_SEATS_KEPT']);
    expect(codeOf(await addBot(test.context, id, alice.address, 'novice'))).toBe('ERR_SEATS_KEPT');
    await join(test, bob, id);
    expect((await foreign(id, 5)).code).toBe('ERR_SESSION_FULL');
    const free = await gather(test, bob, { maxPlayers: 4 });
    expect(await Array.fromAsync([1, 2, 3, 4], async (number) => (await foreign(free, number)).code)).toEqual([
      null,
      null,
      null,
      'ERR_SESSION_FULL',
    ]);
    const duel = await gather(test, carol, { ...PAID, maxPlayers: 2 });
    expect((await foreign(duel, 6)).code).toBe('ERR_SEATS_KEPT');
  });

  it('are ready for two minutes after each press, and have two more to press again', async () => {
    const id = await gather(test, alice, { ...PAID, timeLimit: 1_200 });
    const { userId } = await foreign(id, 1);
    await ready(id, userId);
    expect(await seatOf(id, userId)).toMatchObject({ is_ready: 1, ready_until: test.clock.nowMs + UNPAID_READY_MS });
    test.clock.nowMs += UNPAID_READY_MS - 1;
    await ready(id, userId);
    test.clock.nowMs += UNPAID_READY_MS - 1;
    await work(test);
    expect(await seatOf(id, userId)).toMatchObject({ status: 'taken', is_ready: 1 });
    test.clock.nowMs += 1;
    await work(test);
    expect(await seatOf(id, userId)).toMatchObject({ status: 'reserved', is_ready: 0, ready_until: null });
    // Saying again that one is not ready gains no time.
    test.clock.nowMs += RESERVATION_MS - 1;
    await ready(id, userId, false);
    test.clock.nowMs += 1;
    await work(test);
    expect(await seatOf(id, userId)).toBeUndefined();
  });

  it('do not play when they are not ready at the start', async () => {
    const id = await gather(test, alice, { ...PAID, timeLimit: 1_200 });
    await join(test, bob, id);
    const [late, unready, good] = await Array.fromAsync(
      [1, 2, 3],
      async (number) => (await foreign(id, number)).userId,
    );
    await ready(id, late ?? '');
    await ready(id, unready ?? '');
    await ready(id, unready ?? '', false);
    test.clock.nowMs += UNPAID_READY_MS;
    await ready(id, good ?? '');
    for (const { address } of [alice, bob]) await ready(id, address);
    // The worker has not seen yet that the first one's time is up.
    expect(await start(id, alice.address)).toBeNull();
    const players = await seatsOf(test.context.db, id);
    expect(players.map(({ user_id }) => user_id)).toEqual([alice.address, bob.address, good]);
    expect(players.map(({ ready_until }) => ready_until)).toEqual([null, null, null]);
  });

  it('stay ready in a free session', async () => {
    const id = await gather(test, alice, { timeLimit: 1_200 });
    const { userId } = await foreign(id, 1);
    await ready(id, userId);
    test.clock.nowMs += 2 * UNPAID_READY_MS;
    await work(test);
    expect(await seatOf(id, userId)).toMatchObject({ status: 'taken', is_ready: 1, ready_until: null });
  });
});

describe('a player whom the creator removes', () => {
  const remove = async (id: string, by: TestWallet, userId: string) =>
    codeOf(await removePlayer(test.context, id, by.address, userId));

  it('has no seat any more and cannot have one again, in this session', async () => {
    const id = await gather(test, alice, PAID);
    const { userId } = await foreign(id, 1);
    await ready(id, userId);
    expect(await remove(id, bob, userId)).toBe('ERR_SESSION_CREATOR');
    expect(await remove(id, alice, userId)).toBeNull();
    expect(await seatOf(id, userId)).toBeUndefined();
    expect((await foreign(id, 1)).code).toBe('ERR_SEAT_REMOVED');
    expect(await ready(id, userId)).toBe('ERR_SEAT_UNKNOWN');
    expect(await remove(id, alice, userId)).toBe('ERR_SEAT_UNKNOWN');
    expect((await showSession(test.context, await rowOf(test.context, id))).removedUserIds).toEqual([userId]);
    expect((await foreign(await gather(test, bob, PAID), 1)).code).toBeNull();
  });

  it('is none who has paid, is paying, or made the session', async () => {
    const id = await gather(test, alice, PAID);
    const joined = await join(test, bob, id);
    expect(await remove(id, alice, bob.address)).toBe('ERR_SEAT_PAID');
    expect(await remove(id, alice, alice.address)).toBe('ERR_SESSION_STATE');
    expect(joined.payment).not.toBeNull();
    const reserved = await joinSession(test.context, carol.address, id);
    if (!reserved.ok || reserved.value.payment === null) throw new Error(JSON.stringify(reserved));
    await submitEntry(test, carol, reserved.value.payment);
    expect(await remove(id, alice, carol.address)).toBe('ERR_SEAT_PAID');
    await test.mine();
    await work(test);
    expect(await escrow(id)).toBe(3 * FEE_SUN);
  });

  it('may have begun to pay: the intent is cancelled, the player is notified, and a late fee goes to the balance', async () => {
    const id = await gather(test, alice, PAID);
    const reserved = await joinSession(test.context, bob.address, id);
    if (!reserved.ok || reserved.value.payment === null) throw new Error(JSON.stringify(reserved));
    told.length = 0;
    expect(await remove(id, alice, bob.address)).toBeNull();
    expect(told.filter(({ type }) => type === 'notice')).toMatchObject([
      { address: bob.address, about: { kind: 'removed' } },
    ]);
    expect(codeOf(await joinSession(test.context, bob.address, id))).toBe('ERR_SEAT_REMOVED');
    const { unsigned, txid } = reserved.value.payment;
    await test.context.chain.broadcast(test.context.chain.signPayment(unsigned ?? '', bob.privateKey));
    await test.mine();
    await recoverPayment(test.context, bob.address, txid ?? '');
    expect([await balance(bob), await seatOf(id, bob.address)]).toEqual([FEE_SUN, undefined]);
  });

  it('may be a bot, which can be added again; during the countdown no one can be removed', async () => {
    const id = await gather(test, alice, { maxPlayers: 4 });
    for (const skill of ['novice', 'regular'] as const) await addBot(test.context, id, alice.address, skill);
    expect(await remove(id, alice, 'bot-1')).toBeNull();
    expect(codeOf(await addBot(test.context, id, alice.address, 'expert'))).toBeNull();
    expect((await seatsOf(test.context.db, id)).map(({ user_id }) => user_id)).toEqual([
      alice.address,
      'bot-1',
      'bot-2',
    ]);
    await ready(id, alice.address);
    await start(id, alice.address);
    expect(await remove(id, alice, 'bot-1')).toBe('ERR_SESSION_STATE');
  });
});

it('a session whose time ran out while the server was down waits again, and no player is ready', async () => {
  const id = await gather(test, alice, PAID);
  await join(test, bob, id);
  const { userId } = await foreign(id, 1);
  for (const player of [alice.address, bob.address, userId]) await ready(id, player);
  test.clock.nowMs = (await rowOf(test.context, id)).expires_at + 3_600_000;
  await recoverSessions(test.context);
  expect(await rowOf(test.context, id)).toMatchObject({ status: 'waiting', expires_at: test.clock.nowMs + 120_000 });
  expect((await seatsOf(test.context.db, id)).map(({ is_ready }) => is_ready)).toEqual([0, 0, 0]);
  await waitItOut(id);
  expect((await rowOf(test.context, id)).status).toBe('expired');
  expect([await balance(alice), await balance(bob)]).toEqual([FEE_SUN, FEE_SUN]);
});

describe('a session from before payouts were frozen', () => {
  /** Two players have paid and are ready; then the server starts, perhaps with an old database. */
  async function restore(cause: FreezeCause): Promise<string> {
    const id = await gather(test, alice, PAID);
    await join(test, bob, id);
    for (const { address } of [alice, bob]) await ready(id, address);
    test.clock.nowMs += 1_000;
    const waitsUntil = cause === 'start' ? null : test.clock.nowMs + 660_000;
    await freezePayouts(test.context.db, cause, waitsUntil, test.clock.nowMs);
    return id;
  }
  const openPayouts = async (): Promise<void> => changeScan(test.context.db, { frozen_since: null, waits_until: null });

  it.each<FreezeCause>(['start', 'restored', 'unknown-transfers'])(
    'is not started while they are (%s)',
    async (cause) => {
      const id = await restore(cause);
      expect(await start(id, alice.address)).toBe('ERR_FEES_CHECKED');
      expect((await rowOf(test.context, id)).status).toBe('waiting');
      await openPayouts();
      expect(await start(id, alice.address)).toBeNull();
    },
  );

  it('expires with every fee refunded when its time is up and the database may be an old one', async () => {
    const id = await restore('restored');
    await waitItOut(id);
    expect((await rowOf(test.context, id)).status).toBe('expired');
    expect([await balance(alice), await balance(bob), await escrow(id)]).toEqual([FEE_SUN, FEE_SUN, 0]);
  });

  it('waits for payouts to open when its time is up after an ordinary start, and starts then', async () => {
    const id = await restore('start');
    await waitItOut(id);
    expect((await rowOf(test.context, id)).status).toBe('waiting');
    await openPayouts();
    await work(test);
    expect((await rowOf(test.context, id)).status).toBe('starting');
  });

  it('is none that was created since, nor a free one', async () => {
    const free = await gather(test, alice);
    await join(test, bob, free);
    for (const { address } of [alice, bob]) await ready(free, address);
    await restore('restored');
    expect(await start(free, alice.address)).toBeNull();
    const id = await gather(test, carol, PAID);
    await join(test, bob, id);
    for (const { address } of [carol, bob]) await ready(id, address);
    expect(await start(id, carol.address)).toBeNull();
  });
});
