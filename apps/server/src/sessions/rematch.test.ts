import { newRevenue } from '@popfray/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DomainEvent } from '../platform/bus/bus.ts';
import { cancelPayment } from '../payments/intent.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { gather, join, payEntry, rowOf } from '../testing/session.fixture.ts';
import { addBot } from './bots.ts';
import { cancelSession } from './cancel.ts';
import { rematch } from './rematch.ts';
import { seatsOf } from './seat.ts';
import { listSessions } from './session.ts';

const TRX = 1_000_000;

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;
let told: DomainEvent[];

beforeEach(async () => {
  test = await createTestContext();
  [alice, bob] = [await test.player('alice', 100 * TRX), await test.player('bob', 100 * TRX)];
  told = [];
  test.context.bus.subscribe((event) => told.push(event));
});
afterEach(async () => test.stop());

/** A session of Alice's with Bob in it that is over. */
async function over(entryFee: number, isWithBot = false): Promise<string> {
  const id = await gather(test, alice, { entryFee, maxPlayers: 3, sessionName: 'Again', policy: 'podium' });
  await join(test, bob, id);
  if (isWithBot) await addBot(test.context, id, alice.address, 'expert');
  await cancelSession(test.context, id, alice.address);
  return id;
}

async function ask(wallet: TestWallet, id: string) {
  const asked = await rematch(test.context, wallet.address, id);
  if (!asked.ok) throw new Error(asked.error);
  return asked.value;
}

it('a rematch is one new session with the same terms and the same bots, no matter which player asks first', async () => {
  const id = await over(0, true);
  const { session } = await ask(bob, id);
  expect(session).toMatchObject({ status: 'waiting', sessionName: 'Again', maxPlayers: 3, hostUserId: bob.address });
  expect(session.revenueDistribution.policy).toBe('podium');
  expect(session.participants.map(({ userId }) => userId)).toEqual([bob.address, 'bot-1']);
  expect(told).toContainEqual({
    type: 'rematch',
    sessionId: id,
    nextSessionId: session.id,
    playerName: session.hostUsername,
  });
  const second = await ask(alice, id);
  expect(second.session.id).toBe(session.id);
  expect(second.session.participants).toHaveLength(3);
});

it('a rematch keeps the terms of what another chain wins, even after the setting was changed', async () => {
  const id = await over(0);
  const settings = { ...test.context.settings, otherChainPrizeTo: 'best-tron-player' } as const;
  const asked = await rematch({ ...test.context, settings }, bob.address, id);
  expect(asked.ok && asked.value.session.revenueDistribution).toEqual(newRevenue('podium', 'house'));
});

it('two who ask at once are in the same one', async () => {
  const id = await over(1);
  const both = await Promise.all([ask(alice, id), ask(bob, id)]);
  expect(new Set(both.map(({ session }) => session.id)).size).toBe(1);
  expect(both.filter(({ payment }) => payment !== null)).toHaveLength(1);
});

it('one with a fee is a draft until the first has paid, and then the other players are informed', async () => {
  const id = await over(1);
  const first = await ask(alice, id);
  expect(first.session.status).toBe('draft');
  expect(await ask(bob, id)).toMatchObject({ session: { id: first.session.id, status: 'draft' }, payment: null });
  expect(told.filter(({ type }) => type === 'rematch')).toEqual([]);
  await payEntry(test, alice, first.payment);
  expect(told.filter(({ type }) => type === 'rematch')).toMatchObject([
    { sessionId: id, nextSessionId: first.session.id },
  ]);
  const joined = await ask(bob, id);
  expect(joined.payment).toMatchObject({ purpose: 'entry', status: 'awaiting' });
});

it('one that came to nothing makes room for another, and has no player, a bot neither', async () => {
  const id = await over(1, true);
  const first = await ask(alice, id);
  expect(first.session.currentPlayers).toBe(2);
  await cancelPayment(test.context, alice.address, first.payment?.id ?? '');
  expect((await rowOf(test.context, first.session.id)).status).toBe('cancelled');
  expect(await seatsOf(test.context.db, first.session.id)).toEqual([]);
  expect((await listSessions(test.context)).map((session) => session.id)).toEqual([id]);
  const second = await ask(bob, id);
  expect(second.session.id).not.toBe(first.session.id);
  expect((await rowOf(test.context, first.session.id)).rematch_of).toBeNull();
});
