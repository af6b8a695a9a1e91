import { arena, decodeReplay, parseReplayText, type Replay } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { CALLS, type VerifiedRound } from '@popfray/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchRow } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import type { Context } from '../platform/context/context.ts';
import { balanceOf, HOUSE, playerAccount, REWARD_BUDGET } from '../ledger/ledger.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { createTestContext, NO_LIMITS, START_MS, type TestWallet } from '../testing/context.fixture.ts';
import { entriesOf, pay, settleAll } from '../testing/money.fixture.ts';
import { playAsPerson, recorded, startRound, textOf } from '../testing/player.fixture.ts';
import { settleReplay } from '../testing/settled-round.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { clock } = test;
const context: Context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
const { db } = context;
const app = createApp(context);

const TRX = 1_000_000;
const ROUND_MS = arena.durationMs;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let players = 0;
let ann: TestWallet;
let token: string;

/** Every test has a separate player and three separate days. */
beforeEach(async () => {
  clock.nowMs = START_MS + ++players * 3 * DAY_MS;
  ann = await test.player(`player ${players}`, 100 * TRX);
  token = await signIn(context, ann.address);
});

let seeds = 0;

/** A person's replay of a round with a new seed. */
const play = (person = {}): Replay => playAsPerson(`round ${++seeds}`, person);

/** Settles a finished round of a player. */
const settle = async (replay: Replay, on = context, { address } = ann): Promise<VerifiedRound> =>
  settleReplay(on, { address, replay: textOf(replay) });

/** A whole round of a person: it ends a minute later. */
async function playRound(on = context, player = ann): Promise<VerifiedRound> {
  clock.nowMs += ROUND_MS + 400;
  return settle(play(), on, player);
}

/** A context with other settings. */
const withSettings = (changes: Partial<Context['settings']>): Context => ({
  ...context,
  settings: { ...context.settings, ...changes },
});

/** The terms of the rewards that a player receives, from a server with other settings if given. */
const termsOf = async (on = context) => (await ask(createApp(on), CALLS.getSoloTerms, { token })).value;

const balance = async (address = ann.address): Promise<number> => balanceOf(db, playerAccount(address));

