import { CALLS } from '@popfray/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execute, fetchRows } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import { postEntry, playerAccount, REWARD_BUDGET, HOUSE } from '../ledger/ledger.ts';
import { openDatabase } from '../platform/database/index.ts';
import { renamePlayer } from '../players/player.ts';
import { createSession } from '../sessions/create.ts';
import { publishSessionChange } from '../sessions/session.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createTestContext, START_MS, type TestContext } from '../testing/context.fixture.ts';
import { settled, type Outcome } from './battle.fixture.ts';
import { compareTallied, Ranking, type Tallied } from './ranking.ts';
import { getActiveSessions, getLeaderboard, getPlatformStats, getStanding } from './statistics.ts';
import { Tally, tallyOf } from './tally.ts';

const TRX = 1_000_000;
const DAY_MS = 86_400_000;
const SOL = 'So11111111111111111111111111111111111111112';

let test: TestContext;
let ann: string;
let bob: string;
beforeEach(async () => {
  test = await createTestContext();
  ann = (await test.player('ann')).address;
  bob = (await test.player('bob')).address;
});
afterEach(async () => test.stop());

let rewards = 0;

/** Credits a Solo round, as finishing one does. */
async function reward(address: string, amountSun: number, nowMs = test.clock.nowMs): Promise<void> {
  const { db } = test.context;
  const key = `round:${++rewards}`;
  const fund = [
    { account: HOUSE, amountSun: -amountSun },
    { account: REWARD_BUDGET, amountSun },
  ];
  await postEntry(db, { key: `budget:${rewards}`, kind: 'reward-budget', reference: '', postings: fund }, nowMs);
  const postings = [
    { account: REWARD_BUDGET, amountSun: -amountSun },
    { account: playerAccount(address), amountSun },
  ];
  await postEntry(db, { key, kind: 'round-reward', reference: key, postings }, nowMs);
}

const play = async (outcomes: readonly Outcome[], atMs = test.clock.nowMs, feeSun = TRX): Promise<string> =>
  settled(test.context.db, ann, outcomes, atMs, feeSun);
const playFree = async (outcomes: readonly Outcome[]): Promise<string> => play(outcomes, test.clock.nowMs, 0);

describe('platform stats', () => {
  it('are nothing at first', async () => {
    expect(await getPlatformStats(test.context)).toEqual({
      onlinePlayers: 0,
      trxEarnedToday: '0',
      totalTrxEarned: '0',
      crossChainBattles: 0,
      isNetworkOnline: true,
      isBridgeActive: false,
      isPaidPlayPaused: false,
      areWithdrawalsPaused: false,
    });
  });

  it('count rewards and shares, today by UTC and ever, each once however often they are asked for', async () => {
    const { context, clock } = test;
    await reward(ann, 2 * TRX, clock.nowMs - DAY_MS);
    await reward(bob, 1_500_000);
    await play([
      { address: ann, position: 1, shareSun: 4 * TRX },
      { address: SOL, chain: 'sol', position: 2 },
    ]);
    await play([
      { address: ann, position: 1 },
      { address: bob, position: 2 },
    ]);
    for (let time = 0; time < 3; time++)
      expect(await getPlatformStats(context)).toMatchObject({
        trxEarnedToday: '5.5',
        totalTrxEarned: '7.5',
        crossChainBattles: 1,
      });
    clock.nowMs = START_MS + DAY_MS;
    expect(await getPlatformStats(context)).toMatchObject({ trxEarnedToday: '0', totalTrxEarned: '7.5' });
    await reward(bob, TRX);
    expect(await getPlatformStats(context)).toMatchObject({ trxEarnedToday: '1', totalTrxEarned: '8.5' });
  });

  it('do not count other movements of money', async () => {
    const { context } = test;
    const postings = [
      { account: HOUSE, amountSun: -TRX },
      { account: playerAccount(ann), amountSun: TRX },
    ];
    await postEntry(context.db, { key: 'adjustment:1', kind: 'adjustment', reference: '', postings }, START_MS);
    expect((await getPlatformStats(context)).totalTrxEarned).toBe('0');
    expect(await getLeaderboard(context)).toEqual([]);
  });

  it('count the visitors who are here now', async () => {
    const { context } = test;
    const leave = context.presence.addVisitor(ann);
    context.presence.addVisitor(ann);
    expect((await getPlatformStats(context)).onlinePlayers).toBe(1);
    leave();
    expect((await getPlatformStats(context)).onlinePlayers).toBe(1);
  });
});

