import { BATTLE_MS } from '@popfray/protocol/battle';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { balanceOf, playerAccount } from '../ledger/ledger.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { expectSound, gather, join, play, rowOf, work } from '../testing/session.fixture.ts';
import { addBot } from './bots.ts';
import { moveSession } from './machine.ts';
import { setReady } from './ready.ts';
import { recoverSessions } from './recovery.ts';
import { seatsOf } from './seat.ts';
import { startSession } from './start.ts';

const TRX = 1_000_000;

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;
let id: string;

beforeEach(async () => {
  test = await createTestContext();
  [alice, bob] = [await test.player('alice', 10 * TRX), await test.player('bob', 10 * TRX)];
  id = await gather(test, alice, { entryFee: 1 });
  await join(test, bob, id);
  addBot(test.context, id, alice.address, 'novice');
  for (const { address } of [alice, bob]) setReady(test.context, id, address, true);
});
afterEach(async () => {
  expectSound(test);
  await test.stop();
});

const refunds = (): number[] => [alice, bob].map(({ address }) => balanceOf(test.context.db, playerAccount(address)));

it('a countdown that nobody ends is a fault, and everybody is refunded', async () => {
  startSession(test.context, id, alice.address);
  const startsAt = rowOf(test.context, id).starts_at ?? 0;
  test.clock.nowMs = startsAt + 14_999;
  await work(test);
  expect(rowOf(test.context, id).status).toBe('starting');
  test.clock.nowMs += 1;
  await work(test);
  expect(rowOf(test.context, id)).toMatchObject({ status: 'cancelled', reason: 'fault' });
  expect(refunds()).toEqual([TRX, TRX]);
});

it('a battle that nobody ends is a fault, and everybody is refunded', async () => {
  startSession(test.context, id, alice.address);
  play(test, id);
  test.clock.nowMs = (rowOf(test.context, id).starts_at ?? 0) + BATTLE_MS + 119_999;
  await work(test);
  expect(rowOf(test.context, id).status).toBe('playing');
  test.clock.nowMs += 1;
  await work(test);
  expect(rowOf(test.context, id)).toMatchObject({ status: 'cancelled', reason: 'fault' });
  expect(refunds()).toEqual([TRX, TRX]);
});

it('after a restart a countdown is a wait again, with time to gather, and nobody but bots is ready', () => {
  startSession(test.context, id, alice.address);
  test.clock.nowMs = rowOf(test.context, id).expires_at + 5_000;
  recoverSessions(test.context);
  expect(rowOf(test.context, id)).toMatchObject({
    status: 'waiting',
    starts_at: null,
    expires_at: test.clock.nowMs + 2 * 60_000,
  });
  expect(seatsOf(test.context.db, id).map(({ status, is_ready }) => [status, is_ready])).toEqual([
    ['taken', 0],
    ['taken', 0],
    ['taken', 1],
  ]);
  expect(refunds()).toEqual([0, 0]);
});

it('after a restart a battle that was at play is refunded, once, however often the server starts', () => {
  startSession(test.context, id, alice.address);
  play(test, id);
  for (let start = 0; start < 3; start++) recoverSessions(test.context);
  expect(rowOf(test.context, id)).toMatchObject({ status: 'cancelled', reason: 'fault' });
  expect(refunds()).toEqual([TRX, TRX]);
});

it('a session that waits, or is over, is left alone by a restart', () => {
  const before = rowOf(test.context, id);
  recoverSessions(test.context);
  expect(rowOf(test.context, id)).toEqual(before);
  expect(moveSession(test.context.db, before, 'settled', {})).toBeNull();
});
