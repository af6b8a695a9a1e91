import { arena, crossChain, freePlay, type Replay } from '@popfray/engine';
import { CALLS, MAX_PRACTICE_ROUNDS_A_DAY, LIMITS, type Player } from '@popfray/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchRow, fetchRows, fetchValue } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import type { Context } from '../platform/context/context.ts';
import { fight, writeRound } from '../privacy/records.fixture.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { createTestContext, START_MS, type TestWallet } from '../testing/context.fixture.ts';
import { pay, settleAll } from '../testing/money.fixture.ts';
import { playAsPerson, recorded, startRound, textOf } from '../testing/player.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { clock } = test;
const context: Context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
const { db } = context;
const app = createApp(context);

const TRX = 1_000_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let players = 0;
let ann: TestWallet;
let token: string;

/** Every test has a separate player and three separate days. */
beforeEach(async () => {
  clock.nowMs = START_MS + ++players * 3 * DAY_MS;
  ann = await test.player(`ann ${players}`, 100 * TRX);
  token = await signIn(context, ann.address);
});

/** A round under rules as a person plays it. */
const play = (rules = freePlay, seed = 'practice', loadout: Replay['loadout'] = []): Replay =>
  playAsPerson(seed, { rules, loadout });

const finish = async (replay: Replay | string, address = ann.address, on = app, by: string | undefined = token) =>
  ask(on, CALLS.finishPractice, {
    token: by,
    body: { address, replay: typeof replay === 'string' ? replay : textOf(replay) },
  });

const me = async (): Promise<Player> => (await ask(app, CALLS.getMe, { token })).value;

/** Asserts that a round is refused with a code, and that nothing changed. */
async function expectRefused(code: string, act: () => ReturnType<typeof finish>): Promise<void> {
  const before = await dumpAll(db);
  expect((await act()).code).toBe(code);
  expect(await dumpAll(db)).toEqual(before);
}

describe('a practice round of a signed-in player', () => {
  it.each([
    [freePlay, 'free-play'],
    [arena, 'free-play'],
    [crossChain, 'cross-chain-battle'],
  ] as const)('under the rules $id counts in the profile as %s', async (rules, category) => {
    const replay = play(rules);
    expect(replay.score).toBeGreaterThan(100);
    const { value } = await finish(replay);
    expect(value).toMatchObject({ outcome: 'counted', category, score: replay.score });
    expect(value.player).toEqual(await me());
    expect(value.player).toMatchObject({
      gamesPlayed: 1,
      totalScore: replay.score,
      preferredGameMode: category,
      statistics: { [category]: { games: 1, points: replay.score } },
    });
  });

  it('is counted once, however often it is handed in', async () => {
    const replay = play();
    await finish(replay);
    clock.nowMs += MINUTE_MS;
    const { value } = await finish(replay);
    expect(value).toMatchObject({ outcome: 'repeated', player: { gamesPlayed: 1, totalScore: replay.score } });
    const another = play(freePlay, 'another');
    const both = await Promise.all([finish(another), finish(another)]);
    expect(both.map((reply) => reply.value.outcome).toSorted()).toEqual(['counted', 'repeated']);
    expect(await me()).toMatchObject({ gamesPlayed: 2 });
  });

  it('without a click counts once for each seed', async () => {
    const idle = (seed: string): Replay => {
      const round = startRound(seed, [], freePlay);
      round.advanceTo(freePlay.durationMs);
      return recorded(round);
    };
    await finish(idle('one'));
    await finish(idle('one'));
    await finish(idle('two'));
    expect(await me()).toMatchObject({ gamesPlayed: 2, totalScore: 0 });
  });

  it('never reaches the ledger, the leaderboard or the standing', async () => {
    const { entries: before } = await dumpAll(db);
    await finish(play(crossChain));
    await finish(play(arena));
    expect((await dumpAll(db))['entries']).toEqual(before);
    const { value: rows } = await ask(app, CALLS.getLeaderboard);
    expect(rows.map(({ walletAddress }) => walletAddress)).not.toContain(ann.address);
    expect((await ask(app, CALLS.getMyStanding, { token })).value).toEqual({
      rank: null,
      gamesWon: 0,
      gamesPlayed: 0,
      earnings: '0',
      freeBattles: { rank: null, gamesWon: 0, gamesPlayed: 0 },
    });
    expect(await me()).toMatchObject({ balanceSun: 0 });
  });

  it('counts up to the cap of a day, and again the next day', async () => {
    const rows = Array.from({ length: MAX_PRACTICE_ROUNDS_A_DAY - 1 }, (_, at) => ({
      address: ann.address,
      hash: `round ${at}`,
      category: 'free-play' as const,
      score: 1,
      played_at: clock.nowMs,
    }));
    await db.insertInto('practice_rounds').values(rows).execute();
    expect((await finish(play(freePlay, 'last'))).value.outcome).toBe('counted');
    const over = play(freePlay, 'over');
    expect((await finish(over)).value).toMatchObject({ outcome: 'limit', player: { gamesPlayed: 1 } });
    clock.nowMs += DAY_MS;
    expect((await finish(over)).value).toMatchObject({ outcome: 'counted', player: { gamesPlayed: 2 } });
  });

  it('is forgotten after 30 days, by when the next one is counted', async () => {
    await finish(play());
    clock.nowMs += 31 * DAY_MS;
    token = await signIn(context, ann.address);
    await finish(play(freePlay, 'later'));
    expect(await fetchValue(db, 'SELECT count(*) FROM practice_rounds WHERE address = ?', ann.address)).toBe(1);
    expect(await me()).toMatchObject({ gamesPlayed: 2 });
  });
});

