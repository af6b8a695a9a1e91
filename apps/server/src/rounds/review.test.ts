import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { CALLS, type VerifiedRound } from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { encodePath, PATH_START } from '@popfray/protocol/battle';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { execute, fetchRow } from '../platform/database/raw-query.fixture.ts';
import { play } from '../conduct/pointer.fixture.ts';
import { createApp } from '../start/app.ts';
import type { Context } from '../platform/context/context.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, playerAccount, REWARD_BUDGET } from '../ledger/ledger.ts';
import { erasePlayer } from '../players/player.ts';
import { heldDebtOf, liabilitiesOf } from '../solvency/liabilities.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { START_MS, type TestWallet } from '../testing/context.fixture.ts';
import { createDesk } from '../testing/desk.fixture.ts';
import { entriesOf } from '../testing/money.fixture.ts';
import { createCrashableServer } from '../testing/crashable-server.fixture.ts';
import { playAsPerson, playInputs, recorded, startRound, textOf } from '../testing/player.fixture.ts';
import { settleReplay } from '../testing/settled-round.fixture.ts';
import { decideRound } from './review.ts';

const test = await createDesk();
afterAll(async () => test.stop());
const { context, clock } = test;
const { db } = context;

/** Limits that do not depend on a path. */
const LIMITS = { tirelessClicks: 480, aimless: { hitPct: 35, fromClicks: 30, doubtful: { hitPct: 50, score: 5 } } };
const DAY_MS = 86_400_000;
const ROUND_MS = 60_000;
const FAIR = 'The replay looks like a hand.';

let days = 0;
let rounds = 0;
let ann: TestWallet;
let anns: string;
let token: string;
beforeEach(async () => {
  clock.nowMs = START_MS + ++days * 3 * DAY_MS;
  ann = await test.player(`player ${days}`);
  anns = await signIn(context, ann.address);
  token = await signIn(context, test.house);
});

/** A round that a program plays better than anybody, which is held; or one that a person plays. */
async function playRound(isProgram = true, on = context): Promise<VerifiedRound> {
  clock.nowMs += ROUND_MS + 400;
  const seed = `round ${++rounds}`;
  const replay = textOf(isProgram ? playAsProgram(seed) : playAsPerson(seed));
  return settleReplay(on, { address: ann.address, replay });
}

function playAsProgram(seed: string) {
  const round = startRound(seed);
  createBot({ skill: BOT_SKILLS.expert, seed: 'bot' }).advanceTo(round, ROUND_MS);
  round.advanceTo(ROUND_MS);
  return recorded(round);
}

const decide = async (id: string, outcome: 'paid' | 'refused', reason = FAIR, app = test.app) =>
  ask(app, ADMIN_CALLS.decideReview, { token, params: { id }, body: { outcome, reason } });

const balance = async (): Promise<number> => balanceOf(db, playerAccount(ann.address));
const own = async () => (await ask(test.app, CALLS.getMyRounds, { token: anns })).value.rounds;

