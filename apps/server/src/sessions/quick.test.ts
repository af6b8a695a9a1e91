import {
  newRevenue,
  QUICK_BOT_MS,
  QUICK_LEFT_MS,
  QUICK_TIME_LIMIT_S,
  READY_DELAY_S,
  type FailureCode,
  type QuickPlan,
  type Session,
} from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, escrowAccount, playerAccount } from '../ledger/ledger.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit } from '../testing/money.fixture.ts';
import { expectSound, planOf, rowOf, work } from '../testing/session.fixture.ts';
import { createSession } from './create.ts';
import { joinSession } from './join.ts';
import { createQuickBattleTask, joinQuickBattle } from './quick.ts';
import { setReady } from './ready.ts';
import { rematch } from './rematch.ts';
import { findSeat } from './seat.ts';
import { listSessions, openSessions } from './session.ts';

const TRX = 1_000_000;
const NETWORK = '192.0.2.1';

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;
let task: () => Promise<void>;
/** Closes a player's socket. */
let closes: Map<string, () => void>;
let payments: number;

beforeEach(async () => {
  test = await createTestContext();
  [alice, bob] = [await test.player('alice'), await test.player('bob')];
  task = createQuickBattleTask(test.context);
  payments = 0;
  closes = new Map([alice, bob].map(({ address }) => [address, test.context.presence.addVisitor(address)]));
});
afterEach(async () => {
  await expectSound(test);
  await test.stop();
});

const ask = async ({ address }: TestWallet, plan: Partial<QuickPlan> = {}) =>
  joinQuickBattle(test.context, address, { entryFeeSun: 0, ...plan }, NETWORK);

/** Takes a seat. Throws where there is none. */
async function seat(wallet: TestWallet, plan: Partial<QuickPlan> = {}): Promise<Session> {
  const seated = await ask(wallet, plan);
  if (!seated.ok) throw new Error(seated.error);
  return seated.value.session;
}

const paid = (entryFeeSun: QuickPlan['entryFeeSun'] = TRX): Partial<QuickPlan> => ({
  entryFeeSun,
  paymentId: `quick-payment-${++payments}`,
});

const codeOf = async (asked: ReturnType<typeof ask>): Promise<FailureCode | null> => {
  const result = await asked;
  return result.ok ? null : result.error;
};
const ready = async (session: Session, { address }: TestWallet) => setReady(test.context, session.id, address, true);
const balance = async ({ address }: TestWallet): Promise<number> => balanceOf(test.context.db, playerAccount(address));
const escrow = async ({ id }: Session): Promise<number> => balanceOf(test.context.db, escrowAccount(id));
const statusOf = async ({ id }: Session) => (await rowOf(test.context, id)).status;

/** Lets time pass, and has the worker look. */
async function pass(ms: number): Promise<void> {
  test.clock.nowMs += ms;
  await task();
}

