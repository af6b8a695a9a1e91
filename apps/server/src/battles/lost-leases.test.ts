import { BATTLE_MS, encodeInputs, RESUME_WINDOW_MS } from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import { describe, expect, it } from 'vitest';
import { required } from '../testing/required.fixture.ts';
import { COUNTDOWN_MS } from './countdown.fixture.ts';
import { handleFrame } from './test-player.fixture.ts';
import { clicksOf, createTakeoverTest } from './takeover-test.fixture.ts';

const takeoverTest = await createTakeoverTest();
const { clock, startNode, sessionOf, resultsOf, connectPlayers, advance, replace } = takeoverTest;

describe('a process that has lost its battles', () => {
  it('changes nothing any more, and sends its players away', async () => {
    const { sessionId, players, ann, ben } = await connectPlayers(takeoverTest.first, ['novice', 'novice'], {
      bots: ['novice'],
    });
    for (const player of players) player.bot = null;
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_000);
    // The process is stopped for 10 s. Ann connects to the next one meanwhile.
    const frozen = ann.openConnection;
    ann.drop();
    clock.nowMs += 10_000;
    const second = await startNode();
    second.leases.lastSeenAt = clock.nowMs - 10_000;
    await ann.connect(second.battles);
    const click = Int32Array.of(22_010, 8, 8);
    await advance(second, [], 200);
    expect(handleFrame(ann.openConnection, encodeInputs({ first: 0, untilMs: 22_010, inputs: click }))).toBe(
      'accepted',
    );
    await advance(second, [], 200);
    const sent = ben.sent.length;
    // It runs again, and is not certain of its leases.
    takeoverTest.first.leases.isCertain = false;
    const own = Int32Array.of(21_900, 16, 16);
    expect(handleFrame(ben.openConnection, encodeInputs({ first: 0, untilMs: 21_900, inputs: own }))).toBe('ignored');
    expect(handleFrame(frozen, encodeInputs({ first: 0, untilMs: 21_900, inputs: own }))).toBe('over');
    await takeoverTest.first.battles.turn(clock.nowMs);
    await takeoverTest.first.battles.turn((clock.nowMs += 200));
    expect(ben.closed).toMatchObject({ code: CLOSE.moved });
    expect(ben.sent).toHaveLength(sent);
    expect(takeoverTest.first.battles.count).toBe(0);
    await ben.connect(second.battles);
    await advance(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await resultsOf(sessionId)).map((result) => clicksOf(result))).toEqual([
      [22_010, 8, 8],
      [],
      expect.anything(),
    ]);
  });

  it('writes nothing even when it believes that it has them', async () => {
    const { sessionId, players, ann } = await connectPlayers(takeoverTest.first, ['novice', 'novice'], {
      bots: ['novice'],
    });
    for (const player of players) player.bot = null;
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_000);
    const second = await startNode();
    second.leases.lastSeenAt = clock.nowMs;
    await advance(second, [], 200);
    const own = Int32Array.of(20_100, 16, 16);
    expect(handleFrame(ann.openConnection, encodeInputs({ first: 0, untilMs: 20_100, inputs: own }))).toBe('accepted');
    await takeoverTest.first.battles.turn((clock.nowMs += 20));
    expect(ann.closed).toMatchObject({ code: CLOSE.moved });
    expect(ann.acknowledged).toBe(0);
    expect(takeoverTest.first.battles.count).toBe(0);
    await advance(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await resultsOf(sessionId)).map((result) => clicksOf(result))).toEqual([[], [], expect.anything()]);
  });

  it('proves by its heartbeats that its battles run only when none of them stands still', async () => {
    const { players } = await connectPlayers(takeoverTest.first, ['novice', 'novice']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 10_000);
    takeoverTest.first.leases.isCertain = false;
    await advance(takeoverTest.first, players, 400);
    const { workRanAt } = takeoverTest.first.leases;
    const before = workRanAt.length;
    await advance(takeoverTest.first, players, 3_000);
    expect(workRanAt).toHaveLength(before);
    takeoverTest.first.leases.isCertain = true;
    await advance(takeoverTest.first, players, 10);
    // The turn in which they are continued has found them standing still.
    await advance(takeoverTest.first, players, 200);
    expect(workRanAt.slice(before)).not.toContain(false);
    expect(workRanAt.length).toBeGreaterThan(before);
  });

  it('and gets them back proves where it has continued them, so that a later outage takes no seconds away', async () => {
    const { players, ann } = await connectPlayers(takeoverTest.first, ['novice', 'novice']);
    for (const player of players) player.bot = null;
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_000);
    const lastSeenAt = clock.nowMs;
    takeoverTest.first.leases.isCertain = false;
    await advance(takeoverTest.first, players, 6_000);
    takeoverTest.first.leases.isCertain = true;
    await advance(takeoverTest.first, players, 300);
    const { startsAt } = required(ann.terms);
    // The last heartbeat that proves something is from before the battle stood still.
    await replace(players, 1_500, lastSeenAt);
    expect(required(ann.terms).startsAt).toBe(startsAt);
  });

  it('and gets them back continues them, with the clock moved by the outage', async () => {
    const { sessionId, players, ann } = await connectPlayers(takeoverTest.first, ['expert', 'regular']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_000);
    const { startsAt } = required(ann.terms);
    takeoverTest.first.leases.isCertain = false;
    await advance(takeoverTest.first, players, 6_000);
    const frames = ann.sent.length;
    await advance(takeoverTest.first, players, 1_000);
    expect(ann.sent).toHaveLength(frames);
    takeoverTest.first.leases.isCertain = true;
    await advance(takeoverTest.first, players, 200);
    expect(required(ann.terms).startsAt - startsAt).toBeGreaterThan(4_000);
    expect((await sessionOf(sessionId)).starts_at).toBe(required(ann.terms).startsAt);
    await advance(takeoverTest.first, players, BATTLE_MS + RESUME_WINDOW_MS);
    const results = await resultsOf(sessionId);
    for (const [place, player] of players.entries()) {
      player.field.advanceTo(BATTLE_MS);
      expect([...player.field.inputs()]).toEqual(clicksOf(results[place]));
    }
  });
});
