import { CALLS, type FailureCode, type Protection } from '@popfray/protocol';
import type { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import { erase } from '../privacy/erasure.ts';
import { playOut, withScores } from '../testing/battle.fixture.ts';
import { moveSession } from '../sessions/machine.ts';
import { settleBattle } from '../settlement/settle.ts';
import { createApp } from '../start/app.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { createTestContext, START_MS, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit, pay, sendByHand, settleAll } from '../testing/money.fixture.ts';
import { expectSound, gather, join, play, rowOf, submitEntry, unpaid } from '../testing/session.fixture.ts';
import { createProtectionTask } from './forget.ts';
import { addMonths, periodOf } from './period.ts';
import { change } from './protection.ts';

const TRX = 1_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test: TestContext;
let app: Hono;
let ann: TestWallet;
let bob: TestWallet;
let token: string;

beforeEach(async () => {
  const made = await createTestContext();
  test = { ...made, context: { ...made.context, settings: { ...made.context.settings, rateFactor: Infinity } } };
  app = createApp(test.context);
  [ann, bob] = [await test.player('ann', 100 * TRX), await test.player('bob', 100 * TRX)];
  token = await signIn(test.context, ann.address);
});
afterEach(async () => {
  await expectSound(test);
  await test.stop();
});

let payments = 0;
const state = async (): Promise<Protection> => (await ask(app, CALLS.getProtection, { token })).value;
const limit = async (amountTrx: number | null, kind = 'loss', period = 'day') => {
  const amountSun = amountTrx === null ? null : amountTrx * TRX;
  return (await ask(app, CALLS.setLimit, { token, body: { kind, period, amountSun } })).value;
};
const lossOfDay = ({ limits }: Protection) => limits.find(({ kind, period }) => kind === 'loss' && period === 'day');

/** Buys an upgrade from the balance. Returns the body of a failure; null when it was bought. */
async function buy(upgradeId = 'trx-boost', headers: Record<string, string> = {}, on = app) {
  const fromBalance = { source: 'balance', paymentId: `payment-${payments++}` } as const;
  const response = await on.request('/api/payments', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: 'http://localhost',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: `popfray=${token}`,
      ...headers,
    },
    body: JSON.stringify({ upgradeId, pay: fromBalance }),
  });
  const body = (await response.json()) as { error?: { code: string; until?: number } };
  return body.error ?? null;
}

const withSettings = (changes: Partial<TestContext['context']['settings']>): Hono =>
  createApp({ ...test.context, settings: { ...test.context.settings, ...changes } });

describe('a limit', () => {
  it('refuses what would exceed it, says when its period ends, and counts from the ledger', async () => {
    await credit(test, ann, 50 * TRX);
    await limit(10);
    expect(await buy('trx-boost')).toBeNull();
    expect(lossOfDay(await state())).toMatchObject({ amountSun: 10 * TRX, usedSun: 5 * TRX, next: null });
    expect(await buy('rapid-fire')).toMatchObject({
      code: 'ERR_LIMIT_LOSS',
      until: Date.UTC(2026, 0, 16),
    });
    test.clock.nowMs = Date.UTC(2026, 0, 16);
    expect(await buy('rapid-fire')).toBeNull();
    expect(lossOfDay(await state())?.usedSun).toBe(6 * TRX);
  });

  it('is in force at once when it is lower, and after 24 hours when it is higher or removed', async () => {
    await limit(10);
    const raised = lossOfDay(await limit(20));
    const at = test.clock.nowMs + DAY_MS;
    expect(raised).toMatchObject({ amountSun: 10 * TRX, next: { amountSun: 20 * TRX, at } });
    expect(lossOfDay(await limit(4))).toMatchObject({ amountSun: 4 * TRX, next: null });
    expect(lossOfDay(await limit(null))).toMatchObject({ amountSun: 4 * TRX, next: { amountSun: null, at } });
    // The same again restarts the 24 hours, and the amount in force cancels the change.
    test.clock.nowMs += HOUR_MS;
    expect(lossOfDay(await limit(null))?.next?.at).toBe(at + HOUR_MS);
    test.clock.nowMs = at + HOUR_MS - 1;
    expect(lossOfDay(await state())?.amountSun).toBe(4 * TRX);
    test.clock.nowMs += 1;
    expect(lossOfDay(await state())).toMatchObject({ amountSun: null, next: null });
    await limit(4);
    await limit(9);
    expect(lossOfDay(await limit(4))).toMatchObject({ amountSun: 4 * TRX, next: null });
  });

  it('does not count money from the chain that bought nothing as a win, and counts a fee that was given back as one', async () => {
    await limit(5, 'loss', 'week');
    await sendByHand(test, ann, test.context.house.address, 30 * TRX, {
      onTxid: (txid) => void (sent = txid),
    });
    await test.mine();
    await ask(app, CALLS.recoverPayment, { token, body: { txid: sent } });
    const weekly = (of: Protection) => of.limits.find(({ kind, period }) => kind === 'loss' && period === 'week');
    expect(weekly(await state())?.usedSun).toBe(0);
    const id = await gather(test, bob, { entryFee: 5 });
    await join(test, ann, id);
    expect(weekly(await state())?.usedSun).toBe(5 * TRX);
    expect(await buy()).toMatchObject({ code: 'ERR_LIMIT_LOSS' });
    await ask(app, CALLS.leaveSession, { token, params: { id }, body: {} });
    expect(weekly(await state())?.usedSun).toBe(0);
    expect(await buy()).toBeNull();
  });

  it('counts what was signed before it is final, so that a second signature is refused', async () => {
    await limit(7);
    const first = await unpaid(test, ann, { entryFee: 5 });
    const second = await unpaid(test, ann, { entryFee: 5 });
    expect(await submitEntry(test, ann, first.payment)).toBeNull();
    expect(lossOfDay(await state())?.usedSun).toBe(5 * TRX);
    expect(await submitEntry(test, ann, second.payment)).toBe('ERR_LIMIT_LOSS');
  });

  it('that is lowered while a battle runs lets the battle finish and pays its prize', async () => {
    const id = await startPaidBattle();
    await limit(1);
    const before = (await state()).limits;
    expect(before.find(({ kind, period }) => kind === 'loss' && period === 'day')?.usedSun).toBe(5 * TRX);
    await finishBattle(id);
    expect((await state()).play?.netSun).toBeGreaterThan(0);
    await credit(test, ann, 20 * TRX);
    await settleAll(test);
  });
});

