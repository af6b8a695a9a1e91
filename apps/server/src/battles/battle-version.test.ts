import { randomBytes } from 'node:crypto';
import { arena, crossChain, type Rules } from '@popfray/engine';
import { BATTLE_MS, GRACE_MS, RESUME_WINDOW_MS } from '@popfray/protocol/battle';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBus } from '../platform/bus/bus.ts';
import type { Context } from '../platform/context/context.ts';
import { createPresence } from '../platform/context/presence.ts';
import { openLeases } from '../platform/lease/index.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { run } from './battle.fixture.ts';
import { startCountdown } from './countdown.fixture.ts';
import { TestPlayer } from './test-player.fixture.ts';
import type { Battles } from './battle-connection.ts';
import { canContinue, PlayableVersions } from './battle-version.ts';
import { createBattles } from './battles.ts';
import { leaseOf } from './journal-rows.ts';
import { TestLeases } from './leases.fixture.ts';
import { MAX_OUTAGE_MS } from './outage.ts';

const test = await createTestContext();
afterAll(async () => test.stop());
// Its own node would count as one that can continue battles.
await test.context.leases.stop();
const { clock } = test;
const { db } = test.context;

const COUNTDOWN_MS = 8_000;
const OLD: readonly Rules[] = [arena, crossChain];
const NEW: readonly Rules[] = [arena, { ...crossChain, version: 2 }];

interface Node {
  readonly context: Context;
  readonly leases: TestLeases;
  readonly battles: Battles;
}

const running: Node[] = [];

/** Starts a node whose program has these rules. */
async function startNode(rules: readonly Rules[]): Promise<Node> {
  const { log, now } = test.context;
  const { capabilities } = new PlayableVersions(rules);
  const leases = new TestLeases(await openLeases({ db, now, randomBytes, log, isAlone: false, capabilities }));
  const bus = createBus((error) => {
    throw error;
  });
  const context = { ...test.context, bus, presence: createPresence(), leases };
  const node = { context, leases, battles: createBattles(context, { rules }) };
  running.push(node);
  return node;
}

/** The node's process is gone. */
async function stopNode(node: Node): Promise<void> {
  running.splice(running.indexOf(node), 1);
  await node.leases.stop();
}

const advance = async (node: Node, players: readonly TestPlayer[], forMs: number): Promise<void> =>
  run({ ...test, context: node.context }, node.battles, players, forMs);

/** A battle of two players on a node, in its tenth second. */
async function play(node: Node): Promise<{ sessionId: string; players: TestPlayer[] }> {
  const sessionId = await startCountdown({ ...test, context: node.context }, { startsInMs: COUNTDOWN_MS });
  const players: TestPlayer[] = [];
  for (const at of [0, 1]) {
    const { address } = test.wallet(`player ${at}`);
    const player = new TestPlayer(node.context, node.battles, sessionId, address, 'regular');
    players.push((await player.connect()).giveSeed());
  }
  await advance(node, players, COUNTDOWN_MS + 10_000);
  return { sessionId, players };
}

const leaseRow = async (sessionId: string) =>
  db.selectFrom('leases').select(['owner', 'epoch']).where('name', '=', leaseOf(sessionId)).executeTakeFirst();
const statusOf = async (sessionId: string): Promise<string> =>
  (await db.selectFrom('sessions').select('status').where('id', '=', sessionId).executeTakeFirstOrThrow()).status;
const notices = (): readonly string[] =>
  test.log.flatMap((entry) => (entry.event === 'notice' && entry.about === 'battle' ? [entry.message] : []));
const faults = (): unknown[] => test.log.filter(({ event }) => event === 'fault');

beforeEach(() => {
  test.log.length = 0;
});
afterEach(async () => {
  for (const node of running.splice(0)) {
    await node.battles.stop();
    await node.leases.stop();
  }
  await db
    .updateTable('sessions')
    .set({ status: 'cancelled', ended_at: clock.nowMs })
    .where('status', 'in', ['starting', 'playing'])
    .execute();
});