describe('a held round', () => {
  it('waits at the desk with its replay, how it was played, and what it may be paid; until then it is a possible debt', async () => {
    const owedSun = (await liabilitiesOf(context)).totalSun;
    const possibleSun = await heldDebtOf(context);
    const { id, earnedSun, score } = await playRound();
    expect((await liabilitiesOf(context)).totalSun).toBe(owedSun);
    expect(await heldDebtOf(context)).toBe(possibleSun + earnedSun);
    const { reviews } = (await ask(test.app, ADMIN_CALLS.getReviews, { token, query: { limit: 100 } })).value;
    expect(reviews.at(-1)).toMatchObject({ id, score, status: 'held', decision: null });
    const { value } = await ask(test.app, ADMIN_CALLS.getReview, { token, params: { id } });
    const { conduct, intervals, reactions, offsets, aims, limits } = value;
    expect(conduct.suspicions).toContain('fast');
    expect(conduct.reactionMedianMs).toBeLessThan(limits.fastMs);
    const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
    expect(total(intervals.counts)).toBe(conduct.clicks - 1);
    expect(total(reactions.counts)).toBe(total(offsets.counts));
    expect(aims).toHaveLength(total(offsets.counts));
    // The aims are the offsets, with their directions.
    const near = aims.filter(({ x, y }) => Math.hypot(x, y) < offsets.width).length;
    expect(Math.abs(near - (offsets.counts[0] ?? 0))).toBeLessThan(aims.length / 10);
    expect(value).toMatchObject({ payableSun: earnedSun, playerRounds: { credited: 0, held: 1, refused: 0 } });
    // The client sent no path.
    expect(limits).toEqual({ ...LIMITS, fastMs: 180, regularPct: 6, precise: { offsetPct: 8, reactionMs: 400 } });
    expect(value).toMatchObject({ path: null, clicksByDevice: null });
    expect(value.hitPct).toBeGreaterThan(limits.aimless.hitPct);
    expect(value.aimScore).toBeGreaterThan(limits.aimless.doubtful.score);
  });

  it('with a path has the limits of a round with a path at the desk, the score of the path and what the clicks were made with', async () => {
    const { seed, inputs, path } = play('desk path');
    const replay = textOf(recorded(playInputs(seed, inputs)));
    const { id } = await settleReplay(context, {
      address: ann.address,
      replay,
      path: encodePath(path, PATH_START).bytes,
    });
    const { value } = await ask(test.app, ADMIN_CALLS.getReview, { token, params: { id } });
    expect(value.limits).toEqual({ ...LIMITS, fastMs: 105, regularPct: 2, precise: null });
    expect(value.conduct).toMatchObject({ suspicions: ['program'], contradicted: 0 });
    expect(value.conduct.pathScore).toBeGreaterThan(1.5);
    expect(value.clicksByDevice).toEqual({ mouse: value.conduct.clicks, touch: 0, keyboard: 0 });
  });

  it('is no possible debt beyond what today’s budget could pay', async () => {
    const { earnedSun } = await playRound();
    clock.nowMs += DAY_MS;
    const poor = { ...context, settings: { ...context.settings, rewardBudgetSun: earnedSun - 1 } };
    expect(await heldDebtOf(poor)).toBe(earnedSun - 1);
  });

  it('is no possible debt beyond what its player’s cap of that day leaves, however many a program plays', async () => {
    const { creditedSun } = await playRound(false);
    const capSun = creditedSun + 1_000;
    const capped = { ...context, settings: { ...context.settings, dailyCapSun: capSun } };
    const possibleSun = await heldDebtOf(capped);
    for (let round = 0; round < 3; round++) await playRound();
    expect(await heldDebtOf(capped)).toBe(possibleSun + 1_000);
    // Each day has a separate cap.
    clock.nowMs += DAY_MS;
    anns = await signIn(context, ann.address);
    const { earnedSun } = await playRound();
    expect(await heldDebtOf(capped)).toBe(possibleSun + 1_000 + Math.min(earnedSun, capSun));
  });

  it('is paid once, out of today’s budget, as a normal credit, and counts from then on', async () => {
    const { id, earnedSun, score } = await playRound();
    clock.nowMs += DAY_MS;
    const decided = await decide(id, 'paid');
    expect(decided.value).toMatchObject({
      status: 'credited',
      creditedSun: earnedSun,
      decision: { outcome: 'paid', reason: FAIR, by: test.house, at: clock.nowMs },
      budgetLeftSun: context.settings.rewardBudgetSun - earnedSun,
    });
    expect(await balance()).toBe(earnedSun);
    expect((await ask(test.app, CALLS.getMe, { token: anns })).value).toMatchObject({
      gamesPlayed: 1,
      totalScore: score,
    });
    expect(await own()).toMatchObject([{ id, status: 'credited', creditedSun: earnedSun }]);
    expect((await auditLedger(db)).differences).toEqual([]);
    const { lines } = (await ask(test.app, ADMIN_CALLS.getAuditLog, { token, query: { subject: id } })).value;
    expect(lines).toMatchObject([{ act: 'round-paid', by: test.house, reason: FAIR }]);
  });

  it('is refused once, and only its player can read the reason', async () => {
    const { id } = await playRound();
    const reason = '=HYPERLINK("x") Clicks every 110 ms, to the millisecond.';
    await decide(id, 'refused', reason);
    expect(await own()).toMatchObject([{ id, status: 'refused', creditedSun: 0, refusal: reason }]);
    expect(JSON.stringify((await ask(test.app, CALLS.getRound, { params: { id } })).value)).not.toContain('110 ms');
    expect(await balance()).toBe(0);
    expect(await entriesOf(test, `round:${id}`)).toEqual([]);
  });

  it('is not decided by its own player, operator or not', async () => {
    const { id } = await playRound();
    const settings = { ...context.settings, adminAddresses: [ann.address] };
    const named = createApp({ ...context, settings });
    for (const outcome of ['paid', 'refused'] as const) {
      const body = { outcome, reason: FAIR };
      const reply = await ask(named, ADMIN_CALLS.decideReview, { token: anns, params: { id }, body });
      expect(reply).toMatchObject({ code: 'ERR_OWN_ROUND', status: 403 });
    }
    expect(await own()).toMatchObject([{ id, status: 'held' }]);
    expect((await decide(id, 'paid')).code).toBeNull();
  });

  it('is decided by the first of two tabs; the second changes nothing', async () => {
    const { id, earnedSun } = await playRound();
    const outcomes = ['paid', 'refused', 'paid', 'refused'] as const;
    const replies = await Promise.all(outcomes.map(async (outcome) => decide(id, outcome)));
    // PostgreSQL may let any of them be the first.
    const first = outcomes[replies.findIndex(({ code }) => code === null)];
    expect(replies.map(({ code }) => String(code)).toSorted()).toEqual([
      'ERR_DECIDED',
      'ERR_DECIDED',
      'ERR_DECIDED',
      'null',
    ]);
    expect(await balance()).toBe(first === 'paid' ? earnedSun : 0);
    expect(await entriesOf(test, `round:${id}`)).toHaveLength(first === 'paid' ? 1 : 0);
    await expect(async () => execute(db, 'DELETE FROM reviews WHERE round_id = ?', id)).rejects.toThrow('append only');
    await expect(async () => execute(db, "UPDATE acts SET reason = 'x' WHERE subject = ?", id)).rejects.toThrow(
      'append only',
    );
  });

  it('is not paid, and stays held, when the budget of the day is not enough; another day it is', async () => {
    const { id, earnedSun } = await playRound();
    const poor = createApp({ ...context, settings: { ...context.settings, rewardBudgetSun: earnedSun - 1 } });
    clock.nowMs += DAY_MS;
    token = await signIn(context, test.house);
    const before = JSON.stringify(await dumpAll(db));
    expect(await decide(id, 'paid', FAIR, poor)).toMatchObject({ code: 'ERR_BUDGET', status: 409 });
    expect(JSON.stringify(await dumpAll(db)) === before).toBe(true);
    expect((await decide(id, 'paid')).code).toBeNull();
    expect(await balanceOf(db, REWARD_BUDGET)).toBe(context.settings.rewardBudgetSun - earnedSun);
  });

  it('of a profile that was deleted meanwhile is paid to its address, and counts for no profile', async () => {
    const { id, earnedSun } = await playRound();
    await erasePlayer(db, ann.address, clock.nowMs);
    expect((await decide(id, 'paid')).value).toMatchObject({ creditedSun: earnedSun });
    expect(await balance()).toBe(earnedSun);
    const row = await fetchRow(db, 'SELECT games_played, total_score FROM players WHERE address = ?', ann.address);
    expect(row).toEqual({ games_played: 0, total_score: 0 });
    expect((await auditLedger(db)).differences).toEqual([]);
  });

  it('is paid as far as its player’s cap of the day it was played in leaves', async () => {
    const held = await playRound();
    const fair = await playRound(false);
    const capped = createApp({
      ...context,
      settings: { ...context.settings, dailyCapSun: fair.creditedSun + 1_000 },
    });
    // Today is another day with a separate cap.
    clock.nowMs += DAY_MS;
    const { value } = await ask(capped, ADMIN_CALLS.getReview, { token, params: { id: held.id } });
    expect(value.payableSun).toBe(1_000);
    expect((await decide(held.id, 'paid', FAIR, capped)).value.creditedSun).toBe(1_000);
    expect(await balance()).toBe(fair.creditedSun + 1_000);
    expect((await auditLedger(db)).differences).toEqual([]);
  });
});