let sent = '';

/** Ann and Bob have paid 5 TRX each, and play. */
async function startPaidBattle(): Promise<string> {
  const id = await gather(test, bob, { entryFee: 5 });
  await join(test, ann, id);
  await moveSession(test.context.db, await rowOf(test.context, id), 'starting', { starts_at: test.clock.nowMs });
  await play(test, id);
  return id;
}

/** Ann wins. */
async function finishBattle(id: string): Promise<void> {
  const played = await playOut(test.context.db, id, () => 'idle');
  const over = await settleBattle(test.context, withScores(played, [300, 900]));
  if (!over.ok) throw new Error(over.error);
}

describe('a self-exclusion', () => {
  it('ends the next paid action and nothing else: a battle is finished and paid, and the balance is withdrawn', async () => {
    const id = await startPaidBattle();
    await credit(test, ann, 20 * TRX);
    const { excludedUntil } = (await ask(app, CALLS.excludeSelf, { token, body: { months: 6 } })).value;
    expect(excludedUntil).toBe(addMonths(test.clock.nowMs, 6));
    expect(await buy()).toMatchObject({ code: 'ERR_SELF_EXCLUDED', until: excludedUntil });
    await finishBattle(id);
    const plan = { id: 'withdrawal-1', amountSun: 12 * TRX };
    expect(await createWithdrawal(test.context, ann.address, plan)).toMatchObject({ ok: true });
    await settleAll(test);
    const withdrawals = (await ask(app, CALLS.getMyWithdrawals, { token })).value;
    expect(withdrawals.find((withdrawal) => withdrawal.id === 'withdrawal-1')?.status).toBe('confirmed');
  });

  it('cannot be shortened, nor by a shorter break, and can be extended', async () => {
    const long = (await ask(app, CALLS.excludeSelf, { token, body: { months: 12 } })).value.excludedUntil;
    const before = await dumpAll(test.context.db);
    const shorter = await ask(app, CALLS.excludeSelf, { token, body: { months: 6 } });
    expect([shorter.status, shorter.code]).toEqual([409, 'ERR_PROTECTION_SHORTER']);
    expect((await ask(app, CALLS.excludeSelf, { token, body: { months: 5 } })).code).toBe('ERR_BODY');
    expect(await dumpAll(test.context.db)).toEqual(before);
    await ask(app, CALLS.takeBreak, { token, body: { days: 1 } });
    test.clock.nowMs += 2 * DAY_MS;
    expect((await state()).excludedUntil).toBe(long);
    expect((await ask(app, CALLS.excludeSelf, { token, body: { months: 24 } })).value.excludedUntil).toBeGreaterThan(
      long ?? 0,
    );
  });

  it('is not lifted by deleting the profile, nor is a break or a limit, and the age is asked again', async () => {
    await limit(10);
    await ask(app, CALLS.takeBreak, { token, body: { days: 2 } });
    const { excludedUntil, breakUntil } = (await ask(app, CALLS.excludeSelf, { token, body: { months: 6 } })).value;
    await test.context.db.inTransaction(async () => erase(test.context, ann.address));
    await createProtectionTask(test.context)();
    await test.context.db.updateTable('players').set({ deleted_at: null }).where('address', '=', ann.address).execute();
    token = await signIn(test.context, ann.address);
    const back = await state();
    expect(back).toMatchObject({ excludedUntil, breakUntil, ageConfirmedAt: null });
    expect(lossOfDay(back)).toMatchObject({ amountSun: 10 * TRX, next: { amountSun: null } });
  });

  it('of a deleted profile is deleted when it is over', async () => {
    await limit(10);
    await ask(app, CALLS.excludeSelf, { token, body: { months: 6 } });
    await test.context.db.inTransaction(async () => erase(test.context, ann.address));
    const sweep = createProtectionTask(test.context);
    await sweep();
    const stored = async () => JSON.stringify(await dumpAll(test.context.db));
    expect(JSON.parse(await stored())).toMatchObject({ player_limits: [{}] });
    test.clock.nowMs = addMonths(test.clock.nowMs, 6);
    await sweep();
    const { protections, player_limits } = await dumpAll(test.context.db);
    expect(JSON.stringify([protections, player_limits])).not.toContain(ann.address);
  });
});

