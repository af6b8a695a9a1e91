import { CALLS } from '@popfray/protocol';
import type { SettingName } from '@popfray/protocol/admin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '../earning-limits/defaults.ts';
import { hashNetwork } from '../earning-limits/network-hash.ts';
import { changeSetting } from '../earning-limits/operator-settings.ts';
import type { Context } from '../platform/context/context.ts';
import { fetchRows } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { limitReward, type LimitedReward } from './reward.ts';
import { settleRound } from './settle.ts';

const TRX = 1_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOME = '203.0.113.7';

let test: TestContext;
let context: Context;
let ann: string;

beforeEach(async () => {
  test = await createTestContext();
  const settings = { ...test.context.settings, rewardBudgetSun: 1_000 * TRX, limitDefaults: defaultSettings(false) };
  context = { ...test.context, settings };
  ann = (await test.player('ann')).address;
});
afterEach(async () => test.stop());

/** Settles a round that has earned an amount, in a transaction. */
async function settle(
  earnedSun: number,
  { address = ann, network = HOME, suspicions = '' } = {},
): Promise<LimitedReward> {
  const { db } = context;
  const playedAt = test.clock.nowMs;
  const id = Buffer.from(context.randomBytes(16)).toString('base64url');
  const common = { id, address, rules_id: 'arena', rules_version: 1, loadout: '[]' };
  const row = await db.inTransaction(async () => {
    await db
      .insertInto('tickets')
      .values({ ...common, seed: id, issued_at: playedAt, expires_at: playedAt, state: 'finished' })
      .execute();
    return settleRound(context, {
      ...common,
      replay: new Uint8Array(),
      score: 0,
      popped: 0,
      best_combo: 0,
      earned_sun: earnedSun,
      suspicions,
      elapsed_ms: 60_000,
      clicks: 0,
      reaction_median_ms: null,
      interval_variation_pct: null,
      aim_offset_pct: null,
      played_at: playedAt,
      network: await hashNetwork(context, network, playedAt),
      path_score: null,
      contradicted: null,
      path: null,
    });
  });
  return { creditedSun: row.credited_sun, cutBy: row.cut_by };
}

const set = async (name: SettingName, value: number): Promise<unknown> =>
  changeSetting(context, { name, value, reason: 'for the test', by: 'desk' });

/** What ann could be credited now of a reward that only her own account limits. */
async function cap(): Promise<number> {
  await set('round-cap', 100 * TRX);
  const { creditedSun } = await limitReward(context, {
    address: ann,
    network: null,
    earnedSun: 1_000 * TRX,
    playedAt: test.clock.nowMs,
  });
  return creditedSun;
}