describe('a node that does not have the rules of a battle', () => {
  it('leaves its lease alone and says so once, and a node that has them continues it', async () => {
    const old = await startNode(OLD);
    const { sessionId, players } = await play(old);
    await stopNode(old);
    const before = await leaseRow(sessionId);
    const next = await startNode(NEW);
    await advance(next, [], 5_000);
    expect(next.battles.count).toBe(0);
    expect(await leaseRow(sessionId)).toEqual(before);
    expect(notices()).toEqual([expect.stringMatching(/rules cross-chain 1, journal 2\): no live node can/)]);

    const other = await startNode(OLD);
    for (const player of players) {
      player.drop();
      await player.connect(other.battles);
    }
    expect(other.battles.count).toBe(1);
    await advance(other, players, BATTLE_MS + RESUME_WINDOW_MS);
    expect(await statusOf(sessionId)).toBe('settled');
    expect(faults()).toEqual([]);
  });

  it('neither says nor does anything about one that another node plays', async () => {
    const old = await startNode(OLD);
    const next = await startNode(NEW);
    const { sessionId } = await play(old);
    next.context.bus.publish({ type: 'starting', sessionId, nodeId: next.context.leases.nodeId });
    await advance(next, [], 2_000);
    expect(notices()).toEqual([]);
    expect([next.battles.count, old.battles.count]).toEqual([0, 1]);
  });

  it('does not log one whose owner was gone for a moment', async () => {
    const old = await startNode(OLD);
    const { sessionId } = await play(old);
    await stopNode(old);
    const next = await startNode(NEW);
    await advance(next, [], 2_000);
    const other = await startNode(OLD);
    await advance(other, [], 3_000);
    await advance(next, [], 3_000);
    expect([next.battles.count, other.battles.count]).toEqual([0, 1]);
    expect((await leaseRow(sessionId))?.owner).toBe(other.leases.nodeId);
    expect(notices()).toEqual([]);
  });

  it('refunds it when no node has continued it for five minutes', async () => {
    const old = await startNode(OLD);
    const { sessionId } = await play(old);
    await stopNode(old);
    const next = await startNode(NEW);
    await advance(next, [], 500);
    clock.nowMs += MAX_OUTAGE_MS - 2_000;
    await advance(next, [], 500);
    expect(notices()).toEqual([expect.stringContaining('no live node can')]);
    expect(await statusOf(sessionId)).toBe('playing');
    await advance(next, [], 2_000);
    expect(await statusOf(sessionId)).toBe('cancelled');
    expect(await leaseRow(sessionId)).toBeUndefined();
    expect(notices()).toEqual([expect.stringContaining('no live node can'), expect.stringContaining('too long')]);
  });

  it('finds the others behind many that it cannot play', async () => {
    const old = await startNode(OLD);
    for (let battle = 0; battle < 25; battle++)
      await startCountdown({ ...test, context: old.context }, { startsInMs: 60_000 });
    await advance(old, [], 200);
    await db.updateTable('live_battles').set({ rules_version: 7 }).execute();
    const playable = await startCountdown({ ...test, context: old.context }, { startsInMs: 60_000 });
    await advance(old, [], 200);
    expect(old.battles.count).toBe(26);
    await stopNode(old);
    const next = await startNode(OLD);
    await advance(next, [], 4_000);
    expect(next.battles.count).toBe(1);
    expect((await leaseRow(playable))?.owner).toBe(next.leases.nodeId);
    expect(notices()).toHaveLength(25);
  });
});

it('does not touch a battle whose journal is of another version, which is unharmed for a node that reads it', async () => {
  const old = await startNode(OLD);
  const { sessionId, players } = await play(old);
  await stopNode(old);
  await db.updateTable('live_battles').set({ journal_version: 3 }).execute();
  // It cannot be read as version 1.
  const rows = await db.selectFrom('battle_journal').selectAll().where('session_id', '=', sessionId).execute();
  await db
    .updateTable('battle_journal')
    .set({ records: Buffer.of(99, 99) })
    .where('session_id', '=', sessionId)
    .execute();
  const next = await startNode(OLD);
  await advance(next, [], 4_000);
  expect([next.battles.count, await statusOf(sessionId)]).toEqual([0, 'playing']);
  expect(notices()).toEqual([expect.stringContaining('journal 3')]);

  await db.deleteFrom('battle_journal').where('session_id', '=', sessionId).execute();
  await db.insertInto('battle_journal').values(rows).execute();
  await db.updateTable('live_battles').set({ journal_version: 1 }).execute();
  for (const player of players) {
    player.drop();
    await player.connect(next.battles);
  }
  await advance(next, players, BATTLE_MS + RESUME_WINDOW_MS);
  expect(await statusOf(sessionId)).toBe('settled');
});