it('a round that was never held is not the desk’s to decide', async () => {
  const { id } = await playRound(false);
  for (const other of [id, 'nothing-like-it', '__proto__', '💥']) {
    expect((await decide(other, 'paid')).code).toBe('ERR_ROUND_UNKNOWN');
    expect((await ask(test.app, ADMIN_CALLS.getReview, { token, params: { id: other } })).code).toBe(
      'ERR_ROUND_UNKNOWN',
    );
  }
});

it('lists are paged: each round once, though some are decided meanwhile', async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count++) made.push((await playRound()).id);
  const seen: string[] = [];
  const pageOf = async (status: 'open' | 'decided', before?: string) =>
    (
      await ask(test.app, ADMIN_CALLS.getReviews, {
        token,
        query: { status, limit: 2, ...(before !== undefined && { before }) },
      })
    ).value;
  for (let before: string | undefined; ;) {
    const { reviews, next } = await pageOf('open', before);
    seen.push(...reviews.map(({ id }) => id));
    for (const { id } of reviews) if (made.includes(id)) await decide(id, 'refused');
    if (next === null) break;
    before = next;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => made.includes(id))).toEqual(made);
  const decided: string[] = [];
  for (let before: string | undefined; ;) {
    const { reviews, next } = await pageOf('decided', before);
    decided.push(...reviews.map(({ id }) => id));
    if (next === null) break;
    before = next;
  }
  expect(new Set(decided).size).toBe(decided.length);
  expect(decided.slice(0, 5).toSorted()).toEqual(made.toSorted());
  for (const before of ['x', '1', ':', "1:' OR 1", '-1:a', `1:${'x'.repeat(81)}`])
    expect((await ask(test.app, ADMIN_CALLS.getReviews, { token, query: { before } })).code).toBe('ERR_BODY');
});