describe('the reward of a round', () => {
  it('is credited whole below all limits', async () => {
    expect(await settle(9 * TRX)).toEqual({ creditedSun: 9 * TRX, cutBy: null });
  });

  it('is at most the cap of a round', async () => {
    await set('round-cap', 6 * TRX);
    expect(await settle(9 * TRX)).toEqual({ creditedSun: 6 * TRX, cutBy: 'round' });
  });

  it('of a new account is at most 10 TRX a day, and of an old one 100 TRX', async () => {
    expect(await settle(7 * TRX)).toEqual({ creditedSun: 7 * TRX, cutBy: null });
    expect(await settle(7 * TRX)).toEqual({ creditedSun: 3 * TRX, cutBy: 'account' });
    expect(await settle(7 * TRX)).toEqual({ creditedSun: 0, cutBy: 'account' });
    test.clock.nowMs += 30 * DAY_MS;
    await set('network-cap', 100);
    for (let round = 0; round < 4; round++) expect((await settle(25 * TRX)).creditedSun).toBe(25 * TRX);
    expect(await settle(25 * TRX)).toEqual({ creditedSun: 0, cutBy: 'wallet' });
  });

  it('counts what other accounts of the network were credited, on that day alone', async () => {
    const bob = (await test.player('bob')).address;
    const carol = (await test.player('carol')).address;
    await settle(10 * TRX);
    expect(await settle(10 * TRX, { address: bob })).toEqual({ creditedSun: 10 * TRX, cutBy: null });
    expect(await settle(10 * TRX, { address: carol })).toEqual({ creditedSun: 0, cutBy: 'network' });
    expect(await settle(1, { address: carol, network: '198.51.100.1' })).toEqual({ creditedSun: 1, cutBy: null });
    test.clock.nowMs += DAY_MS;
    expect(await settle(10 * TRX, { address: carol })).toEqual({ creditedSun: 10 * TRX, cutBy: null });
  });

  it('counts what the payout address was credited on every network together', async () => {
    await settle(8 * TRX);
    expect(await settle(8 * TRX, { network: '198.51.100.1' })).toEqual({ creditedSun: 2 * TRX, cutBy: 'account' });
  });

  it('of an old account is not limited to less than its own cap by a network that it has to itself', async () => {
    test.clock.nowMs += 30 * DAY_MS;
    for (let round = 0; round < 4; round++) expect((await settle(25 * TRX)).creditedSun).toBe(25 * TRX);
    const bob = (await test.player('bob')).address;
    expect(await settle(TRX, { address: bob })).toEqual({ creditedSun: 0, cutBy: 'network' });
  });

  it('is at most the hour’s share of the budget, which is new in the next hour', async () => {
    await set('hour-share', 1);
    expect(await settle(8 * TRX)).toMatchObject({ creditedSun: 8 * TRX });
    const bob = (await test.player('bob')).address;
    expect(await settle(8 * TRX, { address: bob })).toEqual({ creditedSun: 2 * TRX, cutBy: 'hour' });
    test.clock.nowMs = Math.ceil(test.clock.nowMs / HOUR_MS) * HOUR_MS - 1;
    expect(await settle(1, { address: bob })).toEqual({ creditedSun: 0, cutBy: 'hour' });
    test.clock.nowMs += 1;
    expect(await settle(1, { address: bob })).toEqual({ creditedSun: 1, cutBy: null });
  });

  it('names the budget where that is less than the hour’s share', async () => {
    context = { ...context, settings: { ...context.settings, rewardBudgetSun: 2 * TRX } };
    await set('hour-share', 100);
    expect(await settle(3 * TRX)).toEqual({ creditedSun: 2 * TRX, cutBy: 'budget' });
  });

  it('of a held round counts for no limit', async () => {
    expect(await settle(9 * TRX, { suspicions: 'fast' })).toEqual({ creditedSun: 0, cutBy: null });
    expect(await settle(9 * TRX)).toEqual({ creditedSun: 9 * TRX, cutBy: null });
  });

  it('at the same time as others is within the network’s cap', async () => {
    const others = await Promise.all(['bob', 'carol', 'dave'].map(async (name) => test.player(name)));
    const rewards = await Promise.all(others.map(async ({ address }) => settle(10 * TRX, { address })));
    expect(rewards.reduce((sum, { creditedSun }) => sum + creditedSun, 0)).toBe(20 * TRX);
  });
});

