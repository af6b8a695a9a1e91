import { READY_DELAY_S, type FailureCode } from '@popfray/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DomainEvent } from '../platform/bus/bus.ts';
import { balanceOf, escrowAccount, playerAccount } from '../ledger/ledger.ts';
import { cancelPayment, submitPayment } from '../payments/intent.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { expectSound, gather, join, planOf, rowOf } from '../testing/session.fixture.ts';
import { addBot } from './bots.ts';
import { cancelSession } from './cancel.ts';
import { createSession } from './create.ts';
import { joinForeign, joinSession } from './join.ts';
import { lapseSessions } from './lapse.ts';
import { leaveSession } from './leave.ts';
import { MAX_FREE_OF_NETWORK } from './network-limit.ts';
import { setReady } from './ready.ts';
import { rematch } from './rematch.ts';
import { removePlayer } from './remove.ts';
import { findSeat, seatsOf } from './seat.ts';
import { startSession } from './start.ts';

const TRX = 1_000_000;
const FEE_SUN = 2 * TRX;
const PAID = { entryFee: 2, maxPlayers: 4 } as const;

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;
let carol: TestWallet;
let told: DomainEvent[];

beforeEach(async () => {
  test = await createTestContext();
  [alice, bob, carol] = [
    await test.player('alice', 100 * TRX),
    await test.player('bob', 100 * TRX),
    await test.player('carol', 100 * TRX),
  ];
  told = [];
  test.context.bus.subscribe((event) => told.push(event));
});
afterEach(async () => {
  await expectSound(test);
  await test.stop();
});

type Outcome = { readonly ok: true } | { readonly ok: false; readonly error: FailureCode };

/** How calls end that are made at once: `ok` or a failure code each, sorted, because any of them may be the first. */
const atOnce = async (...calls: readonly Promise<Outcome>[]): Promise<string[]> =>
  (await Promise.all(calls)).map((outcome) => (outcome.ok ? 'ok' : outcome.error)).toSorted();

const balance = async ({ address }: TestWallet): Promise<number> => balanceOf(test.context.db, playerAccount(address));
const escrow = async (id: string): Promise<number> => balanceOf(test.context.db, escrowAccount(id));
const toldTypes = (type: DomainEvent['type']): DomainEvent[] => told.filter((event) => event.type === type);
const sol = (number: number) => {
  const userId = `So${number}`.padEnd(43, '1');
  return { userId, address: userId, username: `Sol ${number}`, chain: 'sol' } as const;
};

/** A session with a fee in which all three players have paid and are ready. Returns its id. */
async function gatherReady(): Promise<string> {
  const id = await gather(test, alice, PAID);
  for (const wallet of [bob, carol]) await join(test, wallet, id);
  for (const { address } of [alice, bob, carol]) await setReady(test.context, id, address, true);
  test.steps.length = 0;
  told.length = 0;
  return id;
}

it.each([
  ['leaves', async (id: string) => leaveSession(test.context, id, bob.address)],
  ['cancels the payment', async (_: string, paymentId: string) => cancelPayment(test.context, bob.address, paymentId)],
])('a player who %s and hands the signed fee in at once has no seat reserved for it', async (_, giveUp) => {
  const id = await gather(test, alice, PAID);
  const joined = await joinSession(test.context, bob.address, id);
  const payment = joined.ok ? joined.value.payment : null;
  if (payment === null) throw new Error('there is nothing to pay');
  const signed = test.context.chain.signPayment(payment.unsigned ?? '', bob.privateKey);
  const calls = [giveUp(id, payment.id), submitPayment(test.context, bob.address, payment.id, signed)];
  expect(await Promise.all(calls)).toMatchObject([{ ok: true }, { ok: false, error: 'ERR_PAYMENT_STATE' }]);
  expect(await findSeat(test.context.db, id, bob.address)).toBeUndefined();
});

it('a player who leaves twice at once is refunded once', async () => {
  const id = await gatherReady();
  const leave = async () => leaveSession(test.context, id, carol.address);
  expect(await atOnce(leave(), leave())).toEqual(['ERR_SEAT_UNKNOWN', 'ok']);
  expect([await balance(carol), await escrow(id)]).toEqual([FEE_SUN, 2 * FEE_SUN]);
  expect(test.steps).toEqual(['entry.refunded']);
});

it('a player either leaves before the countdown or plays', async () => {
  const id = await gatherReady();
  const [started, left] = await Promise.all([
    startSession(test.context, id, alice.address),
    leaveSession(test.context, id, carol.address),
  ]);
  expect([started.ok, left]).toMatchObject([true, left.ok ? {} : { error: 'ERR_SESSION_STATE' }]);
  const seats = await seatsOf(test.context.db, id);
  expect([seats.length, await escrow(id), await balance(carol)]).toEqual(
    left.ok ? [2, 2 * FEE_SUN, FEE_SUN] : [3, 3 * FEE_SUN, 0],
  );
});

it('a countdown begins once, and refunds once those who are not ready', async () => {
  const id = await gatherReady();
  const dave = await test.player('dave', 10 * TRX);
  await join(test, dave, id);
  test.clock.nowMs = (await rowOf(test.context, id)).expires_at;
  await Promise.all([lapseSessions(test.context), lapseSessions(test.context)]);
  expect((await rowOf(test.context, id)).status).toBe('starting');
  expect([toldTypes('starting').length, toldTypes('notice').length, await balance(dave)]).toEqual([1, 1, FEE_SUN]);
});

