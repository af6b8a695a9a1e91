import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { CALLS } from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, escrowAccount, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { createPayment, submitPayment } from '../payments/intent.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import { openSolo } from '../solo/open.ts';
import { settleReplay } from '../testing/settled-round.fixture.ts';
import { createSession } from '../sessions/create.ts';
import { joinSession } from '../sessions/join.ts';
import { findSession } from '../sessions/session.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import type { TestWallet } from '../testing/context.fixture.ts';
import { createDesk, type Desk } from '../testing/desk.fixture.ts';
import { credit, pay, settleAll, sign, turn } from '../testing/money.fixture.ts';
import { recorded, startRound, textOf } from '../testing/player.fixture.ts';
import { gather, join, planOf, submitEntry } from '../testing/session.fixture.ts';
import { liabilitiesOf } from './liabilities.ts';
import { isPaused, pause, resume } from '../ledger/pause.ts';
import { checkSolvency, createSolvencyTask, showSolvency } from './solvency.ts';

const TRX = 1_000_000;
const ROUND_MS = 60_000;
/** What the house holds on the tests' chain. */
const HELD = 10_000 * TRX;

let test: Desk;
let ann: TestWallet;
let bob: TestWallet;
beforeEach(async () => {
  test = await createDesk();
  ann = await test.player('ann', 1_000 * TRX);
  bob = await test.player('bob', 1_000 * TRX);
});
afterEach(async () => test.stop());

describe('what the house owes', () => {
  it('is every balance, stake and payout, without reading each', async () => {
    const { context } = test;
    expect(await liabilitiesOf(context)).toMatchObject({ totalSun: 0 });
    await credit(test, ann, 70 * TRX);
    await credit(test, bob, 5 * TRX);
    await pay(test, ann, 'trx-boost');
    await settleAll(test);
    const id = await gather(test, ann, { entryFee: 10 });
    await join(test, bob, id);
    await createWithdrawal(context, ann.address, { id: 'withdrawal-1', amountSun: 20 * TRX });
    const { db } = context;
    expect(await liabilitiesOf(context)).toEqual({
      playersSun: (await balanceOf(db, playerAccount(ann.address))) + (await balanceOf(db, playerAccount(bob.address))),
      escrowSun: await balanceOf(db, escrowAccount(id)),
      payoutsSun: await balanceOf(db, PAYOUTS),
      totalSun: (50 + 5 + 20 + 20) * TRX,
      sentSun: 0,
    });
    await turn(test);
    expect(await liabilitiesOf(context)).toMatchObject({ payoutsSun: 20 * TRX, sentSun: 20 * TRX });
    await settleAll(test);
    expect(await liabilitiesOf(context)).toMatchObject({ payoutsSun: 0, sentSun: 0, totalSun: 75 * TRX });
  });
});

