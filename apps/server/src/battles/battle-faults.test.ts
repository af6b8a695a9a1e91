import { AHEAD_MS, BATTLE_MS, encodeClock, encodeInputs } from '@popfray/protocol/battle';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { refundSession } from '../sessions/refund.ts';
import { createBattleTest, replayOf, WHOLE_MS } from './battle-test.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { changeSession, COUNTDOWN_MS } from './countdown.fixture.ts';
import { handleFrame } from './test-player.fixture.ts';

const battleTest = await createBattleTest();
const { test, clock, context, db } = battleTest;
const { advance, connectPlayers, expectFair, findBattle, resultOf, sessionOf } = battleTest;

describe('faults', () => {
  it('a frame of any bytes has an answer, and throws nothing', async () => {
    const { players, ben } = await connectPlayers();
    await advance(players, COUNTDOWN_MS + 1_000);
    expect(handleFrame(ben.openConnection, encodeClock(1))).toBe('malformed');
    expect(handleFrame(ben.openConnection, new Uint8Array(0))).toBe('malformed');
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ maxLength: 60 }).map((rest) => Uint8Array.of(1, ...rest)),
    );
    fc.assert(
      fc.property(bytes, (frame) => {
        expect(handleFrame(ben.openConnection, frame)).toBeTypeOf('string');
      }),
    );
    expect(battleTest.battles.count).toBe(1);
    await changeSession(test, ben.sessionId, { status: 'cancelled', ended_at: clock.nowMs });
  });

  it('a batch is refused to its sender alone, who continues from the accepted clicks', async () => {
    const { sessionId, players, ann, ben } = await connectPlayers(['novice', 'novice']);
    ann.bot = null;
    await advance(players, COUNTDOWN_MS + 3_000);
    const entrance = ann.openConnection;
    const click = (timeMs: number) => Int32Array.of(timeMs, 1, 1);
    expect(handleFrame(entrance, encodeInputs({ first: 0, untilMs: 2_900, inputs: click(2_900) }))).toBe('accepted');
    expect(handleFrame(entrance, encodeInputs({ first: 0, untilMs: 3_000, inputs: click(3_000) }))).toBe('order');
    expect(handleFrame(entrance, encodeInputs({ first: 1, untilMs: 3_001 + AHEAD_MS, inputs: click(3_000) }))).toBe(
      'ahead',
    );
    expect(ann.refusals).toEqual([
      { type: 'refused', reason: 'order', untilMs: 3_000, count: 1 },
      { type: 'refused', reason: 'ahead', untilMs: 3_001 + AHEAD_MS, count: 1 },
    ]);
    expect(ben.refusals).toEqual([]);
    expect(handleFrame(entrance, encodeInputs({ first: 1, untilMs: 3_000, inputs: click(3_000) }))).toBe('accepted');
    await advance(players, BATTLE_MS);
    expect([...replayOf(await resultOf(sessionId, 0)).inputs]).toEqual([2_900, 1, 1, 3_000, 1, 1]);
    expect(handleFrame(entrance, encodeInputs({ first: 2, untilMs: 60_000, inputs: click(59_999) }))).toBe('over');
  });

  it('a cancelled session ends the battle for its players', async () => {
    const { sessionId, players, ann } = await connectPlayers();
    await advance(players, COUNTDOWN_MS + 5_000);
    // An event of another node is a hint: the database does not say that it is over.
    context.bus.publish({ type: 'over', over: { type: 'battle_over', sessionId, outcome: 'cancelled', results: [] } });
    await battleTest.battles.turn(clock.nowMs);
    expect(battleTest.battles.count).toBe(1);
    await refundSession(context, await sessionOf(sessionId), 'cancelled', 'fault');
    await battleTest.battles.turn(clock.nowMs);
    expect(battleTest.battles.count).toBe(0);
    expect(players.map(({ over }) => over?.outcome)).toEqual(['cancelled', 'cancelled']);
    expect(ann.words.filter(({ type }) => type === 'battle_over')).toHaveLength(1);
    await advance(players, BATTLE_MS);
    expect(await findBattle(sessionId)).toBeUndefined();
  });

  it('a session that is cancelled at the moment in which its battle begins causes none', async () => {
    const { sessionId, players } = await connectPlayers();
    await advance(players, COUNTDOWN_MS - 10);
    const session = await sessionOf(sessionId);
    clock.nowMs = required(session.starts_at);
    await Promise.all([refundSession(context, session, 'cancelled', 'fault'), battleTest.battles.turn(clock.nowMs)]);
    expect(players.map(({ over }) => over?.outcome)).toEqual(['cancelled', 'cancelled']);
    await advance(players, 5_000);
    expect((await sessionOf(sessionId)).status).toBe('cancelled');
    expect([battleTest.battles.count, test.log.filter((entry) => entry.event === 'fault')]).toEqual([0, []]);
  });

  /** Nothing can be settled while this stands. */
  const breakSettling = async (): Promise<void> => {
    await execute(db, 'ALTER TABLE battles RENAME TO battles_away');
  };
  const mendSettling = async (): Promise<void> => {
    await execute(db, 'ALTER TABLE battles_away RENAME TO battles');
  };

  it('a failed settlement is logged and tried again', async () => {
    const { sessionId, players, ann } = await connectPlayers();
    await breakSettling();
    await advance(players, WHOLE_MS + 3_000);
    expect((await sessionOf(sessionId)).status).toBe('playing');
    expect(test.log.filter((entry) => entry.event === 'fault')).toHaveLength(4);
    await mendSettling();
    await advance(players, 1_000);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    await expectFair(sessionId);
    expect(ann.over?.outcome).toBe('settled');
  });

  it('a slow settlement does not refund the battles that wait for theirs', async () => {
    const [first, second] = [await connectPlayers(), await connectPlayers()];
    const unsubscribe = context.bus.subscribe(({ type }) => {
      if (type === 'over') clock.nowMs += 61_000;
    });
    await advance([...first.players, ...second.players], WHOLE_MS);
    unsubscribe();
    expect(battleTest.battles.count).toBe(1);
    await battleTest.battles.turn(clock.nowMs);
    expect(
      await Array.fromAsync([first, second], async ({ sessionId }) => (await sessionOf(sessionId)).status),
    ).toEqual(['settled', 'settled']);
  });

  it('a settlement that fails for a minute refunds everybody', async () => {
    const { sessionId, players, ann } = await connectPlayers();
    await breakSettling();
    await advance(players, WHOLE_MS + 61_000);
    await mendSettling();
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'cancelled', reason: 'fault' });
    expect(ann.over?.outcome).toBe('cancelled');
    expect(battleTest.battles.count).toBe(0);
  });

  it('a fault of one battle does not affect another', async () => {
    const broken = await connectPlayers();
    const sound = await connectPlayers();
    broken.ann.send = () => {
      throw new Error('a connection that throws');
    };
    await advance([broken.ben, ...sound.players], WHOLE_MS);
    expect(await sessionOf(broken.sessionId)).toMatchObject({ status: 'cancelled', reason: 'fault' });
    expect((await sessionOf(sound.sessionId)).status).toBe('settled');
    expect(test.log.filter((entry) => entry.event === 'fault').length).toBeGreaterThan(0);
  });
});