it('a session is cancelled once, and a player who leaves at the same time is refunded once', async () => {
  const id = await gatherReady();
  const cancel = async () => cancelSession(test.context, id, alice.address);
  const leaving = leaveSession(test.context, id, carol.address);
  expect(await atOnce(cancel(), cancel())).toEqual(['ERR_SESSION_STATE', 'ok']);
  await leaving;
  expect([await balance(alice), await balance(bob), await balance(carol)]).toEqual([FEE_SUN, FEE_SUN, FEE_SUN]);
  expect(test.steps.filter((step) => step === 'session.refunded')).toHaveLength(1);
});

it('a session is either cancelled or started', async () => {
  const id = await gatherReady();
  const start = startSession(test.context, id, bob.address);
  const cancel = cancelSession(test.context, id, alice.address);
  expect(await atOnce(start, cancel)).toEqual(['ERR_SESSION_STATE', 'ok']);
  const isStarted = (await start).ok;
  expect((await rowOf(test.context, id)).status).toBe(isStarted ? 'starting' : 'cancelled');
  expect(await escrow(id)).toBe(isStarted ? 3 * FEE_SUN : 0);
});

it('a countdown is shortened once, when the last two become ready at once', async () => {
  const id = await gather(test, alice);
  for (const wallet of [bob, carol]) await join(test, wallet, id);
  const dave = await test.player('dave');
  await join(test, dave, id);
  const ready = async ({ address }: TestWallet) => setReady(test.context, id, address, true);
  await atOnce(ready(alice), ready(bob));
  await startSession(test.context, id, alice.address);
  told.length = 0;
  expect(await atOnce(ready(carol), ready(dave))).toEqual(['ok', 'ok']);
  expect((await rowOf(test.context, id)).starts_at).toBe(test.clock.nowMs + READY_DELAY_S * 1_000);
  expect(toldTypes('starting')).toHaveLength(1);
});

it('seats of players of another chain and of bots are as many as the session has', async () => {
  const id = await gather(test, alice, { maxPlayers: 4 });
  const calls = [
    joinForeign(test.context, id, sol(1)),
    addBot(test.context, id, alice.address, 'novice'),
    joinForeign(test.context, id, sol(1)),
    joinForeign(test.context, id, sol(2)),
    addBot(test.context, id, alice.address, 'novice'),
    joinForeign(test.context, id, sol(3)),
  ];
  expect(await atOnce(...calls)).toEqual(['ERR_SESSION_FULL', 'ERR_SESSION_FULL', 'ok', 'ok', 'ok', 'ok']);
  const seats = await seatsOf(test.context.db, id);
  expect(seats.map(({ place }) => place)).toEqual([0, 1, 2, 3]);
  expect(new Set(seats.map(({ user_id: userId }) => userId)).size).toBe(4);
  expect(toldTypes('joined')).toHaveLength(3);
});

it('a player of another chain has at most five seats', async () => {
  const ids: string[] = [];
  for (const name of ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'])
    ids.push(await gather(test, await test.player(name)));
  const calls = ids.map(async (id) => joinForeign(test.context, id, sol(1)));
  expect(await atOnce(...calls)).toEqual(['ERR_SESSION_LIMIT', 'ok', 'ok', 'ok', 'ok', 'ok']);
});

it('a player is removed once', async () => {
  const id = await gather(test, alice);
  await join(test, bob, id);
  told.length = 0;
  const remove = async () => removePlayer(test.context, id, alice.address, bob.address);
  expect(await atOnce(remove(), remove())).toEqual(['ERR_SEAT_UNKNOWN', 'ok']);
  expect(toldTypes('notice')).toHaveLength(1);
});

it('a player who presses Ready again in time stays ready', async () => {
  const id = await gather(test, alice, PAID);
  await joinForeign(test.context, id, sol(1));
  await setReady(test.context, id, sol(1).userId, true);
  const seat = async () => findSeat(test.context.db, id, sol(1).userId);
  test.clock.nowMs = (await seat())?.ready_until ?? 0;
  await Promise.all([lapseSessions(test.context), setReady(test.context, id, sol(1).userId, true)]);
  expect(await seat()).toMatchObject({ status: 'taken', is_ready: 1 });
});

it('a reserved seat either lapses or is taken', async () => {
  const id = await gather(test, alice);
  await joinForeign(test.context, id, sol(1));
  const seat = async () => findSeat(test.context.db, id, sol(1).userId);
  test.clock.nowMs = (await seat())?.reserved_until ?? 0;
  const [ready] = await Promise.all([setReady(test.context, id, sol(1).userId, true), lapseSessions(test.context)]);
  expect((await seat())?.status).toBe(ready.ok ? 'taken' : undefined);
});

it('a network has as many free sessions as it may have, however many are asked for at once', async () => {
  const neighbours: string[] = [];
  for (let number = 0; number < MAX_FREE_OF_NETWORK + 2; number++)
    neighbours.push((await test.player(`neighbour ${number}`)).address);
  const create = async (address: string) => createSession(test.context, address, planOf(), '192.0.2.7');
  const codes = await atOnce(...neighbours.map(create));
  expect(codes.filter((code) => code === 'ok')).toHaveLength(MAX_FREE_OF_NETWORK);
  expect(codes.filter((code) => code === 'ERR_SESSION_NETWORK')).toHaveLength(2);
});

it('the bots of a rematch have their seats before the rematch is published', async () => {
  const last = await gather(test, alice, { maxPlayers: 2 });
  await addBot(test.context, last, alice.address, 'expert');
  await cancelSession(test.context, last, alice.address);
  const joining: Promise<Outcome>[] = [];
  test.context.bus.subscribe((event) => {
    if (event.type === 'session' && event.sessionId !== last)
      joining.push(joinSession(test.context, carol.address, event.sessionId));
  });
  const next = await rematch(test.context, alice.address, last);
  expect(next).toMatchObject({ ok: true, value: { session: { currentPlayers: 2 } } });
  expect(await atOnce(...joining)).toEqual(['ERR_SESSION_FULL']);
});