it('continues a battle of a program that did not store versions', async () => {
  const old = await startNode(OLD);
  const { sessionId, players } = await play(old);
  await stopNode(old);
  await db.updateTable('live_battles').set({ rules_id: '', rules_version: 0 }).execute();
  const next = await startNode(OLD);
  for (const player of players) {
    player.drop();
    await player.connect(next.battles);
  }
  await advance(next, players, BATTLE_MS + RESUME_WINDOW_MS);
  expect(await statusOf(sessionId)).toBe('settled');
});

it('begins battles by the newest rules of the program', async () => {
  const node = await startNode([...OLD, ...NEW]);
  const { sessionId, players } = await play(node);
  expect(required(required(players[0]).terms)).toMatchObject({ rulesId: 'cross-chain', rulesVersion: 2 });
  const live = await db.selectFrom('live_battles').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
  expect(live).toMatchObject({ rules_id: 'cross-chain', rules_version: 2, journal_version: 2 });
});

/** Begins a stop that waits for battles, and returns when it waits. */
async function beginDrain(
  node: Node,
  drain: 'drain' | 'drainForOthers',
): Promise<{ isOver: boolean; over: Promise<void> }> {
  const begun = { isOver: false, over: Promise.resolve() };
  begun.over = node.battles[drain]().then(() => void (begun.isOver = true));
  // It asks the database for the other nodes first, and the test's clock must not run ahead of the answer.
  if (drain === 'drainForOthers')
    await vi.waitFor(() => expect(notices()).toEqual([expect.stringMatching(/^1 battles are played to their end/)]));
  return begun;
}

describe('a node that stops', () => {
  it('plays to their end the battles that no other node can continue, and takes no more', async () => {
    const old = await startNode(OLD);
    const { sessionId, players } = await play(old);
    await startNode(NEW);
    const drain = await beginDrain(old, 'drainForOthers');
    await startCountdown({ ...test, context: old.context });
    await advance(old, players, BATTLE_MS - 11_000);
    expect([drain.isOver, old.battles.count]).toEqual([false, 1]);
    await advance(old, players, GRACE_MS + 2_000);
    await drain.over;
    expect(await statusOf(sessionId)).toBe('settled');
    expect(notices()).toHaveLength(1);
  });

  it.each(['drain', 'drainForOthers'] as const)(
    'waits no longer than two minutes for battles that do not end, which a node of their version then continues: %s',
    async (kind) => {
      const old = await startNode(OLD);
      const { sessionId, players } = await play(old);
      await startNode(NEW);
      const drain = await beginDrain(old, kind);
      // It is not certain of its leases, so its battles stand still.
      old.leases.isCertain = false;
      await advance(old, [], 119_900);
      expect(drain.isOver).toBe(false);
      await advance(old, [], 200);
      await drain.over;
      const message =
        '1 battles have not ended 120 s after the stop began: a node of their version continues them, or they are refunded';
      expect(notices().at(-1)).toBe(message);
      await old.battles.stop();
      await stopNode(old);

      const next = await startNode(OLD);
      for (const player of players) {
        player.drop();
        await player.connect(next.battles);
      }
      await advance(next, players, BATTLE_MS + RESUME_WINDOW_MS);
      expect(await statusOf(sessionId)).toBe('settled');
      expect(faults()).toEqual([]);
    },
  );

  it('waits for nothing when another node can continue its battles, or when it is the only one', async () => {
    const old = await startNode(OLD);
    await play(old);
    await old.battles.drainForOthers();
    await startNode(NEW);
    await startNode(OLD);
    await old.battles.drainForOthers();
    expect(old.battles.count).toBe(1);
  });
});

it('counts a node without capabilities as one of the first version', () => {
  const version = { rules_id: 'arena', rules_version: 1, journal_version: 1 };
  expect(canContinue([], version)).toBe(true);
  expect(canContinue([], { ...version, rules_version: 2 })).toBe(false);
  expect(canContinue(['journal:1', 'arena:2'], version)).toBe(false);
  expect(canContinue(['arena:1'], version)).toBe(false);
});
