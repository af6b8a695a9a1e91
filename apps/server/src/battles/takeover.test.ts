import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { decodeReplay } from '@popfray/engine';
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
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBus } from '../platform/bus/bus.ts';
import type { Context } from '../platform/context/context.ts';
import { createPresence } from '../platform/context/presence.ts';
import { execute, fetchValue } from '../platform/database/raw-query.fixture.ts';
import type { ResultRow, SessionRow } from '../platform/database/schema.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import type { Battles } from './battle-connection.ts';
import { countDown, handleFrame, run, TestPlayer, there, type Countdown } from './battle.fixture.ts';
import { createBattles } from './battles.ts';
import { openTestLeases, type TestLeases } from './leases.fixture.ts';
import { REJOIN_MS } from './resume-point.ts';

const test = await createTestContext();
afterAll(async () => test.stop());
const { clock } = test;
const { db } = test.context;

const COUNTDOWN_MS = 8_000;

/** A process that plays battles of the tests' database. */
interface Node {
  readonly context: Context;
  readonly leases: TestLeases;
  readonly battles: Battles;
}

/** Starts a process. Unless `isAlone` is false, all that were started before count as dead. */
async function startNode(isAlone = true): Promise<Node> {
  const leases = await openTestLeases(test.context, isAlone);
  const bus = createBus((error) => {
    throw error;
  });
  const context = { ...test.context, bus, presence: createPresence(), leases };
  return { context, leases, battles: createBattles(context) };
}

let first: Node;
beforeEach(async () => {
  test.log.length = 0;
  first = await startNode();
});
afterEach(async () => {
  await db
    .updateTable('sessions')
    .set({ status: 'cancelled', ended_at: clock.nowMs })
    .where('status', 'in', ['starting', 'playing'])
    .execute();
  // The journal is kept from the first row of a live battle on.
  await db.deleteFrom('live_battles').execute();
});

const sessionOf = async (id: string): Promise<SessionRow> =>
  there(await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst());
const resultsOf = async (id: string): Promise<ResultRow[]> =>
  db.selectFrom('results').selectAll().where('session_id', '=', id).orderBy('place').execute();
const clicksOf = (result: ResultRow | undefined): number[] => {
  const decoded = decodeReplay(there(result).replay);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return [...decoded.value.inputs];
};
const faults = (): unknown[] => test.log.filter(({ event }) => event === 'fault');

/** A session on a node whose players are connected, with their seeds given. */
async function meet(node: Node, skills: readonly ('novice' | 'regular' | 'expert')[], countdown: Countdown = {}) {
  const sessionId = await countDown(
    { ...test, context: node.context },
    {
      players: skills.length,
      startsInMs: COUNTDOWN_MS,
      ...countdown,
    },
  );
  const players: TestPlayer[] = [];
  for (const [at, skill] of skills.entries()) {
    const { address } = test.wallet(`player ${at}`);
    const player = new TestPlayer(node.context, node.battles, sessionId, address, skill);
    players.push((await player.connect()).giveSeed());
  }
  return { sessionId, players, ann: there(players[0]), ben: there(players[1]) };
}

const goOn = async (node: Node, players: readonly TestPlayer[], forMs: number): Promise<void> =>
  run({ ...test, context: node.context }, node.battles, players, forMs);

/** The first node dies. Another one starts, and the players connect to it after some time. `lastSeenAt`: its last heartbeat. */
async function replace(
  players: readonly TestPlayer[],
  outageMs: number,
  lastSeenAt: number | null = clock.nowMs,
): Promise<Node> {
  for (const player of players) player.drop();
  clock.nowMs += outageMs;
  const second = await startNode();
  second.leases.lastSeenAt = lastSeenAt;
  for (const player of players) await player.connect(second.battles);
  return second;
}

