import { createBubble } from '@popfray/engine';
import {
  AHEAD_MS,
  BATCH_MS,
  BATTLE_MS,
  encodeInputs,
  SCORE_EVERY_MS,
  type BattleEntry,
} from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../platform/sockets/connection.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { createBattleTest, replayOf, WHOLE_MS } from './battle-test.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { changeSession, COUNTDOWN_MS, startCountdown } from './countdown.fixture.ts';
import { handleFrame, seedOf, type TestPlayer } from './test-player.fixture.ts';

const battleTest = await createBattleTest();
const { test, clock, context, addressOf, advance } = battleTest;
const { connectPlayers, expectFair, playerOf, resultOf, resultsOf } = battleTest;

describe('a connection to a battle', () => {
  const unusedConnection: Connection = {
    isOpen: true,
    send: () => expect.unreachable(),
    close: () => expect.unreachable(),
  };
  const enter = async (sessionId: string, userId: string, token: string) =>
    battleTest.battles.connect(sessionId, userId, token, unusedConnection);

  it('needs the token of the seat, and a battle that has not ended', async () => {
    const sessionId = await startCountdown(test, { bots: ['novice'] });
    const other = await startCountdown(test);
    const [ann, ben] = [addressOf(0), addressOf(1)];
    const refused = (error: string) => ({ ok: false, error });
    expect(await enter('session-none', ann, makeSeatToken(context, 'session-none', ann))).toEqual(
      refused('ERR_SESSION_UNKNOWN'),
    );
    expect(await enter(sessionId, ann, makeSeatToken(context, sessionId, ben))).toEqual(refused('ERR_SEAT_UNKNOWN'));
    expect(await enter(sessionId, ann, makeSeatToken(context, other, ann))).toEqual(refused('ERR_SEAT_UNKNOWN'));
    expect(await enter(sessionId, ann, '')).toEqual(refused('ERR_SEAT_UNKNOWN'));
    expect(await enter(sessionId, 'bot-1', makeSeatToken(context, sessionId, 'bot-1'))).toEqual(
      refused('ERR_SEAT_UNKNOWN'),
    );
    const stranger = addressOf(7);
    expect(await enter(sessionId, stranger, makeSeatToken(context, sessionId, stranger))).toEqual(
      refused('ERR_SEAT_UNKNOWN'),
    );
    await advance([], COUNTDOWN_MS - 10);
    await changeSession(test, other, { status: 'waiting', starts_at: null });
    expect(await enter(other, ann, makeSeatToken(context, other, ann))).toEqual(refused('ERR_SESSION_STATE'));
  });

  it('is shown to the other players, and to everybody who asks for the session', async () => {
    const sessionId = await startCountdown(test);
    const ann = await playerOf(sessionId, 0).connect();
    const ben = await playerOf(sessionId, 1).connect();
    await advance([], SCORE_EVERY_MS);
    expect(ann.terms?.players.map(({ isConnected }) => isConnected)).toEqual([true, true]);
    expect(context.presence.isConnected(sessionId, ben.userId)).toBe(true);
    ben.drop();
    await advance([], SCORE_EVERY_MS);
    expect(ann.terms?.players.map(({ isConnected }) => isConnected)).toEqual([true, false]);
    expect(context.presence.isConnected(sessionId, ben.userId)).toBe(false);
  });

  it('does not replace a newer one when it is closed before its turn comes', async () => {
    const { sessionId, ann } = await connectPlayers();
    const old = playerOf(sessionId, 0);
    old.close(CLOSE.slow, 'lost');
    await expect(old.connect()).rejects.toThrow('ERR_SESSION_STATE');
    expect(ann.closed).toBeNull();
    expect(ann.giveSeed()).toBe(ann);
  });

  it('is closed by a newer one of the same seat, and has no effect then', async () => {
    const { sessionId, players, ann: old, ben } = await connectPlayers();
    await advance(players, COUNTDOWN_MS + 3_000);
    const oldConnection = old.openConnection;
    const ann = await playerOf(sessionId, 0, 'regular').connect();
    expect(old.closed).toMatchObject({ code: CLOSE.replaced });
    expect(
      handleFrame(oldConnection, encodeInputs({ first: 0, untilMs: 3_000, inputs: Int32Array.of(3_000, 1, 1) })),
    ).toBe('over');
    oldConnection.leave();
    oldConnection.disconnect();
    expect(context.presence.isConnected(sessionId, ann.userId)).toBe(true);
    await advance([ann, ben], BATTLE_MS);
    expect((await resultsOf(sessionId))[0]).toMatchObject({ status: 'finished' });
    expect(ann.refusals).toEqual([]);
  });

  it('is not closed by an earlier entry of the same page that was held up on its way', async () => {
    const { sessionId, ann: first } = await connectPlayers();
    const page = 'a'.repeat(32);
    const enterBy = async (player: TestPlayer, entry?: BattleEntry) =>
      battleTest.battles.connect(sessionId, player.userId, player.token, player, entry);
    const [second, late, reloaded] = [playerOf(sessionId, 0), playerOf(sessionId, 0), playerOf(sessionId, 0)];
    expect(await enterBy(second, { page, number: 2 })).toMatchObject({ ok: true });
    expect(first.closed).toMatchObject({ code: CLOSE.replaced });
    expect(await enterBy(late, { page, number: 1 })).toEqual({ ok: false, error: 'ERR_SESSION_STATE' });
    expect(second.closed).toBeNull();
    // Another connection follows the battle with the same entry, and another page begins to count again.
    expect(await enterBy(late, { page, number: 2 })).toMatchObject({ ok: true });
    expect(await enterBy(reloaded, { page: 'b'.repeat(32), number: 1 })).toMatchObject({ ok: true });
    expect(late.closed).toMatchObject({ code: CLOSE.replaced });
    expect(await enterBy(playerOf(sessionId, 0))).toMatchObject({ ok: true });
  });

  it('can be opened again by the same connection', async () => {
    const { sessionId, ann } = await connectPlayers();
    await ann.connect();
    expect(ann.closed).toBeNull();
    ann.drop();
    expect(context.presence.isConnected(sessionId, ann.userId)).toBe(false);
  });
});