it('a server that dies at the worst moment has decided wholly or not at all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-review-'));
  const file = join(folder, 'popfray.db');
  const desk = await createDesk({ database: file });
  const crashable = await createCrashableServer(desk, file);
  const bob = await desk.player('bob');
  const replay = textOf(playAsProgram('a program'));
  const held = await crashable.attempt(async (living) => settleReplay(living, { address: bob.address, replay }));
  if (held?.status !== 'held') throw new Error('not held');
  const pay = async (living: Context) =>
    decideRound(living, { roundId: held.id, outcome: 'paid', reason: FAIR, by: desk.house });
  const balanceNow = async (): Promise<number> => balanceOf(crashable.context.db, playerAccount(bob.address));

  // Before the commit nothing has happened.
  crashable.crashAfter(0);
  expect(await crashable.attempt(pay)).toBeNull();
  expect([crashable.deaths, await balanceNow()]).toEqual([1, 0]);
  // After it everything has, and another call returns the same.
  crashable.crashAfter(1);
  expect(await crashable.attempt(pay)).toBeNull();
  expect([crashable.deaths, await balanceNow()]).toEqual([2, held.earnedSun]);
  expect(await crashable.attempt(pay)).toEqual({ ok: false, error: 'ERR_DECIDED' });
  expect((await auditLedger(crashable.context.db)).differences).toEqual([]);
  await crashable.context.db.close();
  await desk.stop();
  rmSync(folder, { recursive: true });
});