describe('a paid round', () => {
  it('is credited what the server’s own replay of it earns: 1 TRX per 100 points', async () => {
    const replay = play();
    clock.nowMs += ROUND_MS + 400;
    const value = await settle(replay);
    expect(value).toEqual({
      id: expect.any(String),
      address: ann.address,
      username: `TRON_${ann.address.slice(0, 6)}`,
      rulesId: 'arena',
      rulesVersion: 1,
      loadout: [],
      score: replay.score,
      popped: expect.any(Number),
      bestCombo: expect.any(Number),
      earnedSun: replay.score * 10_000,
      creditedSun: replay.score * 10_000,
      cutBy: null,
      status: 'credited',
      playedAt: clock.nowMs,
      replay: textOf(replay),
    });
    expect(replay.score).toBeGreaterThan(1_000);
    expect(await balance()).toBe(replay.score * 10_000);
    expect((await ask(app, CALLS.getMe, { token })).value).toMatchObject({
      gamesPlayed: 1,
      totalScore: replay.score,
      balanceSun: replay.score * 10_000,
    });
  });

  it('moves the reward from the day’s budget, and that from the house', async () => {
    const house = await balanceOf(db, HOUSE);
    const left = await balanceOf(db, REWARD_BUDGET);
    const { creditedSun } = await playRound();
    const { rewardBudgetSun } = context.settings;
    expect(await balanceOf(db, REWARD_BUDGET)).toBe(rewardBudgetSun - creditedSun);
    expect(await balanceOf(db, HOUSE)).toBe(house + left - rewardBudgetSun);
  });

  it('is shown to anybody, with a replay that anybody can verify', async () => {
    const round = await playRound();
    expect((await ask(app, CALLS.getRound, { params: { id: round.id } })).value).toEqual(round);
    const bytes = parseReplayText(round.replay);
    expect(bytes.ok && decodeReplay(bytes.value)).toMatchObject({ ok: true, value: { score: round.score } });
  });

  it('carries the upgrades in force, and is paid their bonus', async () => {
    await pay(test, ann, 'trx-boost');
    await settleAll(test);
    expect((await termsOf()).loadout).toEqual(['trx-boost']);
    clock.nowMs += ROUND_MS;
    const value = await settle(play({ loadout: ['trx-boost'], paceMs: 800 }));
    expect(value).toMatchObject({
      loadout: ['trx-boost'],
      earnedSun: value.score * 12_500,
      creditedSun: value.score * 12_500,
    });
    clock.nowMs += HOUR_MS;
    expect((await termsOf()).loadout).toEqual([]);
  });

  it('stores how it was played, for a review', async () => {
    const { id } = await playRound();
    expect(await fetchRow(db, 'SELECT * FROM rounds WHERE id = ?', id)).toMatchObject({
      elapsed_ms: expect.any(Number),
      suspicions: '',
      clicks: expect.any(Number),
      reaction_median_ms: expect.any(Number),
      interval_variation_pct: expect.any(Number),
      aim_offset_pct: expect.any(Number),
    });
  });

  it('that no person could have played is held: it earns nothing yet and counts for nothing', async () => {
    const round = startRound(`round ${++seeds}`);
    createBot({ skill: BOT_SKILLS.expert, seed: 'bot' }).advanceTo(round, ROUND_MS);
    const value = await settle(recorded(round));
    expect(value).toMatchObject({ status: 'held', creditedSun: 0, earnedSun: round.earnedSun });
    expect(await balance()).toBe(0);
    expect((await ask(app, CALLS.getMe, { token })).value).toMatchObject({
      gamesPlayed: 0,
      totalScore: 0,
      balanceSun: 0,
      heldSun: round.earnedSun,
    });
    expect(await fetchRow(db, 'SELECT suspicions FROM rounds WHERE id = ?', value.id)).toEqual({
      suspicions: 'fast precise',
    });
    expect(await entriesOf(test, `round:${value.id}`)).toEqual([]);
  });

  it('without a click is a round, and earns nothing', async () => {
    const round = startRound(`round ${++seeds}`);
    round.advanceTo(ROUND_MS);
    const value = await settle(recorded(round));
    expect(value).toMatchObject({ score: 0, status: 'credited', creditedSun: 0 });
    expect(await entriesOf(test, `round:${value.id}`)).toEqual([]);
  });
});

