import { BATTLE_MS, encodeInputs, GRACE_MS, RESUME_WINDOW_MS } from '@popfray/protocol/battle';
import { describe, expect, it } from 'vitest';
import { fetchValue } from '../platform/database/raw-query.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { COUNTDOWN_MS, startCountdown } from './countdown.fixture.ts';
import { handleFrame } from './test-player.fixture.ts';
import { clicksOf, createTakeoverTest } from './takeover-test.fixture.ts';

const takeoverTest = await createTakeoverTest();
const { test, clock, db, startNode, sessionOf, resultsOf, faults, connectPlayers, advance } = takeoverTest;

it('a new battle is left to the process that has started it, unless that does not take it', async () => {
  const second = await startNode(false);
  // The search of the second process has just been there.
  await advance(second, [], 10);
  const told = { ...second.context, leases: takeoverTest.first.leases };
  await startCountdown({ ...test, context: told });
  await advance(second, [], 500);
  expect(second.battles.count).toBe(0);
  await advance(second, [], 1_000);
  expect(second.battles.count).toBe(1);
});

describe('a process that stops', () => {
  const ownerOf = async (sessionId: string): Promise<unknown> =>
    fetchValue(db, 'SELECT owner FROM leases WHERE name = ?', `battle:${sessionId}`);

  it('hands its battles over, which the next one continues at once with every accepted click', async () => {
    const { sessionId, players, ann, ben } = await connectPlayers(takeoverTest.first, ['novice', 'novice'], {
      bots: ['expert'],
    });
    for (const player of players) player.bot = null;
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 20_300);
    const { startsAt } = required(ann.terms);
    // Accepted, and not stored when the process receives the signal to stop.
    const click = Int32Array.of(20_200, 16, 16);
    expect(handleFrame(ann.openConnection, encodeInputs({ first: 0, untilMs: 20_200, inputs: click }))).toBe(
      'accepted',
    );
    expect(await ownerOf(sessionId)).toBe(takeoverTest.first.leases.nodeId);
    await takeoverTest.first.battles.stop();
    expect(await ownerOf(sessionId)).toBeNull();
    expect(takeoverTest.first.battles.count).toBe(0);
    expect(handleFrame(ben.openConnection, encodeInputs({ first: 0, untilMs: 20_250, inputs: click }))).not.toBe(
      'accepted',
    );

    clock.nowMs += 100;
    const second = await startNode(false);
    await advance(second, [], 10);
    expect(second.battles.count).toBe(1);
    for (const player of players) await player.connect(second.battles);
    // The second in which it stopped is not over, so its clock needs no move.
    expect(required(ann.terms).startsAt).toBe(startsAt);
    await advance(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    expect((await resultsOf(sessionId)).map((result) => clicksOf(result))).toEqual([[...click], [], expect.anything()]);
    expect(faults()).toEqual([]);
  });

  it('waits for the end of its battles and takes no others, when it is to drain', async () => {
    const { sessionId, players } = await connectPlayers(takeoverTest.first, ['novice', 'novice']);
    await advance(takeoverTest.first, players, COUNTDOWN_MS + 50_000);
    let isDrained = false;
    const drained = takeoverTest.first.battles.drain().then(() => (isDrained = true));
    const later = await startCountdown({ ...test, context: takeoverTest.first.context }, { startsInMs: COUNTDOWN_MS });
    await advance(takeoverTest.first, players, 5_000);
    expect([isDrained, takeoverTest.first.battles.count]).toEqual([false, 1]);
    await advance(takeoverTest.first, players, 5_000 + GRACE_MS + 1_000);
    await drained;
    expect((await sessionOf(sessionId)).status).toBe('settled');
    await takeoverTest.first.battles.stop();

    const second = await startNode(false);
    await advance(second, [], 200);
    expect(await ownerOf(later)).toBe(second.leases.nodeId);
    expect(second.battles.count).toBe(1);
  });
});