describe('a player', () => {
  it('continues in the same round after a reconnection', async () => {
    const { sessionId, players, ann: before, ben } = await connectPlayers(['expert', 'regular']);
    await advance(players, COUNTDOWN_MS + 20_000);
    const count = before.field.inputCount;
    before.drop();
    await advance(players, 7_500);
    const ann = await playerOf(sessionId, 0, 'expert').connect();
    expect(ann.words.map(({ type }) => type)).toEqual(['battle_terms', 'battle_seeds', 'battle_state']);
    expect(ann.field.inputCount).toBeGreaterThan(count - 3);
    await advance([ann, ben], BATTLE_MS);
    const own = await resultOf(sessionId, 0);
    ann.field.advanceTo(BATTLE_MS);
    expect(replayOf(own)).toMatchObject({ score: ann.field.score, hash: ann.field.hash });
    expect(own.status).toBe('finished');
    expect(ann.refusals).toEqual([]);
    for (const result of await resultsOf(sessionId))
      for (const player of [ann, ben]) expect(player.told.get(result.place)).toEqual([...replayOf(result).inputs]);
  });

  it.each([
    ['in the middle of a round', 20_500, 1_150],
    ['over the end of a round', BATTLE_MS - 700, 1_800],
  ])('loses no click that arrived while the server stood still %s', async (_, fromMs, stallMs) => {
    const { sessionId, players, ann } = await connectPlayers(['expert', 'expert']);
    await advance(players, COUNTDOWN_MS + fromMs);
    // What is sent now waits in a buffer of the operating system, and is read after the turn that comes late.
    const endsAt = clock.nowMs + stallMs;
    for (const player of players) player.delayMs = () => Math.max(0, endsAt - clock.nowMs);
    while (clock.nowMs < endsAt - 10) {
      clock.nowMs += 10;
      for (const player of players) player.play();
    }
    await advance(players, WHOLE_MS - fromMs);
    ann.field.advanceTo(BATTLE_MS);
    expect(players.flatMap(({ refusals }) => refusals)).toEqual([]);
    expect(replayOf(await resultOf(sessionId, 0)).inputs).toEqual(ann.field.inputs());
  });

  it('receives another player’s click when it is too late to copy it', async () => {
    const { players, ann, ben } = await connectPlayers(['expert', 'novice']);
    ben.bot = null;
    await advance(players, COUNTDOWN_MS);
    const { startsAt } = required(ann.terms);
    let copied = 0;
    for (let turn = 0; turn < 1_000; turn++) {
      const known = ben.told.get(0)?.length ?? 0;
      await advance([ann], 10);
      const news = Int32Array.from(ben.told.get(0)?.slice(known, known + 3) ?? []);
      const clickMs = news[0] ?? Infinity;
      if (clickMs === Infinity) continue;
      copied++;
      // The longest stretch that the click fits into.
      const untilMs = Math.min(clickMs + BATCH_MS - 1, clock.nowMs - startsAt + AHEAD_MS);
      expect(handleFrame(ben.openConnection, encodeInputs({ first: 0, untilMs, inputs: news }))).toBe('late');
    }
    expect(copied).toBeGreaterThan(10);
    // A new connection does not help either.
    const back = await playerOf(ben.sessionId, 1).connect();
    expect(back.told.get(0)).toEqual(ben.told.get(0));
    expect(ann.field.inputCount * 3).toBeGreaterThan(required(back.told.get(0)).length);
    await changeSession(test, ben.sessionId, { status: 'cancelled', ended_at: clock.nowMs });
  });

  it('and the server agree on every click in the end, with any faults of the network', async () => {
    const weather = fc.record({
      delays: fc.array(fc.nat(1_400), { minLength: 20, maxLength: 60 }),
      awayAt: fc.nat(50_000),
    });
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(weather, async ({ delays, awayAt }) => {
        const { sessionId, players, ann, ben } = await connectPlayers(['expert', 'regular']);
        let sent = 0;
        ann.delayMs = () => delays[Math.floor(sent++ / 20) % delays.length] ?? 0;
        await advance(players, COUNTDOWN_MS + awayAt);
        ben.drop();
        await advance(players, 2_000);
        const back = await playerOf(sessionId, 1, 'novice').connect();
        await advance([ann, back], WHOLE_MS - awayAt);
        refused += ann.refusals.length;
        expect(back.refusals).toEqual([]);
        for (const [place, player] of [ann, back].entries()) {
          player.field.advanceTo(BATTLE_MS);
          const { inputs, hash } = replayOf(await resultOf(sessionId, place));
          expect(player.field.inputs()).toEqual(inputs);
          expect(player.field.hash).toBe(hash);
        }
        await expectFair(sessionId);
      }),
      { numRuns: 8 },
    );
    expect(refused).toBeGreaterThan(0);
  });

  it('receives the result after the end when it connects again, and other callers do not', async () => {
    const { sessionId, players, ann, ben } = await connectPlayers();
    await advance(players, COUNTDOWN_MS + 50_000);
    ann.drop();
    await advance([ben], WHOLE_MS);
    expect(ann.over).toBeNull();
    await ann.connect();
    expect(ann.over).toEqual(ben.over);
    expect(ann.over?.outcome).toBe('settled');
    expect(handleFrame(ann.openConnection, encodeInputs({ first: 0, untilMs: 1, inputs: new Int32Array() }))).toBe(
      'over',
    );
    expect(ann.openConnection.setSeed(seedOf('ann')).ok).toBe(false);
    ann.openConnection.leave();
    expect(await resultOf(sessionId, 0)).toMatchObject({ status: 'finished' });
    expect(await battleTest.battles.connect(sessionId, ann.userId, ben.token, ann)).toEqual({
      ok: false,
      error: 'ERR_SEAT_UNKNOWN',
    });
  });

  it('may connect late, without a seed in the entropy', async () => {
    const sessionId = await startCountdown(test);
    const ann = (await playerOf(sessionId, 0, 'regular').connect()).giveSeed();
    await advance([ann], COUNTDOWN_MS + 30_000);
    const ben = await playerOf(sessionId, 1, 'expert').connect();
    expect(ben.openConnection.setSeed(seedOf('ben'))).toEqual({ ok: false, error: 'ERR_SEED_LATE' });
    await advance([ann, ben], BATTLE_MS);
    const results = await resultsOf(sessionId);
    expect(results.map(({ status, seed }) => [status, seed])).toEqual([
      ['finished', seedOf(addressOf(0))],
      ['finished', null],
    ]);
    expect(required(results[1]).score).toBeGreaterThan(0);
    await expectFair(sessionId);
  });

  it('who never connects was absent, and one who leaves keeps the score', async () => {
    const sessionId = await startCountdown(test, { players: 3 });
    const ann = (await playerOf(sessionId, 0, 'regular').connect()).giveSeed();
    const ben = (await playerOf(sessionId, 1, 'expert').connect()).giveSeed();
    await advance([ann, ben], COUNTDOWN_MS + 30_000);
    const score = required(ben.scores?.players[1]).score;
    ben.openConnection.leave();
    await advance([ann], 100);
    expect(await battleTest.battles.connect(sessionId, ben.userId, ben.token, ben)).toEqual({
      ok: false,
      error: 'ERR_SESSION_STATE',
    });
    await advance([ann], BATTLE_MS);
    const results = await resultsOf(sessionId);
    expect(results.map(({ status }) => status)).toEqual(['finished', 'left', 'absent']);
    expect(required(results[1]).score).toBeGreaterThanOrEqual(score);
    expect(score).toBeGreaterThan(0);
    expect(results[2]).toMatchObject({ score: 0, position: 3 });
  });

  it('shares a position with another of the same score', async () => {
    const { sessionId, players, ann } = await connectPlayers();
    for (const player of players) player.bot = null;
    await advance(players, COUNTDOWN_MS + 5_000);
    // The same entropy, the same clicks: at the highest bubble that is in the field.
    const bubble = createBubble();
    ann.field.bubbleAt(0, bubble);
    for (const player of players) {
      expect(player.field.pop(bubble.xPx, Math.min(bubble.yPx, 600))).toMatch(/pop|hit/);
      player.flush(5_000);
    }
    await advance(players, BATTLE_MS);
    expect((await resultsOf(sessionId)).map(({ position }) => position)).toEqual([1, 1]);
    expect((await resultOf(sessionId, 0)).score).toBeGreaterThan(0);
  });
});