describe('a practice round is refused, and nothing changes,', () => {
  it('of a player who has not signed in', async () => {
    await expectRefused('ERR_SIGNED_OUT', async () => finish(play(), ann.address, app, ''));
  });

  it('that names another player: statistics update only when the profile address matches', async () => {
    const bob = await test.player(`bob ${players}`);
    await expectRefused('ERR_ADDRESS_OTHER', async () => finish(play(), bob.address));
  });

  it('whose score its clicks do not give', async () => {
    const replay = play();
    await expectRefused('ERR_REPLAY_WRONG', async () => finish({ ...replay, score: replay.score + 1_000 }));
  });

  it.each(['', 'nonsense', '!!!!'])('that is %j', async (text) => {
    await expectRefused('ERR_REPLAY_MALFORMED', async () => finish(text));
  });

  it('of a live battle', async () => {
    const rival = await test.player(`rival ${players}`);
    const sessionId = await fight(test, ann, rival);
    const replay = await fetchValue<Buffer>(
      db,
      'SELECT replay FROM results WHERE session_id = ? AND replay IS NOT NULL LIMIT 1',
      sessionId,
    );
    expect(replay).toBeDefined();
    await expectRefused('ERR_PRACTICE_BATTLE', async () => finish(Buffer.from(replay ?? '').toString('base64url')));
  });

  it('of a ticket, by which rounds were paid before they were streamed', async () => {
    await db
      .insertInto('tickets')
      .values({
        id: `ticket ${players}`,
        address: ann.address,
        seed: 'the seed of a ticket',
        rules_id: arena.id,
        rules_version: arena.version,
        loadout: '[]',
        issued_at: clock.nowMs,
        expires_at: clock.nowMs,
        state: 'finished',
      })
      .execute();
    await expectRefused('ERR_PRACTICE_TICKET', async () => finish(play(arena, 'the seed of a ticket')));
  });

  it('with upgrades that the player does not have', async () => {
    await expectRefused('ERR_PRACTICE_UPGRADES', async () => finish(play(arena, 'x', ['score-multiplier'])));
  });

  it('with upgrades under the rules of battles, where they have no effect', async () => {
    await pay(test, ann, 'score-multiplier');
    await settleAll(test);
    await expectRefused('ERR_PRACTICE_UPGRADES', async () => finish(play(crossChain, 'x', ['score-multiplier'])));
  });

  it('that arrives faster than rounds can be played', async () => {
    const strict = createApp({ ...context, settings: { ...context.settings, rateFactor: 1 } });
    for (let at = 0; at < LIMITS.practice.burst; at++)
      expect((await finish(play(freePlay, `fast ${at}`), ann.address, strict)).code).toBeNull();
    await expectRefused('ERR_RATE', async () => finish(play(freePlay, 'too fast'), ann.address, strict));
    clock.nowMs += MINUTE_MS;
    expect((await finish(play(freePlay, 'later'), ann.address, strict)).code).toBeNull();
  });
});