describe('a battle whose process was killed', () => {
  it('is continued by the next one, and no acknowledged click is lost', async () => {
    const { sessionId, players } = await meet(first, ['expert', 'regular'], { bots: ['expert'] });
    await goOn(first, players, COUNTDOWN_MS + 20_000);
    const acknowledged = players.map((player) => [...player.field.inputs()].slice(0, player.acknowledged * 3));
    expect(acknowledged[0]?.length).toBeGreaterThan(100);
    const second = await replace(players, 1_800, null);
    await goOn(second, players, BATTLE_MS + RESUME_WINDOW_MS);

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
    const { players, ann } = await meet(first, ['regular', 'novice']);
    await goOn(first, players, COUNTDOWN_MS + 20_300);
    const { startsAt } = there(ann.terms);
    const second = await replace(players, 30_000);
    await goOn(second, players, 10);
    // At the end of the last second that was revealed: of second 21, a second ahead.
    expect(clock.nowMs - there(ann.terms).startsAt).toBe(22_010);
    expect(there(ann.terms).startsAt).toBeGreaterThan(startsAt);
    const reveals = ann.sent.flatMap(({ data, atMs }) => {
      const frame = typeof data === 'string' ? null : decodeServerFrame(data);
      return frame?.type === 'reveal' ? [{ second: frame.second, atMs }] : [];
    });
    expect(there(ann.state).reveals).toHaveLength(24);
    await goOn(second, players, 2_000);
    for (const { second: at, atMs } of reveals.slice(22))
      expect(atMs).toBeGreaterThanOrEqual(there(ann.terms).startsAt + at * 1_000 - REVEAL_AHEAD_MS);
  });

  it('is not moved when the outage was shorter than what the players know', async () => {
    const { players, ann } = await meet(first, ['regular', 'novice']);
    await goOn(first, players, COUNTDOWN_MS + 20_000);
    const { startsAt } = there(ann.terms);
    await replace(players, 1_500);
    expect(there(ann.terms).startsAt).toBe(startsAt);
  });

  it('accepts the clicks that were not acknowledged, once, and shows them to others when the window has closed', async () => {
    const { sessionId, players, ann, ben } = await meet(first, ['novice', 'novice'], { bots: ['novice'] });
    for (const player of players) player.bot = null;
    await goOn(first, players, COUNTDOWN_MS + 20_000);
    const { startsAt } = there(ann.terms);
    const click = (timeMs: number) => encodeInputs({ first: 0, untilMs: timeMs, inputs: Int32Array.of(timeMs, 8, 8) });
    // It was accepted, and not stored when the process died.
    expect(handleFrame(ann.way, click(19_900))).toBe('accepted');
    expect(ann.acknowledged).toBe(0);
    const second = await replace(players, 4_000);
    expect(there(ann.state).inputs[0]).toEqual([]);
    expect(handleFrame(ann.way, click(19_900))).toBe('accepted');
    expect(handleFrame(ann.way, click(19_900))).toBe('order');
    expect(handleFrame(ann.way, click(19_910))).toBe('order');
    await goOn(second, [], TELL_AFTER_MS + 1_000);
    expect(ann.acknowledged).toBe(1);
    expect(ben.told.get(0)).toEqual([]);
    await goOn(second, [], RESUME_WINDOW_MS);
    expect(ben.told.get(0)).toEqual([19_900, 8, 8]);
    expect(clock.nowMs).toBeGreaterThan(startsAt);
    await goOn(second, [], BATTLE_MS);
    expect(clicksOf((await resultsOf(sessionId))[0])).toEqual([19_900, 8, 8]);
  });

  it('accepts an altered batch in place of one that was not stored, and none in place of one that was', async () => {
    const { sessionId, players, ann } = await meet(first, ['novice', 'novice'], { bots: ['novice'] });
    for (const player of players) player.bot = null;
    await goOn(first, players, COUNTDOWN_MS + 19_500);
    const batch = (index: number, timeMs: number, place: number) =>
      encodeInputs({ first: index, untilMs: timeMs, inputs: Int32Array.of(timeMs, place, place) });
    expect(handleFrame(ann.way, batch(0, 19_400, 8))).toBe('accepted');
    await goOn(first, players, 500);
    expect(ann.acknowledged).toBe(1);
    // It was accepted, and not stored when the process died.
    expect(handleFrame(ann.way, batch(1, 19_900, 8))).toBe('accepted');
    const second = await replace(players, 4_000);
    expect(handleFrame(ann.way, batch(0, 19_400, 16))).toBe('order');
    expect(handleFrame(ann.way, batch(1, 19_950, 16))).toBe('accepted');
    expect(handleFrame(ann.way, batch(1, 19_960, 24))).toBe('order');
    await goOn(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect(clicksOf((await resultsOf(sessionId))[0])).toEqual([19_400, 8, 8, 19_950, 16, 16]);
  });

  it('refuses clicks from long before the outage, and those from before it after the window', async () => {
    const { players, ann, ben } = await meet(first, ['novice', 'novice'], { bots: ['novice'] });
    for (const player of players) player.bot = null;
    await goOn(first, players, COUNTDOWN_MS + 20_000);
    const click = (timeMs: number) => encodeInputs({ first: 0, untilMs: timeMs, inputs: Int32Array.of(timeMs, 8, 8) });
    const second = await replace(players, 4_000);
    expect(there(ann.state).acceptsFromMs).toBe(20_000 - GRACE_MS);
    expect(handleFrame(ann.way, click(20_000 - GRACE_MS - 1))).toBe('late');
    expect(handleFrame(ann.way, click(20_000 - GRACE_MS))).toBe('accepted');
    await goOn(second, [], RESUME_WINDOW_MS);
    expect(handleFrame(ben.way, click(20_000))).toBe('late');
  });

  it('in its countdown takes the same secret and the seeds that were given, and waits for the other players', async () => {
    const sessionId = await countDown({ ...test, context: first.context }, { startsInMs: COUNTDOWN_MS });
    const [ann, ben] = [0, 1].map(
      (at) => new TestPlayer(first.context, first.battles, sessionId, test.wallet(`player ${at}`).address, 'regular'),
    );
    await there(ann).connect();
    there(ann).giveSeed();
    await goOn(first, [there(ann)], 4_000);
    const { commitment } = there(there(ann).terms);
    there(ann).drop();
    clock.nowMs += 3_000;
    const second = await startNode();
    await there(ann).connect(second.battles);
    expect(there(there(ann).terms)).toMatchObject({ commitment, startsAt: clock.nowMs + SEED_CLOSE_MS + REJOIN_MS });
    expect(there(there(ann).terms).players.map(({ hasSeed }) => hasSeed)).toEqual([true, false]);
    await there(ben).connect(second.battles);
    there(ben).giveSeed();
    const both = [there(ann), there(ben)];
    await goOn(second, both, REJOIN_MS + SEED_CLOSE_MS + BATTLE_MS + RESUME_WINDOW_MS);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    expect((await resultsOf(sessionId)).map(({ seed, status }) => [seed !== null, status])).toEqual([
      [true, 'finished'],
      [true, 'finished'],
    ]);
  });

  it('after the last second is settled by the next process with everything that was stored', async () => {
    const { sessionId, players } = await meet(first, ['expert', 'regular']);
    await goOn(first, players, COUNTDOWN_MS + BATTLE_MS + 500);
    const clicks = players.map((player) => [...player.field.inputs()]);
    for (const player of players) player.drop();
    clock.nowMs += 5_000;
    const second = await startNode();
    await goOn(second, [], RESUME_WINDOW_MS + 200);
    expect((await resultsOf(sessionId)).map((result) => clicksOf(result))).toEqual(clicks);
  });

  it('keeps who has arrived and who has left', async () => {
    const { sessionId, players, ann, ben } = await meet(first, ['expert', 'regular', 'novice']);
    await goOn(first, players, COUNTDOWN_MS + 10_000);
    ann.way.leave();
    await goOn(first, [ben], 100);
    const second = await replace([], 2_000);
    await expect(ann.connect(second.battles)).rejects.toThrow('ERR_SESSION_STATE');
    await goOn(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await resultsOf(sessionId)).map(({ status }) => status)).toEqual(['left', 'finished', 'finished']);
  });

  it('knows a player as gone when that is stored, and not before', async () => {
    const { players, ann } = await meet(first, ['expert', 'regular']);
    await goOn(first, players, COUNTDOWN_MS + 10_000);
    const leaving = ann.way;
    leaving.leave();
    let hasAnswer = false;
    const again = ann.connect().finally(() => (hasAnswer = true));
    again.catch(() => undefined);
    await yieldToEventLoop();
    // It is not known yet whether it counts.
    expect(hasAnswer).toBe(false);
    expect(first.context.presence.isConnected(ann.sessionId, ann.userId)).toBe(true);
    expect(handleFrame(leaving, encodeInputs({ first: 0, untilMs: 10_000, inputs: new Int32Array() }))).toBe('over');
    await goOn(first, [], 100);
    expect(first.context.presence.isConnected(ann.sessionId, ann.userId)).toBe(false);
    await expect(again).rejects.toThrow('ERR_SESSION_STATE');
    await expect(ann.connect()).rejects.toThrow('ERR_SESSION_STATE');
  });

  it('sends a player away whose leaving was not stored, so that the player leaves again', async () => {
    const { sessionId, players, ann, ben } = await meet(first, ['expert', 'regular']);
    await goOn(first, players, COUNTDOWN_MS + 10_000);
    const second = await startNode();
    second.leases.lastSeenAt = clock.nowMs;
    await goOn(second, [], 200);
    ann.way.leave();
    await first.battles.turn((clock.nowMs += 20));
    expect(ann.closed).toMatchObject({ code: CLOSE.moved });
    await ann.connect(second.battles);
    ann.way.leave();
    await ben.connect(second.battles);
    await goOn(second, [ben], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await resultsOf(sessionId)).map(({ status }) => status)).toEqual(['left', 'finished']);
  });

  it('leaves no row of its journal behind', async () => {
    const { sessionId, players } = await meet(first, ['expert', 'regular']);
    await goOn(first, players, COUNTDOWN_MS + 10_000);
    const countRows = async (table: string) =>
      fetchValue<number>(db, `SELECT count(*) FROM ${table} WHERE session_id = ?`, sessionId);
    expect(await countRows('battle_journal')).toBeGreaterThan(10);
    const second = await replace(players, 2_000);
    await goOn(second, players, BATTLE_MS + RESUME_WINDOW_MS);
    // SQLite deletes rows of two seconds in each second, from the oldest on.
    await goOn(second, [], BATTLE_MS);
    for (const table of ['battle_journal', 'live_battles']) expect(await countRows(table)).toBe(0);
    expect(await fetchValue(db, 'SELECT count(*) FROM leases WHERE name = ?', `battle:${sessionId}`)).toBe(0);
  });

  it('has one commitment in the public list, stored before a player is shown it, which stays when the battle is not played', async () => {
    const { sessionId, players, ann } = await meet(first, ['expert', 'regular']);
    const { commitment } = there(ann.terms);
    const published = async () =>
      db.selectFrom('commitments').select('commitment').where('session_id', '=', sessionId).execute();
    expect(await published()).toEqual([{ commitment }]);
    const second = await replace(players, 500);
    await goOn(second, [], 200);
    expect(await published()).toEqual([{ commitment }]);
    clock.nowMs += 6 * 60_000;
    const third = await startNode();
    await goOn(third, [], 200);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'waiting', starts_at: null });
    expect(await published()).toEqual([{ commitment }]);
  });

  it('is refunded when the outage was too long, and a countdown waits again', async () => {
    const played = await meet(first, ['expert', 'regular']);
    await goOn(first, played.players, COUNTDOWN_MS + 10_000);
    const waiting = await meet(first, ['expert', 'regular']);
    await goOn(first, [], 1_000);
    clock.nowMs += 6 * 60_000;
    const second = await startNode();
    await goOn(second, [], 200);
    expect(await sessionOf(played.sessionId)).toMatchObject({ status: 'cancelled', reason: 'fault' });
    expect(await sessionOf(waiting.sessionId)).toMatchObject({ status: 'waiting', starts_at: null });
    expect(second.battles.count).toBe(0);
  });

  it('is refunded when its journal is damaged, or missing', async () => {
    const [damaged, missing] = [await meet(first, ['expert', 'regular']), await meet(first, ['expert', 'regular'])];
    await goOn(first, [...damaged.players, ...missing.players], COUNTDOWN_MS + 5_000);
    await execute(
      db,
      'UPDATE battle_journal SET records = ? WHERE session_id = ?',
      Buffer.of(4, 0, 9),
      damaged.sessionId,
    );
    await execute(db, 'DELETE FROM live_battles WHERE session_id = ?', missing.sessionId);
    const second = await startNode();
    await goOn(second, [], 200);
    for (const { sessionId } of [damaged, missing])
      expect(await sessionOf(sessionId)).toMatchObject({ status: 'cancelled', reason: 'fault' });
  });
});

