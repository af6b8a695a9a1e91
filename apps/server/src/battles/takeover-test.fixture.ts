import { decodeReplay } from '@popfray/engine';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { createBus } from '../platform/bus/bus.ts';
import type { Context } from '../platform/context/context.ts';
import { createPresence } from '../platform/context/presence.ts';
import type { ResultRow, SessionRow } from '../platform/database/schema.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { connectPlayers, run, type ConnectedSession } from './battle.fixture.ts';
import type { Countdown } from './countdown.fixture.ts';
import type { Skill, TestPlayer } from './test-player.fixture.ts';
import type { Battles } from './battle-connection.ts';
import { createBattles } from './battles.ts';
import { openTestLeases, type TestLeases } from './leases.fixture.ts';

/** A process that plays battles of the tests' database. */
export interface BattleNode {
  readonly context: Context;
  readonly leases: TestLeases;
  readonly battles: Battles;
}

/** The nodes of a cluster, one after the other or at the same time, and what their tests read of the database. */
export interface TakeoverTest {
  readonly test: TestContext;
  readonly clock: TestContext['clock'];
  readonly db: Context['db'];
  /** The node that runs at the beginning of each test. */
  readonly first: BattleNode;
  /** Starts a node. Unless `isAlone` is false, all nodes that were started before count as dead. */
  startNode(isAlone?: boolean): Promise<BattleNode>;
  sessionOf(id: string): Promise<SessionRow>;
  /** In the order of the seats. */
  resultsOf(id: string): Promise<ResultRow[]>;
  /** The faults in the log. */
  faults(): unknown[];
  /** Starts a countdown on a node whose players are all connected, with their seeds given. */
  connectPlayers(node: BattleNode, skills: readonly Skill[], countdown?: Countdown): Promise<ConnectedSession>;
  /** Advances the time on a node in steps of 10 ms, in which its battles have their turns and the players play. */
  advance(node: BattleNode, players: readonly TestPlayer[], forMs: number): Promise<void>;
  /** The first node dies. Another one starts, and the players connect to it after some time. `lastSeenAt`: the last heartbeat, epoch ms. */
  replace(players: readonly TestPlayer[], outageMs: number, lastSeenAt?: number | null): Promise<BattleNode>;
}

/** The clicks of a result's replay. Throws when there is none, or it is damaged. */
export function clicksOf(result: ResultRow | undefined): number[] {
  const decoded = decodeReplay(required(result).replay);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return [...decoded.value.inputs];
}

/** Opens a database for the nodes of a test file. It is closed after its tests. */
export async function createTakeoverTest(): Promise<TakeoverTest> {
  const test = await createTestContext();
  const { clock } = test;
  const { db } = test.context;
  const startNode = async (isAlone = true): Promise<BattleNode> => {
    const leases = await openTestLeases(test.context, isAlone);
    const bus = createBus((error) => {
      throw error;
    });
    const context = { ...test.context, bus, presence: createPresence(), leases };
    return { context, leases, battles: createBattles(context) };
  };

  let first: BattleNode | undefined;
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
  afterAll(async () => test.stop());

  return {
    test,
    clock,
    db,
    get first() {
      return required(first);
    },
    startNode,
    sessionOf: async (id) =>
      required(await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()),
    resultsOf: async (id) =>
      db.selectFrom('results').selectAll().where('session_id', '=', id).orderBy('place').execute(),
    faults: () => test.log.filter(({ event }) => event === 'fault'),
    connectPlayers: async ({ context, battles }, skills, countdown) =>
      connectPlayers({ ...test, context }, battles, skills, countdown),
    advance: async (node, players, forMs) => run({ ...test, context: node.context }, node.battles, players, forMs),
    async replace(players, outageMs, lastSeenAt = clock.nowMs) {
      for (const player of players) player.drop();
      clock.nowMs += outageMs;
      const second = await startNode();
      second.leases.lastSeenAt = lastSeenAt;
      for (const player of players) await player.connect(second.battles);
      return second;
    },
  };
}