describe('an upgrade in a practice round', () => {
  it('is allowed while it is in force, and for a day after', async () => {
    await pay(test, ann, 'score-multiplier');
    await settleAll(test);
    expect((await finish(play(arena, 'now', ['score-multiplier']))).value.outcome).toBe('counted');
    const { expires_at: endMs } = (await fetchRow<{ expires_at: number }>(
      db,
      'SELECT expires_at FROM purchases WHERE address = ?',
      ann.address,
    )) ?? { expires_at: 0 };
    clock.nowMs = endMs + DAY_MS - MINUTE_MS;
    token = await signIn(context, ann.address);
    expect((await finish(play(arena, 'late', ['score-multiplier']))).value.outcome).toBe('counted');
    clock.nowMs += 2 * MINUTE_MS;
    await expectRefused('ERR_PRACTICE_UPGRADES', async () => finish(play(arena, 'later', ['score-multiplier'])));
  });

  it('earns no TRX', async () => {
    await pay(test, ann, 'trx-boost');
    await settleAll(test);
    await finish(play(arena, 'boosted', ['trx-boost']));
    expect(await me()).toMatchObject({ balanceSun: 0 });
  });
});

describe('the statistics of a profile', () => {
  it('are by category, and add up to the totals', async () => {
    const bob = await test.player(`bob ${players}`);
    await fight(test, ann, bob);
    await finish(play());
    await finish(play(freePlay, 'again'));
    const { statistics, gamesPlayed, totalScore } = await me();
    expect(statistics).toMatchObject({
      'cross-chain-battle': { games: 1, points: 900 },
      'trx-classic': { games: 0, points: 0 },
      'free-play': { games: 2 },
    });
    const all = Object.values(statistics);
    expect(all.reduce((sum, { games }) => sum + games, 0)).toBe(gamesPlayed);
    expect(all.reduce((sum, { points }) => sum + points, 0)).toBe(totalScore);
  });

  it('are in the file of one’s data', async () => {
    const replay = play();
    await finish(replay);
    const { value } = await ask(app, CALLS.exportMe, { token });
    expect(value).toMatchObject({
      profile: { statistics: { 'free-play': { games: 1, points: replay.score } } },
      practiceRounds: [{ category: 'free-play', score: replay.score, playedAt: clock.nowMs }],
    });
  });
});

describe('the preferred game mode', () => {
  const choose = async (mode: Player['chosenGameMode'], by: string | undefined = token) =>
    ask(app, CALLS.chooseGameMode, { token: by, body: { mode } });

  it('is the newcomer’s until something was played, then the mode played most', async () => {
    expect(await me()).toMatchObject({ preferredGameMode: 'cross-chain-battle', chosenGameMode: null });
    await finish(play());
    expect((await me()).preferredGameMode).toBe('free-play');
    const bob = await test.player(`bob ${players}`);
    await fight(test, ann, bob);
    // Of modes played equally often the first of the list counts.
    expect((await me()).preferredGameMode).toBe('cross-chain-battle');
    await finish(play(freePlay, 'again'));
    expect((await me()).preferredGameMode).toBe('free-play');
  });

  it('can be chosen, and stays chosen after rounds of other modes', async () => {
    expect((await choose('trx-classic')).value).toMatchObject({
      preferredGameMode: 'trx-classic',
      chosenGameMode: 'trx-classic',
    });
    await finish(play());
    expect((await me()).preferredGameMode).toBe('trx-classic');
    expect((await choose(null)).value).toMatchObject({ preferredGameMode: 'free-play', chosenGameMode: null });
  });

  it('is refused without a sign-in, and has to be one of the three', async () => {
    expect((await choose('free-play', '')).code).toBe('ERR_SIGNED_OUT');
    expect((await choose('tournament' as never)).code).toBe('ERR_BODY');
  });
});

it('a deleted profile keeps no practice and no statistics', async () => {
  const { erasePlayer } = await import('../players/player.ts');
  await finish(play());
  await writeRound(test, ann.address);
  await db.inTransaction(async () => erasePlayer(db, ann.address, clock.nowMs));
  expect(await fetchRows(db, 'SELECT * FROM game_statistics WHERE address = ?', ann.address)).toEqual([]);
});