describe('the cap of an account', () => {
  it('grows by 5 TRX with each full day, up to that of every wallet', async () => {
    expect(await cap()).toBe(10 * TRX);
    test.clock.nowMs += DAY_MS - 1;
    expect(await cap()).toBe(10 * TRX);
    test.clock.nowMs += 1;
    expect(await cap()).toBe(15 * TRX);
    await set('hour-share', 100);
    test.clock.nowMs += 16 * DAY_MS;
    expect(await cap()).toBe(95 * TRX);
    test.clock.nowMs += DAY_MS;
    expect(await cap()).toBe(100 * TRX);
    test.clock.nowMs += 100 * DAY_MS;
    expect(await cap()).toBe(100 * TRX);
  });

  it('grows with rounds that were credited at least 24 hours ago', async () => {
    await set('growth-day', 0);
    await settle(2 * TRX);
    await settle(2 * TRX);
    await settle(2 * TRX, { suspicions: 'fast' });
    test.clock.nowMs += DAY_MS - 1;
    expect(await cap()).toBe(10 * TRX);
    test.clock.nowMs += 1;
    expect(await cap()).toBe(11 * TRX);
  });

  it('grows with deposits that were credited at least 24 hours ago and not paid out, by the operator’s percentage', async () => {
    await set('growth-day', 0);
    await context.db
      .insertInto('payments')
      .values({
        id: 'deposit-1',
        address: ann,
        source: 'wallet',
        purpose: 'deposit',
        upgrade_id: null,
        skin_id: null,
        session_id: null,
        recipient: 'house',
        amount_sun: 12 * TRX,
        status: 'applied',
        created_at: 1,
        expires_at: 2,
        txid: 'ab',
        claim: null,
        unsigned: null,
        signed: null,
        block_number: 1,
        settled_at: test.clock.nowMs,
        check_at: null,
      })
      .execute();
    expect(await cap()).toBe(10 * TRX);
    test.clock.nowMs += DAY_MS;
    expect(await cap()).toBe(22 * TRX);
    test.clock.nowMs += DAY_MS;
    await set('growth-deposit', 50);
    expect(await cap()).toBe(16 * TRX);
    await set('growth-deposit', 100);
    const payout = {
      id: 'payout-1',
      address: ann,
      amount_sun: 6 * TRX,
      fee_sun: TRX,
      status: 'queued',
      created_at: test.clock.nowMs,
      confirmed_at: null,
      txid: null,
      block_number: null,
      trouble: '',
      check_at: null,
      not_before: null,
    } as const;
    await context.db
      .insertInto('payouts')
      .values([payout, { ...payout, id: 'payout-2', address: (await test.player('bob')).address, amount_sun: 5 * TRX }])
      .execute();
    expect(await cap()).toBe(15 * TRX);
    await context.db
      .updateTable('payouts')
      .set({ amount_sun: 40 * TRX })
      .where('id', '=', 'payout-1')
      .execute();
    expect(await cap()).toBe(10 * TRX);
    await context.db.updateTable('payouts').set({ status: 'returned' }).where('id', '=', 'payout-1').execute();
    expect(await cap()).toBe(22 * TRX);
  });
});

describe('the network of a round', () => {
  it('is stored as a hash that neither names it nor is the same on another day, and its salt is deleted after two days', async () => {
    await settle(TRX);
    await settle(TRX);
    test.clock.nowMs += DAY_MS;
    await settle(TRX);
    const rows = await fetchRows(context.db, 'SELECT network FROM rounds ORDER BY played_at');
    const [first, second, third] = rows.map(({ network }) => String(network));
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    const days = async (): Promise<unknown[]> =>
      (await fetchRows(context.db, 'SELECT day FROM network_salts ORDER BY day')).map(({ day }) => day);
    expect(await days()).toEqual(['2026-01-15', '2026-01-16']);
    test.clock.nowMs += DAY_MS;
    await settle(TRX);
    expect(await days()).toEqual(['2026-01-16', '2026-01-17']);
    expect(JSON.stringify(await fetchRows(context.db, 'SELECT * FROM rounds'))).not.toContain(HOME);
  });

  it('is the /48 of an IPv6 address', async () => {
    const of = async (network: string): Promise<string> => hashNetwork(context, network, test.clock.nowMs);
    expect(await of('2001:db8:7:1::/64')).toBe(await of('2001:db8:7:ff02::/64'));
    expect(await of('2001:db8:7:1::/64')).not.toBe(await of('2001:db8:8:1::/64'));
  });
});

it('the terms of a round tell the limits of a new account', async () => {
  const app = createApp(context);
  const token = await signIn(context, ann);
  await settle(4 * TRX, { network: 'unknown' });
  expect((await ask(app, CALLS.getSoloTerms, { token })).value).toMatchObject({
    roundCapSun: 25 * TRX,
    dailyCapSun: 10 * TRX,
    earnedTodaySun: 4 * TRX,
    fullCapSun: 100 * TRX,
    networkLeftSun: 16 * TRX,
    budgetLeftSun: 996 * TRX,
    hourLeftSun: 96 * TRX,
    nextHourAt: Math.ceil((test.clock.nowMs + 1) / HOUR_MS) * HOUR_MS,
  });
});