it('a new battle is left to the process that has started it, unless that does not take it', async () => {
  const second = await startNode(false);
  // The search of the second process has just been there.
  await goOn(second, [], 10);
  const told = { ...second.context, leases: first.leases };
  await countDown({ ...test, context: told });
  await goOn(second, [], 500);
  expect(second.battles.count).toBe(0);
  await goOn(second, [], 1_000);
  expect(second.battles.count).toBe(1);
});

describe('a process that stops', () => {
  const ownerOf = async (sessionId: string): Promise<unknown> =>
    fetchValue(db, 'SELECT owner FROM leases WHERE name = ?', `battle:${sessionId}`);

  it('hands its battles over, which the next one continues at once with every accepted click', async () => {
    const { sessionId, players, ann, ben } = await meet(first, ['novice', 'novice'], { bots: ['expert'] });
    for (const player of players) player.bot = null;
    await goOn(first, players, COUNTDOWN_MS + 20_300);
    const { startsAt } = there(ann.terms);
    // Accepted, and not stored when the process receives the signal to stop.
    const click = Int32Array.of(20_200, 16, 16);
    expect(handleFrame(ann.way, encodeInputs({ first: 0, untilMs: 20_200, inputs: click }))).toBe('accepted');
    expect(await ownerOf(sessionId)).toBe(first.leases.nodeId);
    await first.battles.stop();
    expect(await ownerOf(sessionId)).toBeNull();
    expect(first.battles.count).toBe(0);
    expect(handleFrame(ben.way, encodeInputs({ first: 0, untilMs: 20_250, inputs: click }))).not.toBe('accepted');

    clock.nowMs += 100;
    const second = await startNode(false);
    await goOn(second, [], 10);
    expect(second.battles.count).toBe(1);
    for (const player of players) await player.connect(second.battles);
    // The second in which it stopped is not over, so its clock needs no move.
    expect(there(ann.terms).startsAt).toBe(startsAt);
    await goOn(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    expect((await resultsOf(sessionId)).map((result) => clicksOf(result))).toEqual([[...click], [], expect.anything()]);
    expect(faults()).toEqual([]);
  });

  it('waits for the end of its battles and takes no others, when it is to drain', async () => {
    const { sessionId, players } = await meet(first, ['novice', 'novice']);
    await goOn(first, players, COUNTDOWN_MS + 50_000);
    let isDrained = false;
    const drained = first.battles.drain().then(() => (isDrained = true));
    const later = await countDown({ ...test, context: first.context }, { startsInMs: COUNTDOWN_MS });
    await goOn(first, players, 5_000);
    expect([isDrained, first.battles.count]).toEqual([false, 1]);
    await goOn(first, players, 5_000 + GRACE_MS + 1_000);
    await drained;
    expect((await sessionOf(sessionId)).status).toBe('settled');
    await first.battles.stop();

    const second = await startNode(false);
    await goOn(second, [], 200);
    expect(await ownerOf(later)).toBe(second.leases.nodeId);
    expect(second.battles.count).toBe(1);
  });
});

describe('a process that has lost its battles', () => {
  it('changes nothing any more, and sends its players away', async () => {
    const { sessionId, players, ann, ben } = await meet(first, ['novice', 'novice'], { bots: ['novice'] });
    for (const player of players) player.bot = null;
    await goOn(first, players, COUNTDOWN_MS + 20_000);
    // The process is stopped for 10 s. Ann connects to the next one meanwhile.
    const frozen = ann.way;
    ann.drop();
    clock.nowMs += 10_000;
    const second = await startNode();
    second.leases.lastSeenAt = clock.nowMs - 10_000;
    await ann.connect(second.battles);
    const click = Int32Array.of(22_010, 8, 8);
    await goOn(second, [], 200);
    expect(handleFrame(ann.way, encodeInputs({ first: 0, untilMs: 22_010, inputs: click }))).toBe('accepted');
    await goOn(second, [], 200);
    const sent = ben.sent.length;
    // It runs again, and is not certain of its leases.
    first.leases.isCertain = false;
    const own = Int32Array.of(21_900, 16, 16);
    expect(handleFrame(ben.way, encodeInputs({ first: 0, untilMs: 21_900, inputs: own }))).toBe('ignored');
    expect(handleFrame(frozen, encodeInputs({ first: 0, untilMs: 21_900, inputs: own }))).toBe('over');
    await first.battles.turn(clock.nowMs);
    await first.battles.turn((clock.nowMs += 200));
    expect(ben.closed).toMatchObject({ code: CLOSE.moved });
    expect(ben.sent).toHaveLength(sent);
    expect(first.battles.count).toBe(0);
    await ben.connect(second.battles);
    await goOn(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await resultsOf(sessionId)).map((result) => clicksOf(result))).toEqual([
      [22_010, 8, 8],
      [],
      expect.anything(),
    ]);
  });

  it('writes nothing even when it believes that it has them', async () => {
    const { sessionId, players, ann } = await meet(first, ['novice', 'novice'], { bots: ['novice'] });
    for (const player of players) player.bot = null;
    await goOn(first, players, COUNTDOWN_MS + 20_000);
    const second = await startNode();
    second.leases.lastSeenAt = clock.nowMs;
    await goOn(second, [], 200);
    const own = Int32Array.of(20_100, 16, 16);
    expect(handleFrame(ann.way, encodeInputs({ first: 0, untilMs: 20_100, inputs: own }))).toBe('accepted');
    await first.battles.turn((clock.nowMs += 20));
    expect(ann.closed).toMatchObject({ code: CLOSE.moved });
    expect(ann.acknowledged).toBe(0);
    expect(first.battles.count).toBe(0);
    await goOn(second, [], BATTLE_MS + RESUME_WINDOW_MS);
    expect((await resultsOf(sessionId)).map((result) => clicksOf(result))).toEqual([[], [], expect.anything()]);
  });

  it('proves by its heartbeats that its battles run only when none of them stands still', async () => {
    const { players } = await meet(first, ['novice', 'novice']);
    await goOn(first, players, COUNTDOWN_MS + 10_000);
    first.leases.isCertain = false;
    await goOn(first, players, 400);
    const { workRanAt } = first.leases;
    const before = workRanAt.length;
    await goOn(first, players, 3_000);
    expect(workRanAt).toHaveLength(before);
    first.leases.isCertain = true;
    await goOn(first, players, 10);
    // The turn in which they are continued has found them standing still.
    await goOn(first, players, 200);
    expect(workRanAt.slice(before)).not.toContain(false);
    expect(workRanAt.length).toBeGreaterThan(before);
  });

  it('and gets them back proves where it has continued them, so that a later outage takes no seconds away', async () => {
    const { players, ann } = await meet(first, ['novice', 'novice']);
    for (const player of players) player.bot = null;
    await goOn(first, players, COUNTDOWN_MS + 20_000);
    const lastSeenAt = clock.nowMs;
    first.leases.isCertain = false;
    await goOn(first, players, 6_000);
    first.leases.isCertain = true;
    await goOn(first, players, 300);
    const { startsAt } = there(ann.terms);
    // The last heartbeat that proves something is from before the battle stood still.
    await replace(players, 1_500, lastSeenAt);
    expect(there(ann.terms).startsAt).toBe(startsAt);
  });

  it('and gets them back continues them, with the clock moved by the outage', async () => {
    const { sessionId, players, ann } = await meet(first, ['expert', 'regular']);
    await goOn(first, players, COUNTDOWN_MS + 20_000);
    const { startsAt } = there(ann.terms);
    first.leases.isCertain = false;
    await goOn(first, players, 6_000);
    const frames = ann.sent.length;
    await goOn(first, players, 1_000);
    expect(ann.sent).toHaveLength(frames);
    first.leases.isCertain = true;
    await goOn(first, players, 200);
    expect(there(ann.terms).startsAt - startsAt).toBeGreaterThan(4_000);
    expect((await sessionOf(sessionId)).starts_at).toBe(there(ann.terms).startsAt);
    await goOn(first, players, BATTLE_MS + RESUME_WINDOW_MS);
    const results = await resultsOf(sessionId);
    for (const [place, player] of players.entries()) {
      player.field.advanceTo(BATTLE_MS);
      expect([...player.field.inputs()]).toEqual(clicksOf(results[place]));
    }
  });
});
