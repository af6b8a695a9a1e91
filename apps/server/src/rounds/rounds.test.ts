import {
  arena,
  decodeReplay,
  encodeReplay,
  freePlay,
  makeReplayText,
  parseReplayText,
  type Replay,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { CALLS, type Ticket, type VerifiedRound } from '@popfray/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchRow } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import type { Context } from '../platform/context/context.ts';
import { commitTogether } from '../platform/database/commit-together.ts';
import { balanceOf, HOUSE, playerAccount, REWARD_BUDGET } from '../ledger/ledger.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { createTestContext, NO_LIMITS, START_MS, type TestWallet } from '../testing/context.fixture.ts';
import { entriesOf, pay, settleAll } from '../testing/money.fixture.ts';
import { playAsPerson, recorded, startRound, textOf } from '../testing/player.fixture.ts';
import { finishTicket } from './finish.ts';
import { HASTE_MS, SLACK_MS } from './ticket.ts';

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

const issue = async (on = app, by = token): Promise<Ticket> => (await ask(on, CALLS.createTicket, { token: by })).value;

/** A person's replay of a ticket. */
const play = ({ seed, loadout }: Ticket, person = {}): Replay =>
  playAsPerson(seed, { loadout: loadout as never, ...person });

/** Hands a replay in, as text or to be made it. */
const finish = async ({ id }: { id: string }, replay: Replay | string, on = app, by = token) =>
  ask(on, CALLS.finishTicket, {
    token: by,
    params: { id },
    body: { replay: typeof replay === 'string' ? replay : textOf(replay) },
  });

/** A whole round: ticket, a minute, finish. */
async function playRound(on = app, by = token): Promise<VerifiedRound> {
  const ticket = await issue(on, by);
  clock.nowMs += ROUND_MS + 400;
  return (await finish(ticket, play(ticket), on, by)).value;
}

/** An app with other settings. */
const withSettings = (changes: Partial<Context['settings']>) =>
  createApp({ ...context, settings: { ...context.settings, ...changes } });

const balance = async (address = ann.address): Promise<number> => balanceOf(db, playerAccount(address));

/** Asserts that a finish is refused with a code, and that nothing changed. */
async function expectRefused(code: string, act: () => ReturnType<typeof finish>): Promise<void> {
  const before = await dumpAll(db);
  expect((await act()).code).toBe(code);
  expect(await dumpAll(db)).toEqual(before);
}

describe('a paid round', () => {
  it('is credited what the server’s own replay of it earns: 1 TRX per 100 points', async () => {
    const ticket = await issue();
    const replay = play(ticket);
    clock.nowMs += ROUND_MS + 400;
    const { value } = await finish(ticket, replay);
    expect(value).toEqual({
      id: ticket.id,
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
    expect(test.steps).toContain('round.credited');
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
    const ticket = await issue();
    expect(ticket.loadout).toEqual(['trx-boost']);
    expect((await ask(app, CALLS.getSoloTerms, { token })).value.loadout).toEqual(['trx-boost']);
    clock.nowMs += ROUND_MS;
    const { value } = await finish(ticket, play(ticket, { paceMs: 800 }));
    expect(value).toMatchObject({
      loadout: ['trx-boost'],
      earnedSun: value.score * 12_500,
      creditedSun: value.score * 12_500,
    });
    clock.nowMs += HOUR_MS;
    expect((await issue()).loadout).toEqual([]);
  });

  it('stores how it was played, for a review', async () => {
    const { id } = await playRound();
    expect(await fetchRow(db, 'SELECT * FROM rounds WHERE id = ?', id)).toMatchObject({
      elapsed_ms: ROUND_MS + 400,
      suspicions: '',
      clicks: expect.any(Number),
      reaction_median_ms: expect.any(Number),
      interval_variation_pct: expect.any(Number),
      aim_offset_pct: expect.any(Number),
    });
  });

  it('that no person could have played is held: it earns nothing yet and counts for nothing', async () => {
    const ticket = await issue();
    const round = startRound(ticket.seed);
    createBot({ skill: BOT_SKILLS.expert, seed: 'bot' }).advanceTo(round, ROUND_MS);
    clock.nowMs += ROUND_MS;
    const { value } = await finish(ticket, recorded(round));
    expect(value).toMatchObject({ status: 'held', creditedSun: 0, earnedSun: round.earnedSun });
    expect(await balance()).toBe(0);
    expect((await ask(app, CALLS.getMe, { token })).value).toMatchObject({ gamesPlayed: 0, totalScore: 0 });
    expect(await fetchRow(db, 'SELECT suspicions FROM rounds WHERE id = ?', ticket.id)).toEqual({
      suspicions: 'fast precise',
    });
    expect(await entriesOf(test, `round:${ticket.id}`)).toEqual([]);
  });

  it('without a click is a round, and earns nothing', async () => {
    const ticket = await issue();
    const round = startRound(ticket.seed);
    round.advanceTo(ROUND_MS);
    clock.nowMs += ROUND_MS;
    expect((await finish(ticket, recorded(round))).value).toMatchObject({
      score: 0,
      status: 'credited',
      creditedSun: 0,
    });
    expect(await entriesOf(test, `round:${ticket.id}`)).toEqual([]);
  });
});

describe('a ticket', () => {
  it('has a seed of 128 bits that was never given before, and counts for the round and half a minute', async () => {
    const first = await issue();
    const second = await issue();
    expect(first.seed).toMatch(/^[0-9a-f]{32}$/);
    expect(second.seed).not.toBe(first.seed);
    expect(first).toMatchObject({ rulesId: 'arena', rulesVersion: 1, loadout: [], issuedAt: clock.nowMs });
    expect(first.expiresAt).toBe(clock.nowMs + ROUND_MS + SLACK_MS);
  });

  it('ends the one before it', async () => {
    const first = await issue();
    const second = await issue();
    clock.nowMs += ROUND_MS;
    await expectRefused('ERR_TICKET_ABANDONED', async () => finish(first, play(first)));
    expect((await finish(second, play(second))).status).toBe(200);
  });

  it('is not issued while Solo TRX is paused', async () => {
    for (const paused of [{ dailyCapSun: 0 }, { rewardBudgetSun: 0 }])
      expect(await ask(withSettings(paused), CALLS.createTicket, { token })).toMatchObject({
        code: 'ERR_SOLO_PAUSED',
        status: 503,
      });
  });

  it('is issued six times at once, then four times a minute', async () => {
    const limited = createApp(test.context);
    const codes: unknown[] = [];
    for (let number = 0; number < 7; number++) codes.push((await ask(limited, CALLS.createTicket, { token })).code);
    expect(codes).toEqual([null, null, null, null, null, null, 'ERR_RATE']);
    clock.nowMs += 15_000;
    expect((await ask(limited, CALLS.createTicket, { token })).status).toBe(200);
    const bob = await test.player('bob');
    expect((await ask(limited, CALLS.createTicket, { token: await signIn(context, bob.address) })).status).toBe(200);
  });

  it('that another one has ended is forgotten after a day; one that was played is kept', async () => {
    const { id } = await playRound();
    const unplayed = await issue();
    await issue();
    clock.nowMs += DAY_MS + ROUND_MS + SLACK_MS + 1;
    const late = await signIn(context, ann.address);
    await issue(app, late);
    expect((await finish(unplayed, 'x', app, late)).code).toBe('ERR_TICKET_UNKNOWN');
    expect((await finish({ id }, 'x', app, late)).code).toBe('ERR_TICKET_USED');
  });
});

describe('a finish is refused, and changes nothing,', () => {
  it('without such a ticket', async () => {
    await expectRefused('ERR_TICKET_UNKNOWN', async () => finish({ id: 'nothing-like-it' }, ''));
  });

  it('by another player', async () => {
    const bob = await test.player('bob');
    const ticket = await issue();
    const replay = play(ticket);
    clock.nowMs += ROUND_MS;
    const bobs = await signIn(context, bob.address);
    await expectRefused('ERR_TICKET_OTHER', async () => finish(ticket, replay, app, bobs));
    expect((await finish(ticket, replay)).status).toBe(200);
  });

  it('a second time, with the same replay or another', async () => {
    const ticket = await issue();
    clock.nowMs += ROUND_MS;
    await finish(ticket, play(ticket));
    await expectRefused('ERR_TICKET_USED', async () => finish(ticket, play(ticket)));
    await expectRefused('ERR_TICKET_USED', async () => finish(ticket, play(ticket, { paceMs: 300 })));
  });

  it('sooner than the round takes by the server’s clock', async () => {
    const ticket = await issue();
    const replay = play(ticket);
    for (const elapsedMs of [0, ROUND_MS / 2, ROUND_MS - HASTE_MS - 1]) {
      clock.nowMs = ticket.issuedAt + elapsedMs;
      await expectRefused('ERR_ROUND_EARLY', async () => finish(ticket, replay));
    }
    clock.nowMs = ticket.issuedAt + ROUND_MS - HASTE_MS;
    expect((await finish(ticket, replay)).status).toBe(200);
  });

  it('later than the ticket counts', async () => {
    const ticket = await issue();
    clock.nowMs = ticket.expiresAt + 1;
    await expectRefused('ERR_TICKET_EXPIRED', async () => finish(ticket, play(ticket)));
    clock.nowMs = ticket.expiresAt;
    expect((await finish(ticket, play(ticket))).status).toBe(200);
  });

  it.each([
    ['nothing', ''],
    ['text of no replay', 'hello'],
    ['characters of no base64url', '!!!!'],
    ['zeros', 'A'.repeat(4_000)],
    ['more bytes than any replay has', 'A'.repeat(89_000)],
  ])('with %s', async (_, replay) => {
    const ticket = await issue();
    clock.nowMs += ROUND_MS;
    await expectRefused('ERR_REPLAY_MALFORMED', async () => finish(ticket, replay));
  });

  it('with a replay that was damaged on its way, anywhere', async () => {
    const ticket = await issue();
    const text = textOf(play(ticket));
    clock.nowMs += ROUND_MS;
    for (let at = 0; at < text.length; at += 97) {
      const damaged = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
      await expectRefused('ERR_REPLAY_MALFORMED', async () => finish(ticket, damaged));
    }
    await expectRefused('ERR_REPLAY_MALFORMED', async () => finish(ticket, text.slice(0, -4)));
    for (const after of ['AAAA', 'A', '=', '==', ' ', '\n', '!', '\u0000', '\ud83d'])
      await expectRefused('ERR_REPLAY_MALFORMED', async () => finish(ticket, `${text}${after}`));
  });

  it('with a forged score or a forged state, well encoded', async () => {
    const ticket = await issue();
    const replay = play(ticket);
    clock.nowMs += ROUND_MS;
    await expectRefused('ERR_REPLAY_WRONG', async () => finish(ticket, { ...replay, score: replay.score + 1 }));
    await expectRefused('ERR_REPLAY_WRONG', async () => finish(ticket, { ...replay, score: 2 ** 31 - 1 }));
    await expectRefused('ERR_REPLAY_WRONG', async () => finish(ticket, { ...replay, hash: (replay.hash ^ 1) >>> 0 }));
  });

  it('with clicks after the end, or sooner after each other than the debounce allows', async () => {
    const ticket = await issue();
    const replay = play(ticket);
    clock.nowMs += ROUND_MS;
    /** The same replay with its last click moved, encoded by other rules that allow it. */
    const encodeBy = (rules: typeof arena, timeMs: number): string => {
      const inputs = replay.inputs.slice();
      inputs[inputs.length - 3] = timeMs;
      const bytes = encodeReplay({ ...replay, inputs }, [rules]);
      if (!bytes.ok) throw new Error(bytes.error.field);
      return Buffer.from(bytes.value).toString('base64url');
    };
    const beforeLast = replay.inputs.at(-6) ?? 0;
    await expectRefused('ERR_REPLAY_MALFORMED', async () =>
      finish(ticket, encodeBy({ ...arena, durationMs: 70_000 }, ROUND_MS)),
    );
    await expectRefused('ERR_REPLAY_MALFORMED', async () =>
      finish(ticket, encodeBy({ ...arena, debounceMs: 0 }, beforeLast + 99)),
    );
  });

  it('with a right replay of another seed, other rules or another loadout', async () => {
    const ticket = await issue();
    clock.nowMs += ROUND_MS;
    await expectRefused('ERR_REPLAY_OTHER', async () => finish(ticket, playAsPerson('another seed')));
    await expectRefused('ERR_REPLAY_OTHER', async () =>
      finish(ticket, play(ticket, { loadout: ['score-multiplier'] })),
    );
    const free = startRound(ticket.seed, [], freePlay);
    free.advanceTo(freePlay.durationMs);
    await expectRefused('ERR_REPLAY_OTHER', async () => finish(ticket, recorded(free)));
    const newer = encodeReplay({ ...play(ticket), rulesVersion: 2 }, [{ ...arena, version: 2 }]);
    if (!newer.ok) throw new Error(newer.error.field);
    await expectRefused('ERR_REPLAY_MALFORMED', async () => finish(ticket, makeReplayText(newer.value)));
    const blocks = { ...play(ticket), entropy: new Int32Array(240) };
    await expectRefused('ERR_REPLAY_OTHER', async () => finish(ticket, blocks));
  });

  it('and the ticket stays good for the right replay', async () => {
    const ticket = await issue();
    clock.nowMs += ROUND_MS;
    await finish(ticket, 'hello');
    expect((await finish(ticket, play(ticket))).status).toBe(200);
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
    expect((await ask(capped, CALLS.getSoloTerms, { token })).value.earnedTodaySun).toBe(40 * TRX + 1);
    clock.nowMs += HOUR_MS;
    expect((await ask(capped, CALLS.getSoloTerms, { token })).value.earnedTodaySun).toBe(0);
    expect((await playRound(capped)).creditedSun).toBeGreaterThan(0);
  });

  it('to everybody together is at most the budget, to the sun', async () => {
    const poor = withSettings({ rewardBudgetSun: 30 * TRX + 7 });
    const bob = await test.player(`bob ${players}`);
    const bobs = await signIn(context, bob.address);
    const rounds = [await playRound(poor), await playRound(poor, bobs), await playRound(poor)];
    expect(rounds.reduce((sum, { creditedSun }) => sum + creditedSun, 0)).toBe(30 * TRX + 7);
    expect(rounds.map(({ status }) => status)).toEqual(['credited', 'credited', 'credited']);
    expect(await balanceOf(db, REWARD_BUDGET)).toBe(0);
    expect((await ask(poor, CALLS.getSoloTerms, { token })).value.budgetLeftSun).toBe(0);
  });

  it('is opened once, though nothing of it was spent when it was opened', async () => {
    const small = withSettings({ rewardBudgetSun: 20 * TRX });
    const idle = async (): Promise<void> => {
      const ticket = await issue(small);
      const round = startRound(ticket.seed);
      round.advanceTo(ROUND_MS);
      clock.nowMs += ROUND_MS;
      await finish(ticket, recorded(round), small);
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

describe('at the same time', () => {
  it('two finishes of one ticket settle it once', async () => {
    const ticket = await issue();
    const replay = play(ticket);
    clock.nowMs += ROUND_MS;
    const replies = await Promise.all(Array.from({ length: 8 }, async () => finish(ticket, replay)));
    expect(replies.filter(({ code }) => code === null)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 'ERR_TICKET_USED')).toHaveLength(7);
    expect(await balance()).toBe(replay.score * 10_000);
  });

  it('two finishes are settled once though work that shares their transaction fails, and all is done again', async () => {
    const ticket = await issue();
    const replay = play(ticket);
    clock.nowMs += ROUND_MS;
    const finished = { id: ticket.id, address: ann.address, replay: textOf(replay), network: '203.0.113.7' };
    const fail = (): never => {
      throw new Error('no');
    };
    const [first, failed, second] = await Promise.allSettled([
      finishTicket(context, finished),
      commitTogether(db, fail),
      finishTicket(context, finished),
    ]);
    expect(first).toMatchObject({ value: { ok: true } });
    expect(failed.status).toBe('rejected');
    expect(second).toMatchObject({ value: { ok: false, error: 'ERR_TICKET_USED' } });
    expect(await balance()).toBe(replay.score * 10_000);
  });

  it('finishes on both sides of midnight (UTC) are paid of their own day’s cap and budget', async () => {
    const small = withSettings({ dailyCapSun: 5 * TRX, rewardBudgetSun: 5 * TRX });
    const midnightMs = Math.ceil(clock.nowMs / DAY_MS) * DAY_MS;
    const bob = await test.player(`bob ${players}`);
    clock.nowMs = midnightMs - ROUND_MS;
    const tickets = [await issue(small), await issue(small, await signIn(context, bob.address))] as const;
    const bobs = await signIn(context, bob.address);
    clock.nowMs = midnightMs - 1;
    const before = await finish(tickets[0], play(tickets[0]), small);
    clock.nowMs = midnightMs;
    const after = await finish(tickets[1], play(tickets[1]), small, bobs);
    expect([before.value.creditedSun, after.value.creditedSun]).toEqual([5 * TRX, 5 * TRX]);
    expect(await balanceOf(db, REWARD_BUDGET)).toBe(0);
    expect((await ask(small, CALLS.getSoloTerms, { token })).value).toMatchObject({
      earnedTodaySun: 0,
      budgetLeftSun: 0,
    });
  });

  it('of several tickets asked for, one is open', async () => {
    const tickets = await Promise.all(Array.from({ length: 5 }, async () => issue()));
    clock.nowMs += ROUND_MS;
    const codes: string[] = [];
    for (const ticket of tickets) codes.push(String((await finish(ticket, play(ticket))).code));
    expect(codes.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'ERR_TICKET_ABANDONED'), 'null']);
  });

  it('a crash before the end of the transaction leaves the ticket as it was', async () => {
    const ticket = await issue();
    clock.nowMs += ROUND_MS;
    const before = await dumpAll(db);
    // The ledger refuses: the key of this round's reward was used for another entry.
    const broken = createApp({ ...context, db: failing(context.db) });
    const response = await broken.request(`/api/solo/tickets/${ticket.id}/finish`, {
      method: 'POST',
      headers: { Origin: 'http://localhost', 'Content-Type': 'application/json', Cookie: `popfray=${token}` },
      body: JSON.stringify({ replay: textOf(play(ticket)) }),
    });
    expect(response.status).toBe(500);
    expect(await dumpAll(db)).toEqual(before);
    expect((await finish(ticket, play(ticket))).status).toBe(200);
  });
});

/** The same database, whose transactions do all their work and then fail. */
function failing(real: Context['db']): Context['db'] {
  let isWithin = false;
  return new Proxy(real, {
    get(target, name) {
      if (name === 'inTransaction' && !isWithin)
        return async (work: () => Promise<unknown>) =>
          target.inTransaction(async () => {
            isWithin = true;
            await work();
            throw new Error('the power is gone');
          });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

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
