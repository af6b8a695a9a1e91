import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  BATTLE_MS,
  decodeServerFrame,
  encodeInputs,
  GRACE_MS,
  RESUME_WINDOW_MS,
  REVEAL_AHEAD_MS,
  SEED_CLOSE_MS,
  TELL_AFTER_MS,
} from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import { describe, expect, it } from 'vitest';
import { execute, fetchValue } from '../platform/database/raw-query.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { COUNTDOWN_MS, startCountdown } from './countdown.fixture.ts';
import { handleFrame, TestPlayer } from './test-player.fixture.ts';
import { REJOIN_MS } from './resume-point.ts';
import { clicksOf, createTakeoverTest } from './takeover-test.fixture.ts';

const takeoverTest = await createTakeoverTest();
const { test, clock, db, startNode, sessionOf, resultsOf, faults, connectPlayers, advance, replace } = takeoverTest;

describe('a battle whose process was killed', () => {
  it('is continued by the next one, and no acknowledged click is lost', async () => {
    const { sessionId, players } = await connectPlayers(takeoverTest.first, ['expert', 'regular'], {
      bots: ['expert'],
    });
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_000);
    const acknowledged = players.map((player) => [...player.field.inputs()].slice(0, player.acknowledged * 3));
    expect(acknowledged[0]?.length).toBeGreaterThan(100);
    const second = await replace(players, 1_800, null);
    await advance(second, players, BATTLE_MS + RESUME_WINDOW_MS);

    expect((await sessionOf(sessionId)).status).toBe('settled');
    const results = await resultsOf(sessionId);
    for (const [place, player] of players.entries()) {
      const clicks = clicksOf(results[place]);
      expect(clicks.slice(0, acknowledged[place]?.length)).toEqual(acknowledged[place]);
      player.field.advanceTo(BATTLE_MS);
      expect([...player.field.inputs()]).toEqual(clicks);
      expect(player.refusals).toEqual([]);
      for (const result of results) expect(player.told.get(result.place)).toEqual(clicksOf(result));
    }
    expect(faults()).toEqual([]);
  });

  it('continues where its players stopped, so that no player has more time', async () => {
    const { players, ann } = await connectPlayers(takeoverTest.first, ['regular', 'novice']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_300);
    const { startsAt } = required(ann.terms);
    const second = await replace(players, 30_000);
    await advance(second, players, 10);
    // At the end of the last second that was revealed: of second 21, a second ahead.
    expect(clock.nowMs - required(ann.terms).startsAt).toBe(22_010);
    expect(required(ann.terms).startsAt).toBeGreaterThan(startsAt);
    const reveals = ann.sent.flatMap(({ data, atMs }) => {
      const frame = typeof data === 'string' ? null : decodeServerFrame(data);
      return frame?.type === 'reveal' ? [{ second: frame.second, atMs }] : [];
    });
    expect(required(ann.state).reveals).toHaveLength(24);
    await advance(second, players, 2_000);
    for (const { second: at, atMs } of reveals.slice(22))
      expect(atMs).toBeGreaterThanOrEqual(required(ann.terms).startsAt + at * 1_000 - REVEAL_AHEAD_MS);
  });

  it('is not moved when the outage was shorter than what the players know', async () => {
    const { players, ann } = await connectPlayers(takeoverTest.first, ['regular', 'novice']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_000);
    const { startsAt } = required(ann.terms);
    await replace(players, 1_500);
    expect(required(ann.terms).startsAt).toBe(startsAt);
  });

  it('accepts the clicks that were not acknowledged, once, and shows them to others when the window has closed', async () => {
    const { sessionId, players, ann, ben } = await connectPlayers(takeoverTest.first, ['novice', 'novice'], {
      bots: ['novice'],
    });
    for (const player of players) player.bot = null;
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_000);
    const { startsAt } = required(ann.terms);
    const click = (timeMs: number) => encodeInputs({ first: 0, untilMs: timeMs, inputs: Int32Array.of(timeMs, 8, 8) });
    // It was accepted, and not stored when the process died.
    expect(handleFrame(ann.openConnection, click(19_900))).toBe('accepted');
    expect(ann.acknowledged).toBe(0);
    const second = await replace(players, 4_000);
    expect(required(ann.state).inputs[0]).toEqual([]);
    expect(handleFrame(ann.openConnection, click(19_900))).toBe('accepted');
    expect(handleFrame(ann.openConnection, click(19_900))).toBe('order');
    expect(handleFrame(ann.openConnection, click(19_910))).toBe('order');
    await advance(second, [], TELL_AFTER_MS + 1_000);
    expect(ann.acknowledged).toBe(1);
    expect(ben.told.get(0)).toEqual([]);
    await advance(second, [], RESUME_WINDOW_MS);
    expect(ben.told.get(0)).toEqual([19_900, 8, 8]);
    expect(clock.nowMs).toBeGreaterThan(startsAt);
    await advance(second, [], BATTLE_MS);
    expect(clicksOf((await resultsOf(sessionId))[0])).toEqual([19_900, 8, 8]);
  });

  it('accepts an altered batch in place of one that was not stored, and none in place of one that was', async () => {
    const { sessionId, players, ann } = await connectPlayers(takeoverTest.first, ['novice', 'novice'], {
      bots: ['novice'],
    });
    for (const player of players) player.bot = null;
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 19_500);
    const batch = (index: number, timeMs: number, place: number) =>
      encodeInputs({ first: index, untilMs: timeMs, inputs: Int32Array.of(timeMs, place, place) });
    expect(handleFrame(ann.openConnection, batch(0, 19_400, 8))).toBe('accepted');
    await advance(takeoverTest.first, players, 500);
    expect(ann.acknowledged).toBe(1);
    // It was accepted, and not stored when the process died.
    expect(handleFrame(ann.openConnection, batch(1, 19_900, 8))).toBe('accepted');
    const second = await replace(players, 4_000);
    expect(handleFrame(ann.openConnection, batch(0, 19_400, 16))).toBe('order');
    expect(handleFrame(ann.openConnection, batch(1, 19_950, 16))).toBe('accepted');
    expect(handleFrame(ann.openConnection, batch(1, 19_960, 24))).toBe('order');
    await advance(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect(clicksOf((await resultsOf(sessionId))[0])).toEqual([19_400, 8, 8, 19_950, 16, 16]);
  });

  it('refuses clicks from long before the outage, and those from before it after the window', async () => {
    const { players, ann, ben } = await connectPlayers(takeoverTest.first, ['novice', 'novice'], { bots: ['novice'] });
    for (const player of players) player.bot = null;
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_000);
    const click = (timeMs: number) => encodeInputs({ first: 0, untilMs: timeMs, inputs: Int32Array.of(timeMs, 8, 8) });
    const second = await replace(players, 4_000);
    expect(required(ann.state).acceptsFromMs).toBe(20_000 - GRACE_MS);
    expect(handleFrame(ann.openConnection, click(20_000 - GRACE_MS - 1))).toBe('late');
    expect(handleFrame(ann.openConnection, click(20_000 - GRACE_MS))).toBe('accepted');
    await advance(second, [], RESUME_WINDOW_MS);
    expect(handleFrame(ben.openConnection, click(20_000))).toBe('late');
  });

  it('in its countdown takes the same secret and the seeds that were given, and waits for the other players', async () => {
    const sessionId = await startCountdown(
      { ...test, context: takeoverTest.first.context },
      { startsInMs: COUNTDOWN_MS },
    );
    const [ann, ben] = [0, 1].map(
      (at) =>
        new TestPlayer(
          takeoverTest.first.context,
          takeoverTest.first.battles,
          sessionId,
          test.wallet(`player ${at}`).address,
          'regular',
        ),
    );
    await required(ann).connect();
    required(ann).giveSeed();
    await advance(takeoverTest.first, [required(ann)], 4_000);
    const { commitment } = required(required(ann).terms);
    required(ann).drop();
    clock.nowMs += 3_000;
    const second = await startNode();
    await required(ann).connect(second.battles);
    expect(required(required(ann).terms)).toMatchObject({
      commitment,
      startsAt: clock.nowMs + SEED_CLOSE_MS + REJOIN_MS,
    });
    expect(required(required(ann).terms).players.map(({ hasSeed }) => hasSeed)).toEqual([true, false]);
    await required(ben).connect(second.battles);
    required(ben).giveSeed();
    const both = [required(ann), required(ben)];
    await advance(second, both, REJOIN_MS + SEED_CLOSE_MS + BATTLE_MS + RESUME_WINDOW_MS);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    expect((await resultsOf(sessionId)).map(({ seed, status }) => [seed !== null, status])).toEqual([
      [true, 'finished'],
      [true, 'finished'],
    ]);
  });

  it('after the last second is settled by the next process with everything that was stored', async () => {
    const { sessionId, players } = await connectPlayers(takeoverTest.first, ['expert', 'regular']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + BATTLE_MS + 500);
    const clicks = players.map((player) => [...player.field.inputs()]);
    for (const player of players) player.drop();
    clock.nowMs += 5_000;
    const second = await startNode();
    await advance(second, [], RESUME_WINDOW_MS + 200);
    expect((await resultsOf(sessionId)).map((result) => clicksOf(result))).toEqual(clicks);
  });

  it('keeps who has arrived and who has left', async () => {
    const { sessionId, players, ann, ben } = await connectPlayers(takeoverTest.first, ['expert', 'regular', 'novice']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 10_000);
    ann.openConnection.leave();
    await advance(takeoverTest.first, [ben], 100);
    const second = await replace([], 2_000);
    await expect(ann.connect(second.battles)).rejects.toThrow('ERR_SESSION_STATE');
    await advance(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await resultsOf(sessionId)).map(({ status }) => status)).toEqual(['left', 'finished', 'finished']);
  });

  it('knows a player as gone when that is stored, and not before', async () => {
    const { players, ann } = await connectPlayers(takeoverTest.first, ['expert', 'regular']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 10_000);
    const leaving = ann.openConnection;
    leaving.leave();
    let hasAnswer = false;
    const again = ann.connect().finally(() => (hasAnswer = true));
    again.catch(() => undefined);
    await yieldToEventLoop();
    // It is not known yet whether it counts.
    expect(hasAnswer).toBe(false);
    expect(takeoverTest.first.context.presence.isConnected(ann.sessionId, ann.userId)).toBe(true);
    expect(handleFrame(leaving, encodeInputs({ first: 0, untilMs: 10_000, inputs: new Int32Array() }))).toBe('over');
    await advance(takeoverTest.first, [], 100);
    expect(takeoverTest.first.context.presence.isConnected(ann.sessionId, ann.userId)).toBe(false);
    await expect(again).rejects.toThrow('ERR_SESSION_STATE');
    await expect(ann.connect()).rejects.toThrow('ERR_SESSION_STATE');
  });

  it('sends a player away whose leaving was not stored, so that the player leaves again', async () => {
    const { sessionId, players, ann, ben } = await connectPlayers(takeoverTest.first, ['expert', 'regular']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 10_000);
    const second = await startNode();
    second.leases.lastSeenAt = clock.nowMs;
    await advance(second, [], 200);
    ann.openConnection.leave();
    await takeoverTest.first.battles.turn((clock.nowMs += 20));
    expect(ann.closed).toMatchObject({ code: CLOSE.moved });
    await ann.connect(second.battles);
    ann.openConnection.leave();
    await ben.connect(second.battles);
    await advance(second, [ben], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await resultsOf(sessionId)).map(({ status }) => status)).toEqual(['left', 'finished']);
  });

  it('leaves no row of its journal behind', async () => {
    const { sessionId, players } = await connectPlayers(takeoverTest.first, ['expert', 'regular']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 10_000);
    const countRows = async (table: string) =>
      fetchValue<number>(db, `SELECT count(*) FROM ${table} WHERE session_id = ?`, sessionId);
    expect(await countRows('battle_journal')).toBeGreaterThan(10);
    const second = await replace(players, 2_000);
    await advance(second, players, BATTLE_MS + RESUME_WINDOW_MS);
    // SQLite deletes rows of two seconds in each second, from the oldest on.
    await advance(second, [], BATTLE_MS);
    for (const table of ['battle_journal', 'live_battles']) expect(await countRows(table)).toBe(0);
    expect(await fetchValue(db, 'SELECT count(*) FROM leases WHERE name = ?', `battle:${sessionId}`)).toBe(0);
  });

  it('has one commitment in the public list, stored before a player is shown it, which stays when the battle is not played', async () => {
    const { sessionId, players, ann } = await connectPlayers(takeoverTest.first, ['expert', 'regular']);
    const { commitment } = required(ann.terms);
    const published = async () =>
      db.selectFrom('commitments').select('commitment').where('session_id', '=', sessionId).execute();
    expect(await published()).toEqual([{ commitment }]);
    const second = await replace(players, 500);
    await advance(second, [], 200);
    expect(await published()).toEqual([{ commitment }]);
    clock.nowMs += 6 * 60_000;
    const third = await startNode();
    await advance(third, [], 200);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'waiting', starts_at: null });
    expect(await published()).toEqual([{ commitment }]);
  });

  it('is refunded when the outage was too long, and a countdown waits again', async () => {
    const played = await connectPlayers(takeoverTest.first, ['expert', 'regular']);
    await advance(takeoverTest.first, played.players, COUNTDOWN_MS + 10_000);
    const waiting = await connectPlayers(takeoverTest.first, ['expert', 'regular']);
    await advance(takeoverTest.first, [], 1_000);
    clock.nowMs += 6 * 60_000;
    const second = await startNode();
    await advance(second, [], 200);
    expect(await sessionOf(played.sessionId)).toMatchObject({ status: 'cancelled', reason: 'fault' });
    expect(await sessionOf(waiting.sessionId)).toMatchObject({ status: 'waiting', starts_at: null });
    expect(second.battles.count).toBe(0);
  });

  it('is refunded when its journal is damaged, or missing', async () => {
    const [damaged, missing] = [
      await connectPlayers(takeoverTest.first, ['expert', 'regular']),
      await connectPlayers(takeoverTest.first, ['expert', 'regular']),
    ];
    await advance(takeoverTest.first, [...damaged.players, ...missing.players], COUNTDOWN_MS + 5_000);
    await execute(
      db,
      'UPDATE battle_journal SET records = ? WHERE session_id = ?',
      Buffer.of(4, 0, 9),
      damaged.sessionId,
    );
    await execute(db, 'DELETE FROM live_battles WHERE session_id = ?', missing.sessionId);
    const second = await startNode();
    await advance(second, [], 200);
    for (const { sessionId } of [damaged, missing])
      expect(await sessionOf(sessionId)).toMatchObject({ status: 'cancelled', reason: 'fault' });
  });
});