describe('the leaderboard', () => {
  it('ranks by games won, then win rate, then earnings, in each player’s own unit', async () => {
    const { context } = test;
    await play([
      { address: bob, position: 1, shareSun: TRX },
      { address: SOL, chain: 'sol', position: 2 },
    ]);
    await play([
      { address: SOL, chain: 'sol', position: 1 },
      { address: ann, position: 2 },
    ]);
    await play([
      { address: SOL, chain: 'sol', position: 1 },
      { address: ann, position: 2 },
    ]);
    await reward(ann, 9 * TRX);
    await renamePlayer(context.db, bob, 'Bob the second');
    expect(await getLeaderboard(context)).toEqual([
      row(1, SOL, { name: `${SOL} in battle`, blockchain: 'sol', gamesWon: 2, gamesPlayed: 3, winRate: 67 }),
      row(2, bob, { name: 'Bob the second', gamesWon: 1, gamesPlayed: 1, winRate: 100, earnings: '1' }),
      row(3, ann, { name: `TRON_${ann.slice(0, 6)}`, gamesPlayed: 2, earnings: '9' }),
    ]);
  });

  it('leaves out battles with practice bots, and the bots', async () => {
    const { context } = test;
    await play([
      { address: ann, position: 1, shareSun: TRX },
      { address: '', isBot: true, chain: 'sol', position: 2 },
    ]);
    expect(await getLeaderboard(context)).toEqual([]);
    expect(await getStanding(context, ann)).toEqual({
      rank: null,
      gamesWon: 0,
      gamesPlayed: 0,
      earnings: '0',
      freeBattles: { rank: null, gamesWon: 0, gamesPlayed: 0 },
    });
    expect(await getLeaderboard(context, 'free')).toEqual([]);
  });

  it('ranks battles with entry fees: free wins between a player’s own wallets change no rank, and are on a separate board', async () => {
    const { context } = test;
    await play([
      { address: bob, position: 1, shareSun: TRX },
      { address: SOL, chain: 'sol', position: 2 },
    ]);
    for (let battle = 0; battle < 5; battle++)
      await playFree([
        { address: ann, position: 1 },
        { address: 'own wallet', chain: 'sol', position: 2 },
      ]);
    expect((await getLeaderboard(context)).map(({ walletAddress }) => walletAddress)).toEqual([bob, SOL]);
    expect(await getLeaderboard(context, 'free')).toEqual([
      row(1, ann, { name: `TRON_${ann.slice(0, 6)}`, gamesWon: 5, gamesPlayed: 5, winRate: 100 }),
      row(2, 'own wallet', { name: 'own wallet in battle', blockchain: 'sol', gamesPlayed: 5 }),
    ]);
    expect(await getStanding(context, ann)).toEqual({
      rank: null,
      gamesWon: 0,
      gamesPlayed: 0,
      earnings: '0',
      freeBattles: { rank: 1, gamesWon: 5, gamesPlayed: 5 },
    });
    expect(await getStanding(context, bob)).toMatchObject({
      rank: 1,
      gamesWon: 1,
      freeBattles: { rank: null, gamesPlayed: 0 },
    });
  });

  it('has no earnings on the board of free battles, where nothing can be earned', async () => {
    const { context } = test;
    await reward(ann, 9 * TRX);
    await playFree([
      { address: ann, position: 1 },
      { address: bob, position: 2 },
    ]);
    expect((await getLeaderboard(context, 'free')).map(({ earnings }) => earnings)).toEqual(['0', '0']);
  });

  it('has no place for a player who has earned TRX in Solo rounds and has not played a battle', async () => {
    const { context } = test;
    await reward(ann, 9 * TRX);
    expect(await getLeaderboard(context)).toEqual([]);
    expect(await getStanding(context, ann)).toMatchObject({ rank: null, gamesPlayed: 0, earnings: '9' });
    await play([
      { address: bob, position: 1, shareSun: TRX },
      { address: ann, position: 2 },
    ]);
    expect(await getLeaderboard(context)).toMatchObject([
      { rank: 1, walletAddress: bob },
      { rank: 2, walletAddress: ann, earnings: '9' },
    ]);
    expect((await tallyOf(context.db).catchUp(context.now())).ranking.earners(9)).toMatchObject([
      { address: ann },
      { address: bob },
    ]);
  });

  it('has a win for each of those who tie', async () => {
    await play([
      { address: ann, position: 1 },
      { address: bob, position: 1 },
    ]);
    expect((await getLeaderboard(test.context)).map(({ gamesWon }) => gamesWon)).toEqual([1, 1]);
  });

  it('shows a new name after a second at the latest, and a new game at once', async () => {
    const { context, clock } = test;
    await play([
      { address: ann, position: 1 },
      { address: bob, position: 2 },
    ]);
    const namesNow = async (): Promise<string[]> => (await getLeaderboard(context)).map(({ name }) => name);
    await namesNow();
    await renamePlayer(context.db, ann, 'Ann');
    clock.nowMs += 1_000;
    expect((await namesNow())[0]).toBe('Ann');
    await play([
      { address: bob, position: 1 },
      { address: ann, position: 2 },
    ]);
    await play([
      { address: bob, position: 1 },
      { address: ann, position: 2 },
    ]);
    expect((await namesNow())[1]).toBe('Ann');
  });

  it('has a hundred rows, and a rank for everybody', async () => {
    const { context } = test;
    for (let at = 0; at < 60; at++)
      await play([
        { address: `winner ${String(at).padStart(2, '0')}`, chain: 'sol', position: 1 },
        { address: `loser ${String(at).padStart(2, '0')}`, chain: 'sol', position: 2 },
      ]);
    expect(await getLeaderboard(context)).toHaveLength(100);
    expect((await getStanding(context, 'loser 59')).rank).toBe(120);
    expect((await getStanding(context, 'winner 00')).rank).toBe(1);
  });
});

