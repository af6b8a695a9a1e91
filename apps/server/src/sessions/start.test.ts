import { READY_DELAY_S, RESERVATION_MS, START_DELAY_S, type FailureCode } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../platform/bus/bus.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { gather, join, rowOf, work } from '../testing/session.fixture.ts';
import { addBot } from './bots.ts';
import { joinForeign } from './join.ts';
import { leaveSession } from './leave.ts';
import { setReady } from './ready.ts';
import { isSeatToken } from './seat-token.ts';
import { findSeat } from './seat.ts';
import { startSession } from './start.ts';

const SOL = { userId: 'So11111111111111111111111111111111111111112', username: 'Sol Ana', chain: 'sol' } as const;
const sol = { ...SOL, address: SOL.userId };

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;
let carol: TestWallet;
let told: DomainEvent[];
let id: string;

beforeEach(async () => {
  test = await createTestContext();
  [alice, bob, carol] = [await test.player('alice'), await test.player('bob'), await test.player('carol')];
  id = await gather(test, alice);
  told = [];
  test.context.bus.subscribe((event) => told.push(event));
});
afterEach(async () => test.stop());

const ready = async (userId: string, isReady = true): Promise<FailureCode | null> => {
  const result = await setReady(test.context, id, userId, isReady);
  return result.ok ? null : result.error;
};
const start = async (userId: string): Promise<FailureCode | null> => {
  const result = await startSession(test.context, id, userId);
  return result.ok ? null : result.error;
};
const secondsLeft = async (): Promise<number> =>
  (((await rowOf(test.context, id)).starts_at ?? 0) - test.clock.nowMs) / 1_000;
const seatOf = async (userId: string) => findSeat(test.context.db, id, userId);

describe('a start', () => {
  it('needs two ready players, and a caller with a seat', async () => {
    expect(await start(alice.address)).toBe('ERR_NOT_READY');
    await ready(alice.address);
    expect(await start(alice.address)).toBe('ERR_NOT_READY');
    await join(test, bob, id);
    expect(await start(alice.address)).toBe('ERR_NOT_READY');
    await ready(bob.address);
    expect(await start(carol.address)).toBe('ERR_SEAT_UNKNOWN');
    expect(await start(bob.address)).toBeNull();
    expect(told.filter(({ type }) => type === 'starting')).toHaveLength(1);
  });

  it('does not wait for those who are not ready, but for thirty seconds', async () => {
    for (const wallet of [bob, carol]) await join(test, wallet, id);
    for (const { address } of [alice, bob]) await ready(address);
    await start(carol.address);
    expect(await secondsLeft()).toBe(START_DELAY_S);
    expect(await ready(bob.address, false)).toBe('ERR_SESSION_STATE');
    test.clock.nowMs += 10_000;
    expect(await ready(carol.address)).toBeNull();
    expect(await secondsLeft()).toBe(READY_DELAY_S);
    expect(told.filter(({ type }) => type === 'starting')).toHaveLength(2);
  });

  it('is never delayed when a player becomes ready', async () => {
    for (const wallet of [bob, carol]) await join(test, wallet, id);
    for (const { address } of [alice, bob]) await ready(address);
    await start(alice.address);
    test.clock.nowMs += (START_DELAY_S - 2) * 1_000;
    await ready(carol.address);
    expect(await secondsLeft()).toBe(2);
  });

  it('is refused when the waiting time is over, even before the worker has ended the session', async () => {
    await join(test, bob, id);
    for (const { address } of [alice, bob]) await ready(address);
    test.clock.nowMs = (await rowOf(test.context, id)).expires_at;
    expect(await start(alice.address)).toBe('ERR_SESSION_STATE');
    expect(await ready(alice.address, false)).toBe('ERR_SESSION_STATE');
  });

  it('is a bot’s and a player’s in six seconds, when the player is ready', async () => {
    await addBot(test.context, id, alice.address, 'novice');
    expect(await start('bot-1')).toBe('ERR_NOT_READY');
    expect(await ready('bot-1')).toBe('ERR_SEAT_UNKNOWN');
    await ready(alice.address);
    expect(await start(alice.address)).toBeNull();
    expect(await secondsLeft()).toBe(READY_DELAY_S);
  });
});

describe('a player of another chain', () => {
  it('has a reserved seat, and takes it by being ready', async () => {
    const joined = await joinForeign(test.context, id, sol);
    expect(joined.ok && isSeatToken(test.context, id, sol.userId, joined.value.token)).toBe(true);
    expect(await seatOf(sol.userId)).toMatchObject({
      status: 'reserved',
      chain: 'sol',
      username: 'Sol Ana',
      fee_sun: 0,
    });
    expect(await start(sol.userId)).toBe('ERR_SEAT_UNKNOWN');
    expect(await ready(sol.userId)).toBeNull();
    expect(await seatOf(sol.userId)).toMatchObject({ status: 'taken', is_ready: 1, reserved_until: null });
    // From then on it is theirs, ready or not.
    expect(await ready(sol.userId, false)).toBeNull();
    test.clock.nowMs += RESERVATION_MS;
    expect(await seatOf(sol.userId)).toMatchObject({ status: 'taken', is_ready: 0 });
  });

  it('who is not ready in time makes room, and so does one who leaves', async () => {
    await joinForeign(test.context, id, sol);
    test.clock.nowMs += RESERVATION_MS;
    await work(test);
    expect(await seatOf(sol.userId)).toBeUndefined();
    expect(await ready(sol.userId)).toBe('ERR_SEAT_UNKNOWN');
    await joinForeign(test.context, id, sol);
    expect((await leaveSession(test.context, id, sol.userId)).ok).toBe(true);
    expect(await seatOf(sol.userId)).toBeUndefined();
  });

  it('is given the same seat again', async () => {
    const [first, second] = [await joinForeign(test.context, id, sol), await joinForeign(test.context, id, sol)];
    expect(second).toEqual(first);
    expect(told.filter(({ type }) => type === 'joined')).toHaveLength(1);
  });

  it('has no seat in a full session, a local one, a draft, or one that has started', async () => {
    const refusal = async (sessionId: string) => joinForeign(test.context, sessionId, sol);
    const local = await gather(test, bob, { gameMode: 'classic' });
    expect(await refusal(local)).toEqual({ ok: false, error: 'ERR_SESSION_CLOSED' });
    const small = await gather(test, bob, { maxPlayers: 2 });
    await join(test, carol, small);
    expect(await refusal(small)).toEqual({ ok: false, error: 'ERR_SESSION_FULL' });
    await join(test, bob, id);
    for (const { address } of [alice, bob]) await ready(address);
    await start(alice.address);
    expect(await refusal(id)).toEqual({ ok: false, error: 'ERR_SESSION_CLOSED' });
    expect(await refusal('nothing-here')).toEqual({ ok: false, error: 'ERR_SESSION_UNKNOWN' });
  });

  it('who is not ready at the start does not play', async () => {
    await joinForeign(test.context, id, sol);
    await join(test, bob, id);
    for (const { address } of [alice, bob]) await ready(address);
    await start(alice.address);
    expect(await seatOf(sol.userId)).toBeUndefined();
  });
});
