import { NO_POINTS } from '@popfray/protocol';
import { BATTLE_MS, GRACE_MS, SCORE_EVERY_MS } from '@popfray/protocol/battle';
import { describe, expect, it, vi } from 'vitest';
import { balanceOf, escrowAccount } from '../ledger/ledger.ts';
import { DatabaseUnavailableError } from '../platform/database/errors.ts';
import { setReady } from '../sessions/ready.ts';
import { startSession } from '../sessions/start.ts';
import { gather, join } from '../testing/session.fixture.ts';
import { createBattleTest, replayOf, WHOLE_MS } from './battle-test.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { COUNTDOWN_MS, startCountdown } from './countdown.fixture.ts';
import { seedOf, TestPlayer } from './test-player.fixture.ts';

const battleTest = await createBattleTest();
const { test, clock, context, db, leases } = battleTest;
const { advance, battleOf, connectPlayers, expectFair, resultsOf, sessionOf } = battleTest;

const TRX = 1_000_000;

describe('a battle', () => {
  it.each([
    [2, []],
    [3, ['expert', 'novice']],
    [8, []],
  ] as const)('of %d people and bots %j is played, settled and told to its end', async (count, bots) => {
    const all = ['expert', 'regular', 'novice', 'regular', 'expert', 'novice', 'regular', 'expert'] as const;
    const { sessionId, players } = await connectPlayers(all.slice(0, count), { bots });
    await advance(players, WHOLE_MS);

    expect(battleTest.battles.count).toBe(0);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    await expectFair(sessionId);
    const results = await resultsOf(sessionId);
    expect(results).toHaveLength(count + bots.length);
    for (const result of results)
      expect(result).toMatchObject({ status: 'finished', seed: result.is_bot ? null : seedOf(result.user_id) });
    for (const [place, player] of players.entries()) {
      expect(player.terms?.commitment).toBe((await battleOf(sessionId)).commitment);
      expect(player.refusals).toEqual([]);
      // The server's round of a player is the player's own, to the last bit.
      player.field.advanceTo(BATTLE_MS);
      expect([player.field.score, player.field.hash]).toEqual([
        required(results[place]).score,
        replayOf(required(results[place])).hash,
      ]);
      // Everybody was told everybody's clicks and scores.
      for (const result of results) {
        expect(player.told.get(result.place)).toEqual([...replayOf(result).inputs]);
        expect(player.scores?.players[result.place]).toMatchObject({ place: result.place, score: result.score });
      }
      expect(player.over?.results.map(({ score }) => score)).toEqual(results.map(({ score }) => score));
    }
  });

  it('of a local game is played by the arena’s rules', async () => {
    const { sessionId, players, ann } = await connectPlayers(['regular', 'novice'], { mode: 'classic' });
    expect(ann.terms).toMatchObject({ rulesId: 'arena', rulesVersion: 1 });
    await advance(players, WHOLE_MS);
    await expectFair(sessionId);
  });

  it('is shown with the scores of the server’s own rounds while it runs', async () => {
    const { sessionId, players, ann, ben } = await connectPlayers();
    await advance(players, COUNTDOWN_MS + 20_000);
    const shown = context.presence.scoreOf(sessionId, ann.userId);
    expect(shown).toEqual({ score: ben.scores?.players[0]?.score, source: 'verified' });
    expect(shown?.score).toBeGreaterThan(0);
    await advance(players, BATTLE_MS);
    expect(context.presence.scoreOf(sessionId, ann.userId)).toBeNull();
  });

  it('sends the same bytes to every connection, five times a second', async () => {
    const { players, ann } = await connectPlayers();
    await advance(players, COUNTDOWN_MS + 5_000);
    const frames = players.map(({ sent }) => sent.filter(({ data }) => typeof data !== 'string' && data[0] === 3));
    const { startsAt } = required(ann.terms);
    const inTime = required(frames[0]).filter(({ atMs }) => atMs > startsAt);
    expect(inTime).toHaveLength(5_000 / SCORE_EVERY_MS);
    for (const [at, { data }] of required(frames[0]).entries()) expect(required(frames[1])[at]?.data).toBe(data);
  });

  it('sends scores once a second while the process is busy, and does not take it to be busy after one late turn', async () => {
    const { players, ann } = await connectPlayers();
    await advance(players, COUNTDOWN_MS + 3_000);
    const { startsAt } = required(ann.terms);
    const countScores = (fromMs: number, toMs: number): number =>
      required(players[0]).sent.filter(({ data, atMs }) => {
        const timeMs = atMs - startsAt;
        return typeof data !== 'string' && data[0] === 3 && timeMs > fromMs && timeMs <= toMs;
      }).length;
    /** Scores are due after 200 ms at most, so this turn comes 100 ms late. */
    const turnLate = async (): Promise<number> => {
      await battleTest.battles.turn((clock.nowMs += 300));
      return clock.nowMs - startsAt;
    };
    const lateAt = await turnLate();
    await advance(players, 2_000);
    expect(countScores(lateAt, lateAt + 2_000)).toBe(2_000 / SCORE_EVERY_MS);
    await turnLate();
    await turnLate();
    const busyAt = await turnLate();
    await advance(players, 4_000);
    expect(countScores(busyAt, busyAt + 1_900)).toBe(2);
    expect(countScores(busyAt + 2_200, busyAt + 3_200)).toBe(1_000 / SCORE_EVERY_MS);
  });

  it('has no late turn while its beginning waits for the database, which delays nothing else', async () => {
    const { sessionId, players } = await connectPlayers();
    await advance(players, COUNTDOWN_MS - 100);
    const lost = new DatabaseUnavailableError('ERR_DATABASE_DOWN', new Error('a test'));
    const begin = vi.spyOn(context.leases, 'keepHeld').mockRejectedValue(lost);
    const lateMs: number[] = [];
    for (let turn = 0; turn < 100; turn++) lateMs.push(await battleTest.battles.turn((clock.nowMs += 10)));
    expect(begin.mock.calls.length).toBeGreaterThan(1);
    expect(Math.max(...lateMs)).toBe(10);
    begin.mockRestore();
    await advance(players, 1_000);
    expect((await sessionOf(sessionId)).status).toBe('playing');
  });

  it('begins in a later turn when very many begin at once', async () => {
    const sessionIds = await Array.fromAsync({ length: 150 }, async () =>
      startCountdown(test, { startsInMs: COUNTDOWN_MS }),
    );
    await advance([], COUNTDOWN_MS - 10);
    const countBegun = async (): Promise<number> =>
      (await Promise.all(sessionIds.map(sessionOf))).filter(({ status }) => status === 'playing').length;
    expect(await countBegun()).toBe(0);
    await advance([], 10);
    expect(await countBegun()).toBe(100);
    await advance([], 10);
    expect(await countBegun()).toBe(150);
  });

  it('continues when very many have stood still at once', async () => {
    const sessionIds = await Array.fromAsync({ length: 60 }, async () =>
      startCountdown(test, { startsInMs: COUNTDOWN_MS }),
    );
    await advance([], COUNTDOWN_MS + 1_000);
    const startTimes = async (): Promise<number[]> =>
      (await Promise.all(sessionIds.map(sessionOf))).map(({ starts_at }) => starts_at ?? 0);
    const before = await startTimes();
    leases.isCertain = false;
    await advance([], 6_000);
    leases.isCertain = true;
    await advance([], 300);
    const after = await startTimes();
    for (const [at, startsAt] of before.entries()) expect(required(after[at]) - startsAt).toBeGreaterThan(4_000);
  });

  it('is settled in a later turn when many battles end at once, so that the event loop is free between them', async () => {
    const sessionIds = await Array.fromAsync({ length: 6 }, async () =>
      startCountdown(test, { startsInMs: COUNTDOWN_MS }),
    );
    await advance([], COUNTDOWN_MS + BATTLE_MS + GRACE_MS - 10);
    const countEnded = async (): Promise<number> =>
      (await Promise.all(sessionIds.map(sessionOf))).filter(({ ended_at }) => ended_at !== null).length;
    expect(await countEnded()).toBe(0);
    // Each settlement takes 3 ms by the clock of this test, and a turn has 5 ms for settling.
    const settling = vi.spyOn(context, 'onStep').mockImplementation(() => void (clock.nowMs += 3));
    for (const ended of [2, 4, 6]) {
      await advance([], 10);
      expect(await countEnded()).toBe(ended);
    }
    settling.mockRestore();
  });

  it('changes the status of its session when it begins, and publishes that', async () => {
    const told: string[] = [];
    const { sessionId, players } = await connectPlayers();
    const unsubscribe = context.bus.subscribe(async (event) => {
      if (event.type === 'session') told.push((await sessionOf(event.sessionId)).status);
    });
    await advance(players, COUNTDOWN_MS - 10);
    expect((await sessionOf(sessionId)).status).toBe('starting');
    await advance(players, 10);
    expect((await sessionOf(sessionId)).status).toBe('playing');
    await expect.poll(() => told).toEqual(['playing']);
    unsubscribe();
  });
});