describe('sums', () => {
  const person = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const outcome = fc.record({
    address: person,
    position: fc.integer({ min: 1, max: 3 }),
    shareSun: fc.integer({ min: 0, max: 5 * TRX }),
    chain: fc.constant('sol' as const),
  });
  const ends = fc.uniqueArray(outcome, { minLength: 2, maxLength: 4, selector: ({ address }) => address });
  const battle = fc.record({ outcomes: ends, isFree: fc.boolean() });

  it('are the same whether results are read as they come or all at once, and those that SQL gives', async () => {
    const { db } = test.context;
    const carried = new Tally(db);
    await fc.assert(
      fc.asyncProperty(fc.array(battle, { maxLength: 3 }), async (battles) => {
        for (const { outcomes, isFree } of battles) await settled(db, ann, outcomes, START_MS, isFree ? 0 : TRX);
        await carried.catchUp(START_MS);
        const recomputed = await new Tally(db).catchUp(START_MS);
        expect(carried.ranking.first(9)).toEqual(recomputed.ranking.first(9));
        expect(carried.freeRanking.first(9)).toEqual(recomputed.freeRanking.first(9));
        expect(sumsOf(carried)).toEqual(sumsOf(recomputed));
        const rows = await fetchRows<{
          address: string;
          isFree: 0 | 1;
          won: number;
          played: number;
          earnedSun: number;
        }>(
          db,
          `SELECT address, CASE WHEN pool_sun = 0 THEN 1 ELSE 0 END AS "isFree",
               sum(CASE WHEN position = 1 THEN 1 ELSE 0 END) AS won, count(*) AS played, sum(share_sun) AS "earnedSun"
             FROM results JOIN battles ON battles.session_id = results.session_id GROUP BY address, "isFree"`,
        );
        for (const { address, isFree, ...wanted } of rows)
          expect((isFree === 1 ? carried.freeRanking : carried.ranking).find(address)).toMatchObject(wanted);
        expect(carried.ranking.first(9).length + carried.freeRanking.first(9).length).toBe(rows.length);
        expect(carried.totalSun).toBe(rows.reduce((sum, { earnedSun }) => sum + earnedSun, 0));
      }),
      { numRuns: 30 },
    );
  });

  it('count each result once, however many calls read at once', async () => {
    await play([
      { address: 'a', position: 1, shareSun: TRX, chain: 'sol' },
      { address: 'b', position: 2, chain: 'sol' },
    ]);
    await reward(ann, TRX);
    const tally = new Tally(test.context.db);
    await Promise.all([1, 2, 3].map(async () => tally.catchUp(START_MS)));
    expect(sumsOf(tally)).toMatchObject({ totalSun: 2 * TRX, crossChainBattles: 1 });
    expect(tally.ranking.find('a')).toMatchObject({ won: 1, played: 1, earnedSun: TRX });
  });

  it('include a battle whose results appear after results with higher numbers, as PostgreSQL can commit them', async () => {
    const { db } = test.context;
    const both = (address: string): Outcome[] => [
      { address, position: 1, shareSun: TRX, chain: 'sol' },
      { address: 'b', position: 2, chain: 'sol' },
    ];
    const renumber = async (session: string, numbers: readonly number[]): Promise<void> => {
      for (const [place, number] of numbers.entries())
        await execute(db, 'UPDATE results SET number = ? WHERE session_id = ? AND place = ?', number, session, place);
    };
    await renumber(await play(both('early')), [12, 14]);
    const tally = await new Tally(db).catchUp(START_MS);
    // Its numbers lie around those of the other battle.
    await renumber(await play(both('late')), [11, 13]);
    await tally.catchUp(START_MS);
    await tally.catchUp(START_MS);
    expect(sumsOf(tally)).toMatchObject({ totalSun: 2 * TRX, crossChainBattles: 2 });
    expect(tally.ranking.find('late')).toMatchObject({ won: 1, played: 1 });
    expect(tally.ranking.find('b')).toMatchObject({ won: 0, played: 2 });
  });

  it('leave a player out who was taken off while rows were read', async () => {
    await play([{ address: ann, position: 1, shareSun: TRX }]);
    const tally = new Tally(test.context.db);
    await Promise.all([tally.catchUp(START_MS), tally.forget(ann)]);
    expect(tally.ranking.rankOf(ann)).toBeNull();
    expect(tally.totalSun).toBe(TRX);
  });

  it('include results and rewards beyond the first thousand', async () => {
    const { db } = test.context;
    await db.inTransaction(async () => {
      for (let at = 0; at < 1_005; at++) {
        await settled(db, ann, [{ address: 'a', position: 1, shareSun: 1, chain: 'sol' }], START_MS);
        await reward(ann, 10);
      }
    });
    const tally = await new Tally(db).catchUp(START_MS);
    expect(sumsOf(tally)).toMatchObject({ totalSun: 1_005 * 11, crossChainBattles: 1_005 });
    expect(tally.ranking.find('a')).toMatchObject({ won: 1_005, earnedSun: 1_005 });
    expect(tally.ranking.find(ann)).toMatchObject({ earnedSun: 10_050 });
  });

  it('keep everybody in order, and at the rank that counting gives', () => {
    const gain = fc.record({
      address: fc.string({ minLength: 1, maxLength: 2 }),
      chain: fc.constant('tron' as const),
      name: fc.constant(''),
      won: fc.integer({ min: 0, max: 3 }),
      played: fc.integer({ min: 3, max: 5 }),
      earnedSun: fc.integer({ min: 0, max: 3 }),
    });
    const batch = fc.uniqueArray(gain, { maxLength: 150, selector: ({ address }) => address });
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 4 }), (batches) => {
        const ranking = new Ranking();
        const all = new Set<string>();
        for (const gains of batches) {
          ranking.add(gains);
          for (const { address } of gains) all.add(address);
        }
        const order = ranking.first(Infinity);
        expect(order.map(({ address }) => address).toSorted()).toEqual([...all].toSorted());
        expect(order).toEqual(order.toSorted(compareTallied));
        expect(order.map(({ address }) => ranking.rankOf(address))).toEqual(order.map((_, place) => place + 1));
      }),
    );
  });

  it('are ordered by something that is an order', () => {
    const few = fc.integer({ min: 0, max: 2 });
    const tallied = fc
      .tuple(fc.constantFrom('a', 'b'), few, few, few)
      .map(([address, won, lost, earnedSun]): Tallied => ({
        address,
        chain: 'tron',
        name: '',
        won,
        played: won + lost,
        earnedSun,
      }));
    fc.assert(
      fc.property(tallied, tallied, tallied, (a, b, c) => {
        expect(Math.sign(compareTallied(a, b)) + Math.sign(compareTallied(b, a))).toBe(0);
        if (compareTallied(a, b) <= 0 && compareTallied(b, c) <= 0) expect(compareTallied(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('read only what is new', async () => {
    const db = await openDatabase(':memory:');
    if ('code' in db) throw new Error(db.message);
    for (const query of [
      'SELECT 1 FROM results JOIN battles ON battles.session_id = results.session_id WHERE results.number > 5',
      'SELECT 1 FROM postings WHERE account_id = 3 AND number > 5',
    ]) {
      const plan = await fetchRows<{ detail: string }>(db, `EXPLAIN QUERY PLAN ${query}`);
      for (const { detail } of plan) expect(detail).toMatch(/^SEARCH/);
    }
    await db.close();
  });
});

describe('the calls', () => {
  it('answer anybody, and the signed-in player', async () => {
    const { context } = test;
    const app = createApp(context);
    await play([
      { address: ann, position: 1, shareSun: TRX },
      { address: bob, position: 2 },
    ]);
    expect((await ask(app, CALLS.getPlatformStats)).value.totalTrxEarned).toBe('1');
    expect((await ask(app, CALLS.getLeaderboard)).value.map(({ rank }) => rank)).toEqual([1, 2]);
    expect((await ask(app, CALLS.getLeaderboard, { query: { battles: 'paid' } })).value).toHaveLength(2);
    expect((await ask(app, CALLS.getLeaderboard, { query: { battles: 'free' } })).value).toEqual([]);
    for (const query of [{ battles: 'all' }, { board: 'free' }])
      expect((await ask(app, CALLS.getLeaderboard, { query })).code).toBe('ERR_BODY');
    expect((await ask(app, CALLS.getActiveSessions)).value).toEqual([]);
    expect((await ask(app, CALLS.getMyStanding)).code).toBe('ERR_SIGNED_OUT');
    const token = await signIn(context, bob);
    expect((await ask(app, CALLS.getMyStanding, { token })).value).toMatchObject({ rank: 2, gamesPlayed: 1 });
  });

  it('list the sessions that wait, the newest first, as soon as they do', async () => {
    const { context, clock } = test;
    expect(await getActiveSessions(context)).toEqual([]);
    const form = { sessionName: 'Mine', maxPlayers: 3, entryFee: 0, timeLimit: 300, policy: 'podium' } as const;
    await createSession(context, ann, { ...form, gameMode: 'cross-chain-battle' });
    clock.nowMs += 1;
    await createSession(context, bob, { ...form, gameMode: 'classic' });
    expect(await getActiveSessions(context)).toEqual([
      expect.objectContaining({ gameMode: 'classic', players: 1, maxPlayers: 3, status: 'waiting' }),
      expect.objectContaining({ gameMode: 'cross-chain-battle', blockchain: 'tron', prizePool: '0' }),
    ]);
  });

  it('have the pool that is possible while players can join, and then the one that was paid', async () => {
    const { context } = test;
    const form = { sessionName: 'Mine', maxPlayers: 3, entryFee: 0, timeLimit: 300, policy: 'podium' } as const;
    await createSession(context, ann, { ...form, gameMode: 'classic' });
    await context.db
      .updateTable('sessions')
      .set({ fee_sun: 5 * TRX })
      .execute();
    await context.db
      .updateTable('seats')
      .set({ fee_sun: 5 * TRX })
      .execute();
    const waiting = await getActiveSessions(context);
    expect(waiting).toEqual([expect.objectContaining({ prizePool: '15' })]);
    await context.db.updateTable('sessions').set({ status: 'playing', starts_at: test.clock.nowMs }).execute();
    publishSessionChange(context, waiting[0]?.id ?? '');
    expect(await getActiveSessions(context)).toEqual([expect.objectContaining({ status: 'playing', prizePool: '5' })]);
  });
});

const sumsOf = ({ totalSun, todaySun, crossChainBattles }: Tally): unknown => ({
  totalSun,
  todaySun,
  crossChainBattles,
});

const row = (rank: number, walletAddress: string, more: object): object => ({
  rank,
  walletAddress,
  blockchain: 'tron',
  gamesWon: 0,
  gamesPlayed: 0,
  winRate: 0,
  earnings: '0',
  ...more,
});