describe('paid play', () => {
  it('is paused when the wallet holds less than is owed, and resumes when it holds some more, with lines in log and audit log', async () => {
    const { context, log } = test;
    await credit(test, ann, HELD);
    expect(await checkSolvency(context)).toBe(true);
    expect(await showSolvency(context)).toMatchObject({
      isPaused: false,
      marginSun: 0,
      rewardBudget: { isCovered: false },
    });
    await credit(test, ann, 1);
    await checkSolvency(context);
    await checkSolvency(context);
    expect(await showSolvency(context)).toMatchObject({
      isPaused: true,
      marginSun: -1,
      resumeMarginSun: (HELD + 1 + 99) / 100,
      pausedByDesk: null,
      pausedByShortage: { reason: 'the wallet holds 10000 TRX, and 10000.000001 TRX are owed' },
    });
    // Exactly the debt is too little to resume: play would be paused again a moment later.
    await test.fund(test.house, 1);
    await checkSolvency(context);
    expect(await isPaused(context.db)).toBe(true);
    await test.fund(test.house, (HELD + 100) / 100);
    await checkSolvency(context);
    expect(await showSolvency(context)).toMatchObject({ isPaused: false, pausedByShortage: null });
    const notices = log.filter((entry) => entry.event === 'notice' && entry.about === 'house');
    expect(notices).toMatchObject([
      { message: expect.stringContaining('paid play is paused') },
      { message: expect.stringContaining('paid play resumes') },
    ]);
    const { lines } = (await ask(test.app, ADMIN_CALLS.getAuditLog, { token: test.token })).value;
    expect(lines).toMatchObject([
      { act: 'resume', by: 'server' },
      { act: 'pause', by: 'server' },
    ]);
  });

  it('is not paused by rounds that are held: they are not confirmed, so the desk shows them as possible debt', async () => {
    const { context, clock } = test;
    await credit(test, bob, HELD);
    let earnedSun = 0;
    for (let round = 0; round < 3; round++) {
      clock.nowMs += ROUND_MS + 400;
      const finished = await settleReplay(context, { address: ann.address, replay: playAsProgram(`round ${round}`) });
      if (finished.status !== 'held') throw new Error('the round is not held');
      earnedSun += finished.earnedSun;
    }
    await checkSolvency(context);
    expect(await isPaused(context.db)).toBe(false);
    const { value } = await ask(test.app, ADMIN_CALLS.getSolvency, { token: test.token });
    expect(value).toMatchObject({ liabilities: { totalSun: HELD }, marginSun: 0, isPaused: false });
    expect(value.heldSun).toBe(Math.min(earnedSun, context.settings.dailyCapSun));
  });

  it('is not paused by a payout that has left the wallet and is not yet booked', async () => {
    const { context } = test;
    await credit(test, ann, HELD - 10 * TRX);
    await createWithdrawal(context, ann.address, { id: 'withdrawal-1', amountSun: 9_000 * TRX });
    await turn(test);
    await test.mine();
    // It is final on the chain, and the worker has not looked.
    await checkSolvency(context);
    expect(await showSolvency(context)).toMatchObject({
      balanceSun: 1_000 * TRX,
      sentSun: 9_000 * TRX,
      isPaused: false,
    });
    await settleAll(test);
    expect(await showSolvency(context)).toMatchObject({ sentSun: 0 });
    await checkSolvency(context);
    expect(await isPaused(context.db)).toBe(false);
  });

  it('is not paused by a payment that is booked while the node is asked', async () => {
    const { context } = test;
    await credit(test, ann, HELD);
    const chain = {
      ...context.chain,
      async balance(address: string) {
        const answer = await context.chain.balance(address);
        // As if a deposit had been final just after.
        await credit(test, bob, 5 * TRX);
        return answer;
      },
    };
    await checkSolvency({ ...context, chain });
    expect(await isPaused(context.db)).toBe(false);
  });

  it('stays as it is while the node does not answer, and the panel says so', async () => {
    const { context } = test;
    const chain = {
      ...context.chain,
      balance: () =>
        Promise.resolve({ ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'no route' } } as const),
    };
    await credit(test, ann, 2 * HELD);
    expect(await checkSolvency({ ...context, chain })).toBe(false);
    expect(await showSolvency(context)).toMatchObject({
      isPaused: false,
      balanceSun: null,
      marginSun: null,
      trouble: 'no route',
    });
    expect(await ask(test.app, ADMIN_CALLS.checkSolvency, { token: test.token })).toMatchObject({
      value: { isPaused: true, trouble: '' },
    });
  });

  it('shows one moment, also while the operator pauses and resumes paid play', async () => {
    const { context } = test;
    const order = { kind: 'desk', by: 'test', reason: 'a test' } as const;
    for (let ticks = 0; ticks < 120; ticks++) {
      const shown = showSolvency(context);
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      await (ticks % 2 === 0 ? pause(context, order) : resume(context, order));
      const panel = await shown;
      expect(panel.isPaused).toBe(panel.pausedByDesk !== null);
    }
  });

  it('asks the chain once for callers at the same time, and regularly without a caller', async () => {
    const { context, clock } = test;
    let asked = 0;
    const chain = {
      ...context.chain,
      balance: async (address: string) => {
        asked++;
        return context.chain.balance(address);
      },
    };
    await Promise.all([1, 2, 3].map(async () => checkSolvency({ ...context, chain })));
    expect(asked).toBe(1);
    const task = createSolvencyTask({ ...context, chain });
    await task();
    await task();
    clock.nowMs += 14_999;
    await task();
    expect(asked).toBe(2);
    clock.nowMs += 1;
    await task();
    expect(asked).toBe(3);
  });
});

/** A round that a program plays better than any person could, which is held. */
function playAsProgram(seed: string): string {
  const round = startRound(seed);
  createBot({ skill: BOT_SKILLS.expert, seed: 'bot' }).advanceTo(round, ROUND_MS);
  round.advanceTo(ROUND_MS);
  return textOf(recorded(round));
}