describe('a paid battle', () => {
  it('is shared by the rules of its session, and paid out of the entry fees', async () => {
    const [amy, bob] = [await test.player('amy', 20 * TRX), await test.player('bob', 20 * TRX)];
    const sessionId = await gather(test, amy, { entryFee: 10 });
    await join(test, bob, sessionId);
    for (const { address } of [amy, bob]) expect((await setReady(context, sessionId, address, true)).ok).toBe(true);
    expect((await startSession(context, sessionId, bob.address)).ok).toBe(true);
    const players = [
      (await new TestPlayer(context, battleTest.battles, sessionId, amy.address, 'novice').connect()).giveSeed(),
      (await new TestPlayer(context, battleTest.battles, sessionId, bob.address, 'regular').connect()).giveSeed(),
    ];
    expect(await balanceOf(db, escrowAccount(sessionId))).toBe(20 * TRX);
    await advance(players, WHOLE_MS);
    // 96 % to the winner, 1 % to the creator, the rest to the house.
    expect((await resultsOf(sessionId)).map(({ share_sun }) => share_sun)).toEqual([0, 19.2 * TRX]);
    expect(await battleOf(sessionId)).toMatchObject({
      pool_sun: 20 * TRX,
      creator_sun: 0.2 * TRX,
      house_sun: 0.6 * TRX,
    });
    expect(await balanceOf(db, escrowAccount(sessionId))).toBe(0);
    expect(players[0]?.over?.results.map(({ shareSun }) => shareSun)).toEqual([0, 19.2 * TRX]);
  });
});

describe('a battle that everybody leaves', () => {
  it('ends at its time, with what was scored', async () => {
    const { sessionId, players } = await connectPlayers(['expert', 'novice']);
    await advance(players, COUNTDOWN_MS + 10_000);
    for (const player of players) player.openConnection.leave();
    await advance([], BATTLE_MS - 10_000);
    expect((await sessionOf(sessionId)).status).toBe('playing');
    await advance([], GRACE_MS + 20);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    expect((await resultsOf(sessionId)).map(({ status }) => status)).toEqual(['left', 'left']);
  });

  it('is cancelled when no player connected', async () => {
    const sessionId = await startCountdown(test);
    await advance([], WHOLE_MS);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'cancelled', reason: NO_POINTS });
    expect(battleTest.battles.count).toBe(0);
  });
});