describe('a free quick battle', () => {
  it('is of the first two players who ask, and starts when both are ready', async () => {
    const session = await seat(alice);
    expect(session).toMatchObject({ status: 'waiting', isQuick: true, maxPlayers: 2, entryFeeSun: 0 });
    expect((await seat(bob)).id).toBe(session.id);
    await ready(session, alice);
    expect(await statusOf(session)).toBe('waiting');
    const answer = await ready(session, bob);
    expect(answer.ok && answer.value.status).toBe('starting');
    const startsAt = (await rowOf(test.context, session.id)).starts_at;
    expect(startsAt).toBe(test.context.now() + READY_DELAY_S * 1_000);
  });

  it('gives a player who asks twice the same seat', async () => {
    const session = await seat(alice);
    expect((await seat(alice)).id).toBe(session.id);
  });

  it('is one battle when both ask at once', async () => {
    const [first, second] = await Promise.all([seat(alice), seat(bob)]);
    expect(first.id).toBe(second.id);
  });

  it('is one battle when a player’s request is repeated at once', async () => {
    const [first, second] = await Promise.all([seat(alice), seat(alice)]);
    expect(first.id).toBe(second.id);
  });

  it('starts although the call that made the second player ready ended before the start', async () => {
    const session = await seat(alice);
    await seat(bob);
    await test.context.db.updateTable('seats').set({ is_ready: 1 }).where('session_id', '=', session.id).execute();
    await task();
    expect(await statusOf(session)).toBe('starting');
  });

  it('is not with a player who has no open socket any more', async () => {
    const session = await seat(alice);
    closes.get(alice.address)?.();
    expect((await seat(bob)).id).not.toBe(session.id);
  });

  it('is not with a player who chose another stake', async () => {
    await credit(test, alice, 5 * TRX);
    const session = await seat(alice, paid(5 * TRX));
    expect((await seat(bob)).id).not.toBe(session.id);
  });

  it('is in no list, so that only matched players join it', async () => {
    await seat(alice);
    expect(await openSessions(test.context, { isPaid: false })).toEqual([]);
    expect(await listSessions(test.context)).toEqual([]);
  });

  it('is against a practice bot when no other player has come after ten seconds', async () => {
    const session = await seat(alice);
    await ready(session, alice);
    await pass(QUICK_BOT_MS - 1);
    expect(await findSeat(test.context.db, session.id, 'bot-1')).toBeUndefined();
    await pass(1);
    expect(await findSeat(test.context.db, session.id, 'bot-1')).toMatchObject({ bot_skill: 'novice' });
    expect(await statusOf(session)).toBe('starting');
  });

  it('waits for its player to be ready after the bot has come', async () => {
    const session = await seat(alice);
    await pass(QUICK_BOT_MS);
    expect(await statusOf(session)).toBe('waiting');
    await ready(session, alice);
    expect(await statusOf(session)).toBe('starting');
  });

  it('starts although the worker ended between the bot and the start', async () => {
    const session = await seat(alice);
    await pass(QUICK_BOT_MS);
    // The player has become ready, and the call that would have started the battle was interrupted.
    await test.context.db
      .updateTable('seats')
      .set({ is_ready: 1 })
      .where('session_id', '=', session.id)
      .where('user_id', '=', alice.address)
      .execute();
    await task();
    expect(await statusOf(session)).toBe('starting');
  });

  it('has an ordinary rematch, which only its players join', async () => {
    const session = await seat(alice);
    await seat(bob);
    closes.get(alice.address)?.();
    await pass(0);
    await pass(QUICK_LEFT_MS);
    expect(await statusOf(session)).toBe('cancelled');
    const again = await rematch(test.context, bob.address, session.id);
    expect(again.ok && again.value.session).toMatchObject({ isQuick: false, status: 'waiting' });
  });
});