describe('the desk’s pause', () => {
  const reason = 'The node is being moved.';

  it('is begun and taken back with a reason; the house being short is another pause', async () => {
    const { app, token, context } = test;
    const paused = await ask(app, ADMIN_CALLS.pausePlay, { token, body: { reason } });
    expect(paused.value).toMatchObject({ isPaused: true, pausedByDesk: { by: test.house, reason } });
    expect((await ask(app, CALLS.getPlatformStats)).value.isPaidPlayPaused).toBe(true);
    await credit(test, ann, 2 * HELD);
    await checkSolvency(context);
    const resumed = await ask(app, ADMIN_CALLS.resumePlay, { token, body: { reason: 'Done.' } });
    expect(resumed.value).toMatchObject({ isPaused: true, pausedByDesk: null, pausedByShortage: {} });
    expect(await ask(app, ADMIN_CALLS.resumePlay, { token, body: { reason } })).toMatchObject({ code: 'ERR_DECIDED' });
  });

  it('needs a reason that says something', async () => {
    for (const empty of ['', '  ', ' x ', 'x'.repeat(301)])
      expect(await ask(test.app, ADMIN_CALLS.pausePlay, { token: test.token, body: { reason: empty } })).toMatchObject({
        code: 'ERR_BODY',
      });
    expect(await isPaused(test.context.db)).toBe(false);
  });

  it('refuses to begin anything that costs or earns TRX, and allows what is free', async () => {
    const { app, context } = test;
    const id = await gather(test, ann, { entryFee: 10 });
    await pause(context, { kind: 'desk', by: test.house, reason });
    const token = await signIn(context, bob.address);
    const refused = [
      await ask(app, CALLS.openSoloRound, { token }),
      await ask(app, CALLS.createPayment, { token, body: { upgradeId: 'trx-boost' } }),
      await ask(app, CALLS.createSession, { token, body: planOf({ entryFee: 10 }) }),
      await ask(app, CALLS.createSession, { token, body: planOf({ entryFee: 10, creationTxHash: 'a'.repeat(64) }) }),
      await ask(app, CALLS.joinSession, { token, params: { id } }),
    ];
    for (const reply of refused) expect(reply).toMatchObject({ code: 'ERR_PAUSED', status: 503 });
    expect(await ask(app, CALLS.createSession, { token, body: planOf() })).toMatchObject({ code: null });
    const free = await gather(test, ann);
    expect(await ask(app, CALLS.joinSession, { token, params: { id: free } })).toMatchObject({ code: null });
  });

  it('lets what has begun continue: a fee on its way counts, a purchase is given, a withdrawal is made', async () => {
    const { context } = test;
    const id = await gather(test, ann, { entryFee: 10 });
    const joined = await joinSession(context, bob.address, id);
    if (!joined.ok || joined.value.payment === null) throw new Error('nothing to pay');
    const bought = await createPayment(context, bob.address, 'trx-boost');
    if (!bought.ok) throw new Error(bought.error);
    await credit(test, bob, 30 * TRX);
    await pause(context, { kind: 'desk', by: test.house, reason });
    // The same seat is given again, and the wallet that was asked before signs now.
    expect((await joinSession(context, bob.address, id)).ok).toBe(true);
    expect(await submitEntry(test, bob, joined.value.payment)).toBeNull();
    expect((await submitPayment(context, bob.address, bought.value.id, sign(test, bob, bought.value))).ok).toBe(true);
    expect((await createWithdrawal(context, bob.address, { id: 'withdrawal-1', amountSun: 20 * TRX })).ok).toBe(true);
    await settleAll(test);
    expect((await findSession(context.db, id))?.status).toBe('waiting');
    expect(await balanceOf(context.db, escrowAccount(id))).toBe(20 * TRX);
    expect(await balanceOf(context.db, playerAccount(bob.address))).toBe(10 * TRX);
    const { value } = await ask(test.app, ADMIN_CALLS.getPlayer, {
      token: test.token,
      params: { address: bob.address },
    });
    expect(value).toMatchObject({ purchases: [{ upgrade_id: 'trx-boost' }], payouts: [{ status: 'confirmed' }] });
    expect((await auditLedger(context.db)).differences).toEqual([]);
  });

  it('that comes while a transaction is being built refuses what it was built for', async () => {
    const { context } = test;
    const id = await gather(test, ann, { entryFee: 10 });
    const chain = {
      ...context.chain,
      async buildPayment(plan: Parameters<typeof context.chain.buildPayment>[0]) {
        const built = await context.chain.buildPayment(plan);
        if (!(await isPaused(context.db))) await pause(context, { kind: 'desk', by: test.house, reason });
        return built;
      },
    };
    const late = { ...context, chain };
    expect(await joinSession(late, bob.address, id)).toEqual({ ok: false, error: 'ERR_PAUSED' });
    await execute(context.db, 'DELETE FROM pauses');
    expect(await createPayment(late, bob.address, 'trx-boost')).toEqual({ ok: false, error: 'ERR_PAUSED' });
    await execute(context.db, 'DELETE FROM pauses');
    expect(await createSession(late, bob.address, planOf({ entryFee: 10 }))).toEqual({
      ok: false,
      error: 'ERR_PAUSED',
    });
    await execute(context.db, 'DELETE FROM pauses');
    expect((await openSolo(context, bob.address, '203.0.113.7')).ok).toBe(true);
  });
});