describe('what a day pays', () => {
  it('is shown before playing', async () => {
    const before = await dumpAll(db);
    expect((await ask(app, CALLS.getSoloTerms, { token })).value).toEqual({
      pointsPerTrx: 100,
      roundCapSun: NO_LIMITS['round-cap'],
      dailyCapSun: 100 * TRX,
      earnedTodaySun: 0,
      fullCapSun: 100 * TRX,
      networkLeftSun: 10_000 * TRX,
      budgetLeftSun: 10_000 * TRX,
      hourLeftSun: 10_000 * TRX,
      nextHourAt: Math.ceil(clock.nowMs / HOUR_MS) * HOUR_MS,
      renewsAt: Math.ceil(clock.nowMs / DAY_MS) * DAY_MS,
      loadout: [],
    });
    expect(await dumpAll(db)).toEqual(before);
    const { creditedSun } = await playRound();
    expect((await ask(app, CALLS.getSoloTerms, { token })).value).toMatchObject({
      earnedTodaySun: creditedSun,
      budgetLeftSun: 10_000 * TRX - creditedSun,
    });
  });

  it('to a wallet is at most its cap, to the sun, and starts at 0 at midnight (UTC)', async () => {
    const capped = withSettings({ dailyCapSun: 40 * TRX + 1 });
    clock.nowMs = Math.ceil(clock.nowMs / DAY_MS) * DAY_MS - HOUR_MS;
    const credits = [await playRound(capped), await playRound(capped), await playRound(capped)].map(
      ({ creditedSun }) => creditedSun,
    );
    expect(credits.reduce((sum, sun) => sum + sun, 0)).toBe(40 * TRX + 1);
    expect(credits.at(-1)).toBe(0);
    expect(await balance()).toBe(40 * TRX + 1);
    expect((await termsOf(capped)).earnedTodaySun).toBe(40 * TRX + 1);
    clock.nowMs += HOUR_MS;
    expect((await termsOf(capped)).earnedTodaySun).toBe(0);
    expect((await playRound(capped)).creditedSun).toBeGreaterThan(0);
  });

  it('to everybody together is at most the budget, to the sun', async () => {
    const poor = withSettings({ rewardBudgetSun: 30 * TRX + 7 });
    const bob = await test.player(`bob ${players}`);
    const rounds = [await playRound(poor), await playRound(poor, bob), await playRound(poor)];
    expect(rounds.reduce((sum, { creditedSun }) => sum + creditedSun, 0)).toBe(30 * TRX + 7);
    expect(rounds.map(({ status }) => status)).toEqual(['credited', 'credited', 'credited']);
    expect(await balanceOf(db, REWARD_BUDGET)).toBe(0);
    expect((await termsOf(poor)).budgetLeftSun).toBe(0);
  });

  it('is opened once, though nothing of it was spent when it was opened', async () => {
    const small = withSettings({ rewardBudgetSun: 20 * TRX });
    const idle = async (): Promise<void> => {
      const round = startRound(`round ${++seeds}`);
      round.advanceTo(ROUND_MS);
      clock.nowMs += ROUND_MS;
      await settle(recorded(round), small);
    };
    await idle();
    clock.nowMs += DAY_MS;
    token = await signIn(context, ann.address);
    await idle();
    await playRound(small);
    await playRound(small);
    expect(await balance()).toBe(20 * TRX);
  });

  it('goes by the round’s end: one begun yesterday counts today', async () => {
    clock.nowMs = Math.ceil(clock.nowMs / DAY_MS) * DAY_MS - ROUND_MS;
    const { creditedSun } = await playRound();
    expect((await ask(app, CALLS.getSoloTerms, { token })).value.earnedTodaySun).toBe(creditedSun);
  });
});

describe('at midnight', () => {
  it('rounds that end on both sides of midnight (UTC) are paid of their own day’s cap and budget', async () => {
    const small = withSettings({ dailyCapSun: 5 * TRX, rewardBudgetSun: 5 * TRX });
    const midnightMs = Math.ceil(clock.nowMs / DAY_MS) * DAY_MS;
    const bob = await test.player(`bob ${players}`);
    clock.nowMs = midnightMs - 1;
    const before = await settle(play(), small);
    clock.nowMs = midnightMs;
    const after = await settle(play(), small, bob);
    expect([before.creditedSun, after.creditedSun]).toEqual([5 * TRX, 5 * TRX]);
    expect(await balanceOf(db, REWARD_BUDGET)).toBe(0);
    expect(await termsOf(small)).toMatchObject({
      earnedTodaySun: 0,
      budgetLeftSun: 0,
    });
  });
});

describe("a player's rounds", () => {
  it('come in pages, the newest first, without replays', async () => {
    const rich = withSettings({ dailyCapSun: 10_000 * TRX });
    const played: VerifiedRound[] = [];
    for (let number = 0; number < 5; number++) played.push(await playRound(rich));
    const ids: string[] = [];
    let before: number | undefined;
    for (let page = 0; page < 3; page++) {
      const { value } = await ask(app, CALLS.getMyRounds, {
        token,
        query: { limit: 2, ...(before !== undefined && { before }) },
      });
      ids.push(...value.rounds.map(({ id }) => id));
      before = value.next ?? undefined;
    }
    expect(before).toBeUndefined();
    expect(ids).toEqual(played.map(({ id }) => id).toReversed());
  });

  it('are none of the others’', async () => {
    await playRound();
    const bob = await test.player(`bob ${players}`);
    const { value } = await ask(app, CALLS.getMyRounds, { token: await signIn(context, bob.address) });
    expect(value).toEqual({ rounds: [], next: null });
  });
});