describe('a quick battle with a stake', () => {
  it('is paid from both balances at once, and starts when both are ready', async () => {
    for (const wallet of [alice, bob]) await credit(test, wallet, 3 * TRX);
    const session = await seat(alice, paid());
    expect((await seat(bob, paid())).id).toBe(session.id);
    expect([await balance(alice), await balance(bob), await escrow(session)]).toEqual([2 * TRX, 2 * TRX, 2 * TRX]);
    await ready(session, alice);
    await ready(session, bob);
    expect(await statusOf(session)).toBe('starting');
  });

  it('pays once when the request is repeated', async () => {
    await credit(test, alice, 3 * TRX);
    const plan = paid();
    const [first, second] = [await seat(alice, plan), await seat(alice, plan)];
    expect(first.id).toBe(second.id);
    expect(await balance(alice)).toBe(2 * TRX);
  });

  it('is one seat and one fee when a player asks in two tabs at once', async () => {
    await credit(test, alice, 3 * TRX);
    const [first, second] = await Promise.all([seat(alice, paid()), seat(alice, paid())]);
    expect(first.id).toBe(second.id);
    expect(await balance(alice)).toBe(2 * TRX);
  });

  it('takes one seat for a player whose two tabs find two opponents at once', async () => {
    const carol = await test.player('carol');
    closes.set(carol.address, test.context.presence.addVisitor(carol.address));
    for (const wallet of [alice, bob, carol]) await credit(test, wallet, 3 * TRX);
    // Bob and Carol wait in two sessions, because neither was there when the other one asked.
    closes.get(bob.address)?.();
    const ofCarol = await seat(carol, paid());
    closes.get(carol.address)?.();
    closes.set(bob.address, test.context.presence.addVisitor(bob.address));
    const ofBob = await seat(bob, paid());
    closes.set(carol.address, test.context.presence.addVisitor(carol.address));
    expect(ofBob.id).not.toBe(ofCarol.id);
    const joins = [ofBob, ofCarol].map(async ({ id }, tab) =>
      joinSession(test.context, alice.address, id, { source: 'balance', paymentId: `payment-of-tab-${tab}` }),
    );
    const codes = (await Promise.all(joins)).map((joined) => (joined.ok ? null : joined.error));
    expect(new Set(codes)).toEqual(new Set(['ERR_SESSION_STATE', null]));
    expect(await balance(alice)).toBe(2 * TRX);
  });

  it('gives the seat that was paid to a request that is repeated after the battle has begun', async () => {
    for (const wallet of [alice, bob]) await credit(test, wallet, 3 * TRX);
    await seat(alice, paid());
    const plan = paid();
    const session = await seat(bob, plan);
    for (const wallet of [alice, bob]) await ready(session, wallet);
    expect((await seat(bob, plan)).id).toBe(session.id);
    expect(await balance(bob)).toBe(2 * TRX);
  });

  it('is not entered with a payment that has paid for another battle', async () => {
    await credit(test, alice, 30 * TRX);
    const pay = { source: 'balance' as const, paymentId: 'payment-of-a-battle' };
    const made = await createSession(test.context, alice.address, planOf({ entryFee: 10, pay }));
    if (!made.ok) throw new Error(made.error);
    expect(await codeOf(ask(alice, { entryFeeSun: TRX, paymentId: pay.paymentId }))).toBe('ERR_PAYMENT_ID');
    expect(await balance(alice)).toBe(20 * TRX);
  });

  it('takes both players and both fees into one battle when they ask at once', async () => {
    for (const wallet of [alice, bob]) await credit(test, wallet, 3 * TRX);
    const [first, second] = await Promise.all([seat(alice, paid()), seat(bob, paid())]);
    expect(first.id).toBe(second.id);
    expect(await escrow(first)).toBe(2 * TRX);
  });

  it('takes one fee when a player asks twice at once in two tabs', async () => {
    await credit(test, alice, 3 * TRX);
    const [first, second] = await Promise.all([seat(alice, paid()), seat(alice, paid())]);
    expect(first.id).toBe(second.id);
    expect([await balance(alice), await escrow(first)]).toEqual([2 * TRX, TRX]);
  });

  it('needs a payment from a balance that covers it', async () => {
    await credit(test, alice, TRX - 1);
    expect(await codeOf(ask(alice, { entryFeeSun: TRX }))).toBe('ERR_PAYMENT_ID');
    expect(await codeOf(ask(alice, paid()))).toBe('ERR_BALANCE_SHORT');
    expect(await balance(alice)).toBe(TRX - 1);
  });

  it('is refused when its terms are not those that the player was shown', async () => {
    await credit(test, alice, TRX);
    const { version } = newRevenue('winner-takes-all', test.context.settings.otherChainPrizeTo);
    expect(await codeOf(ask(alice, { ...paid(), policyVersion: version + 1 }))).toBe('ERR_SESSION_TERMS');
    expect(await codeOf(ask(alice, { ...paid(), policyVersion: version }))).toBeNull();
  });

  it('never has a bot, and gives the fee back when no other player asks in time', async () => {
    await credit(test, alice, TRX);
    const session = await seat(alice, paid());
    await ready(session, alice);
    await pass(QUICK_TIME_LIMIT_S * 1_000);
    expect(await findSeat(test.context.db, session.id, 'bot-1')).toBeUndefined();
    await work(test);
    expect([await statusOf(session), await balance(alice)]).toEqual(['expired', TRX]);
  });

  it('gives the fee back to a player who has been gone for ten seconds, and not to one who came back', async () => {
    for (const wallet of [alice, bob]) await credit(test, wallet, TRX);
    const session = await seat(alice, paid());
    await seat(bob, paid());
    closes.get(bob.address)?.();
    await pass(0);
    await pass(QUICK_LEFT_MS - 1);
    const back = test.context.presence.addVisitor(bob.address);
    await pass(1);
    back();
    await pass(QUICK_LEFT_MS);
    expect(await balance(bob)).toBe(0);
    await pass(QUICK_LEFT_MS);
    expect([await balance(bob), await escrow(session), await statusOf(session)]).toEqual([TRX, TRX, 'waiting']);
    closes.get(alice.address)?.();
    await pass(0);
    await pass(QUICK_LEFT_MS);
    expect([await balance(alice), await escrow(session), await statusOf(session)]).toEqual([TRX, 0, 'cancelled']);
  });
});
