import { CALLS, findSeason, NEW_DEVIATION, NEW_RATING, RANKED_BATTLES, RANKED_OPPONENTS } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createDesk, type Desk } from '../testing/desk.fixture.ts';
import { countPlay, findPlayDay } from './play-day.ts';

const DAY_MS = 86_400_000;

let test: Desk;
beforeEach(async () => {
  test = await createDesk();
});
afterEach(async () => test.stop());

const mySeason = async (address: string) =>
  (await ask(test.app, CALLS.getMySeason, { token: await signIn(test.context, address) })).value;

/** Gives a player a rating of the current season, with enough battles for a league. Rating and deviation are in thousandths. */
async function rate(address: string, rating: number, deviation: number, battles = RANKED_BATTLES): Promise<void> {
  const { db } = test.context;
  const season = (await mySeason(address)).season.number;
  const cells = [season, address, rating, deviation, 60_000, battles, RANKED_OPPONENTS, test.clock.nowMs];
  await execute(
    db,
    `INSERT INTO ratings (season, address, rating, deviation, volatility, battles, opponents, rated_at)
     VALUES (${cells.map((cell) => (typeof cell === 'string' ? `'${cell}'` : String(cell))).join(', ')})`,
  );
}

describe('a player’s season', () => {
  it('begins with the rating of a new player, and with nothing played', async () => {
    const { address } = await test.player('alice');
    const { rating, past, streak, quests } = await mySeason(address);
    expect(rating).toEqual({
      season: 1,
      rating: NEW_RATING,
      deviation: NEW_DEVIATION,
      battles: 0,
      opponents: 0,
      league: null,
      rank: null,
    });
    expect(past).toEqual([]);
    expect(streak).toEqual({ days: 0, best: 0, hasPlayedToday: false });
    expect(quests.completeDays).toBe(0);
    expect(quests.quests.map(({ progress }) => progress)).toEqual([0, 0, 0]);
  });

  it('lists earlier seasons, the newest first, without the current one', async () => {
    const { address } = await test.player('alice');
    for (const season of [1, 2, 3]) {
      test.clock.nowMs = findSeason(season).startsAt + 20 * DAY_MS;
      await rate(address, (1_500 + season) * 1_000, 100_000);
    }
    const { rating, past } = await mySeason(address);
    expect(rating).toMatchObject({ season: 3, rating: 1_503 });
    expect(past.map(({ season, rating: points }) => [season, points])).toEqual([
      [2, 1_502],
      [1, 1_501],
    ]);
  });

  it.each([
    [130_000, { deviation: 130, league: 'silver', rank: 1 }],
    [130_001, { deviation: 131, league: null, rank: null }],
  ])('shows a deviation of %d thousandths so that it agrees with the league', async (deviation, shown) => {
    const { address } = await test.player('alice');
    await rate(address, NEW_RATING * 1_000, deviation);
    expect((await mySeason(address)).rating).toMatchObject(shown);
  });

  it('has no league before the tenth battle', async () => {
    const { address } = await test.player('alice');
    await rate(address, NEW_RATING * 1_000, 100_000, RANKED_BATTLES - 1);
    expect((await mySeason(address)).rating).toMatchObject({ league: null, rank: null });
  });
});

describe('the ladder', () => {
  it('orders equal ratings by deviation, then by address, and tells each player the same place', async () => {
    const names = ['alice', 'bob', 'carol', 'dave'];
    const players = await Promise.all(names.map(async (name) => (await test.player(name)).address));
    const [first = '', second = '', third = '', fourth = ''] = players.toSorted();
    await rate(first, 1_500_000, 100_000);
    await rate(second, 1_500_000, 90_000);
    await rate(third, 1_500_000, 100_000);
    await rate(fourth, 1_600_000, 130_000);
    const places = [fourth, second, first, third];
    const { rows } = (await ask(test.app, CALLS.getSeason, {})).value;
    expect(rows.map(({ walletAddress }) => walletAddress)).toEqual(places);
    expect(rows.map(({ league }) => league)).toEqual(['gold', 'silver', 'silver', 'silver']);
    for (const [at, address] of places.entries()) expect((await mySeason(address)).rating.rank).toBe(at + 1);
  });
});

describe('a day’s rounds', () => {
  it('are added up, and the best of them is kept', async () => {
    const { address } = await test.player('alice');
    const { db } = test.context;
    const atMs = test.clock.nowMs;
    await countPlay(db, { address, kind: 'solo', score: 300, popped: 40, bestCombo: 7, atMs });
    await countPlay(db, { address, kind: 'battle', score: 200, popped: 30, bestCombo: 9, atMs });
    await countPlay(db, { address, kind: 'daily', score: 100, popped: 20, bestCombo: 8, atMs });
    await countPlay(db, { address, kind: 'solo', score: 900, popped: 80, bestCombo: 9, atMs: atMs + DAY_MS });
    const { quests } = await mySeason(address);
    expect(await findPlayDay(db, address, quests.date)).toMatchObject({
      rounds: 3,
      popped: 90,
      best_combo: 9,
      best_score: 300,
      battles: 1,
      daily_rounds: 1,
    });
  });

  it('complete the day when all its quests are, once, and for ever', async () => {
    const { address } = await test.player('alice');
    const { db } = test.context;
    const completeDays = async () => (await mySeason(address)).quests.completeDays;
    const playAll = async () => {
      const round = { address, score: 2_000, popped: 500, bestCombo: 40, atMs: test.clock.nowMs } as const;
      // The longest quest needs five rounds.
      for (const kind of ['solo', 'solo', 'battle', 'battle', 'daily'] as const)
        await countPlay(db, { ...round, kind });
    };
    await countPlay(db, { address, kind: 'solo', score: 1, popped: 1, bestCombo: 1, atMs: test.clock.nowMs });
    expect(await completeDays()).toBe(0);
    await playAll();
    expect(await completeDays()).toBe(1);
    await playAll();
    expect(await completeDays()).toBe(1);
    test.clock.nowMs += DAY_MS;
    expect(await completeDays()).toBe(1);
    await playAll();
    expect(await completeDays()).toBe(2);
  });
});