describe('a break', () => {
  it('refuses paid actions until its end, and not a free session', async () => {
    await credit(test, ann, 10 * TRX);
    const { breakUntil } = (await ask(app, CALLS.takeBreak, { token, body: { days: 1 } })).value;
    expect(await buy()).toMatchObject({ code: 'ERR_ON_BREAK', until: breakUntil });
    await join(test, ann, await gather(test, bob));
    test.clock.nowMs = breakUntil ?? 0;
    expect(await buy()).toBeNull();
  });
});

/** Opens a solo round and ends it at once. Resolves with the code of the refusal, if any. */
async function playSolo(): Promise<FailureCode | null> {
  const { code } = await ask(app, CALLS.openSoloRound, { token, body: {} });
  const over = { status: 'cancelled', ended_at: test.clock.nowMs } as const;
  await test.context.db.updateTable('sessions').set(over).where('status', '=', 'starting').execute();
  return code;
}

describe('a reality check', () => {
  it('is due after an hour of paid play, shows time and result, and play continues after the answer', async () => {
    await credit(test, ann, 100 * TRX);
    const since = test.clock.nowMs;
    await buy('trx-boost');
    for (const minutes of [20, 40]) {
      test.clock.nowMs = since + minutes * 60_000;
      expect(await playSolo()).toBeNull();
    }
    // An answer ahead changes nothing.
    await ask(app, CALLS.answerRealityCheck, { token, body: {} });
    test.clock.nowMs = since + HOUR_MS;
    expect(await buy('rapid-fire')).toEqual({ code: 'ERR_REALITY_CHECK', message: expect.any(String) });
    expect((await state()).play).toEqual({ since, checkAt: since + HOUR_MS, isCheckDue: true, netSun: -5 * TRX });
    // It does not go away by waiting.
    test.clock.nowMs += 3 * HOUR_MS;
    expect(await buy('rapid-fire')).toMatchObject({ code: 'ERR_REALITY_CHECK' });
    await ask(app, CALLS.answerRealityCheck, { token, body: {} });
    expect(await buy('rapid-fire')).toBeNull();
  });

  it('starts again after half an hour without a paid action', async () => {
    const since = test.clock.nowMs;
    await playSolo();
    test.clock.nowMs = since + 30 * 60_000;
    expect((await state()).play).toBeNull();
    await playSolo();
    test.clock.nowMs = since + HOUR_MS - 1;
    expect((await state()).play).toMatchObject({ since: since + 30 * 60_000, isCheckDue: false });
  });
});

describe('the age', () => {
  it('is confirmed once, with time and version of the text, before the first paid action', async () => {
    await credit(test, ann, 10 * TRX);
    const unconfirmed = { age_version: null, age_confirmed_at: null };
    await test.context.db.inTransaction(async () => change(test.context.db, ann.address, unconfirmed));
    expect(await buy()).toMatchObject({ code: 'ERR_AGE_UNCONFIRMED' });
    expect((await ask(app, CALLS.confirmAge, { token, body: { version: 99 } })).code).toBe('ERR_AGE_VERSION');
    const at = test.clock.nowMs;
    await ask(app, CALLS.confirmAge, { token, body: { version: 1 } });
    test.clock.nowMs += HOUR_MS;
    expect((await ask(app, CALLS.confirmAge, { token, body: { version: 1 } })).value.ageConfirmedAt).toBe(at);
    expect(await buy()).toBeNull();
  });
});

describe('the operator', () => {
  it('refuses countries that a trusted proxy states, and requests without a country', async () => {
    await credit(test, ann, 50 * TRX);
    const countries = { countryHeader: 'cf-ipcountry', refusedCountries: ['NL'] };
    const proxied = withSettings({ ...countries, isBehindProxy: true });
    const from = async (country: string | null) =>
      (await buy('rapid-fire', country === null ? {} : { 'cf-ipcountry': country }, proxied))?.code;
    expect(await from('NL')).toBe('ERR_COUNTRY_REFUSED');
    expect(await from('nl')).toBe('ERR_COUNTRY_REFUSED');
    expect(await from(null)).toBe('ERR_COUNTRY_REFUSED');
    expect(await from('not a country')).toBe('ERR_COUNTRY_REFUSED');
    expect(await from('DE')).toBeUndefined();
    // Without a proxy anybody could send the header.
    expect(await buy('trx-boost', { 'cf-ipcountry': 'NL' }, withSettings(countries))).toBeNull();
  });

  it('switches paid play off, and free play and withdrawals continue', async () => {
    await credit(test, ann, 50 * TRX);
    const off = withSettings({ isPaidPlayOn: false });
    expect(await buy('trx-boost', {}, off)).toMatchObject({ code: 'ERR_PAID_PLAY_OFF' });
    expect((await ask(off, CALLS.openSoloRound, { token, body: {} })).code).toBe('ERR_PAID_PLAY_OFF');
    const body = { id: 'withdrawal-1', amountSun: 12 * TRX };
    expect((await ask(off, CALLS.createWithdrawal, { token, body })).code).toBeNull();
    await join(test, ann, await gather(test, bob));
  });
});

describe('a statement', () => {
  it('has every movement of a player by month, and the same sums as the ledger', async () => {
    await credit(test, ann, 50 * TRX);
    await pay(test, ann, 'trx-boost');
    await settleAll(test);
    await finishBattle(await startPaidBattle());
    test.clock.nowMs = Date.UTC(2026, 1, 3, 12);
    token = await signIn(test.context, ann.address);
    await createWithdrawal(test.context, ann.address, { id: 'withdrawal-1', amountSun: 20 * TRX });
    expect(await buy('rapid-fire')).toBeNull();
    await settleAll(test);
    const { months } = (await ask(app, CALLS.getStatement, { token })).value;
    expect(months).toMatchObject([
      { month: '2026-02', feesSun: 0, prizesSun: 0, upgradesSun: 6 * TRX, withdrawalsSun: 20 * TRX, netSun: -6 * TRX },
      { month: '2026-01', feesSun: 5 * TRX, upgradesSun: 5 * TRX, adjustmentsSun: 50 * TRX, refundsSun: 0 },
    ]);
    const january = months[1];
    expect(january?.prizesSun).toBeGreaterThan(5 * TRX);
    expect(january?.netSun).toBe((january?.prizesSun ?? 0) - 10 * TRX);
  });

  it('as CSV begins with a byte order mark, and has amounts in TRX', async () => {
    await credit(test, ann, 50 * TRX);
    expect(await buy()).toBeNull();
    const response = await app.request('/api/statement/me/csv', { headers: { Cookie: `popfray=${token}` } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Buffer.from(bytes.slice(0, 3)).toString('hex')).toBe('efbbbf');
    expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
      'month,depositsTrx,entryFeesTrx,feeRefundsTrx,prizesTrx,upgradesTrx,withdrawalsTrx,adjustmentsTrx,netResultTrx',
      '2026-01,0,0,0,0,5,0,50,-5',
      '',
    ]);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toContain(`popfray-statement-${ann.address}-2026-01-15.csv`);
  });
});

describe('a period', () => {
  it.each([
    ['day', Date.UTC(2026, 0, 15), Date.UTC(2026, 0, 16)],
    ['week', Date.UTC(2026, 0, 12), Date.UTC(2026, 0, 19)],
    ['month', Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)],
  ] as const)('of a %s is in UTC', (period, startMs, endMs) => {
    expect(periodOf(period, START_MS)).toMatchObject({ startMs, endMs });
    expect(periodOf(period, startMs)).toMatchObject({ startMs });
    expect(periodOf(period, startMs - 1)).toMatchObject({ endMs: startMs });
  });

  it('of months after the last day of a longer month ends no earlier than the shorter month', () => {
    expect(addMonths(Date.UTC(2026, 7, 31), 6)).toBe(Date.UTC(2027, 2, 3));
  });
});
