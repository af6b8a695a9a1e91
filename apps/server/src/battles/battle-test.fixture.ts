import { decodeReplay, verifyReplay, type Replay } from '@popfray/engine';
import { BATTLE_MS, GRACE_MS, makeBlocks, makeReveals, parseHex } from '@popfray/protocol/battle';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { Context } from '../platform/context/context.ts';
import type { BattleRow, ResultRow, SessionRow } from '../platform/database/schema.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import type { Battles } from './battle-connection.ts';
import { required } from '../testing/required.fixture.ts';
import { connectPlayers, run, type ConnectedSession } from './battle.fixture.ts';
import { COUNTDOWN_MS, type Countdown } from './countdown.fixture.ts';
import { TestPlayer, type Skill } from './test-player.fixture.ts';
import { createBattles } from './battles.ts';
import { TestLeases } from './leases.fixture.ts';

/** From the beginning of a countdown until everything is settled, ms. */
export const WHOLE_MS = COUNTDOWN_MS + BATTLE_MS + GRACE_MS + 20;

/** The battles of one node, and what their tests read of the database. */
export interface BattleTest {
  readonly test: TestContext;
  readonly clock: TestContext['clock'];
  readonly context: Context;
  readonly db: Context['db'];
  readonly leases: TestLeases;
  /** Created again for each test. */
  readonly battles: Battles;
  addressOf(place: number): string;
  sessionOf(id: string): Promise<SessionRow>;
  /** The settled battle; undefined before it is settled, or when it was cancelled. */
  findBattle(id: string): Promise<BattleRow | undefined>;
  battleOf(id: string): Promise<BattleRow>;
  /** In the order of the seats. */
  resultsOf(id: string): Promise<ResultRow[]>;
  resultOf(id: string, place: number): Promise<ResultRow>;
  /** A player of a session who is not connected yet. Without a skill, only the test clicks. */
  playerOf(sessionId: string, place: number, skill?: Skill): TestPlayer;
  /** Starts a countdown whose players are all connected, with their seeds given: a regular player and a novice unless skills are named. */
  connectPlayers(skills?: readonly Skill[], countdown?: Countdown): Promise<ConnectedSession>;
  /** Advances the time in steps of 10 ms, in which the battles have their turns and the players play. */
  advance(players: readonly TestPlayer[], forMs: number): Promise<void>;
  /** Expects that a battle's rounds follow from its commitment, reveals and seeds, and that their replays verify. */
  expectFair(sessionId: string): Promise<void>;
}

/** Decodes the replay of a result. Throws when it is damaged. */
export function replayOf({ replay }: ResultRow): Replay {
  const decoded = decodeReplay(replay);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return decoded.value;
}

/** Opens a database with the battles of one node for a test file. They are closed after its tests. */
export async function createBattleTest(): Promise<BattleTest> {
  const test = await createTestContext();
  const { clock } = test;
  const leases = new TestLeases(test.context.leases);
  const context = { ...test.context, leases };
  const { db } = context;
  // A second one would take the battles of the test.
  let battles: Battles | undefined;

  beforeEach(() => {
    battles = createBattles(context);
    test.log.length = 0;
  });
  afterEach(async () => {
    await battles?.stop();
    // A battle that a test has not played to its end must not run in the next test.
    await db
      .updateTable('sessions')
      .set({ status: 'cancelled', ended_at: clock.nowMs })
      .where('status', 'in', ['starting', 'playing'])
      .execute();
  });
  afterAll(async () => test.stop());

  const addressOf = (place: number): string => test.wallet(`player ${place}`).address;
  const findBattle = async (id: string): Promise<BattleRow | undefined> =>
    db.selectFrom('battles').selectAll().where('session_id', '=', id).executeTakeFirst();
  const battleOf = async (id: string): Promise<BattleRow> => required(await findBattle(id));
  const resultsOf = async (id: string): Promise<ResultRow[]> =>
    db.selectFrom('results').selectAll().where('session_id', '=', id).orderBy('place').execute();
  const playerOf = (sessionId: string, place: number, skill?: Skill): TestPlayer =>
    new TestPlayer(context, required(battles), sessionId, addressOf(place), skill);

  return {
    test,
    clock,
    context,
    db,
    leases,
    get battles() {
      return required(battles);
    },
    addressOf,
    findBattle,
    battleOf,
    resultsOf,
    playerOf,
    sessionOf: async (id) =>
      required(await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()),
    resultOf: async (id, place) => required((await resultsOf(id))[place]),
    connectPlayers: async (skills, countdown) =>
      connectPlayers({ ...test, context }, required(battles), skills, countdown),
    advance: async (players, forMs) => run(test, required(battles), players, forMs),
    async expectFair(sessionId) {
      const { commitment, secret } = await battleOf(sessionId);
      const results = await resultsOf(sessionId);
      const seeds = results.map(({ seed }) => (seed === null ? null : parseHex(seed)));
      const blocks = makeBlocks(sessionId, makeReveals(required(parseHex(secret))), seeds);
      expect(commitment).toMatch(/^[0-9a-f]{64}$/);
      for (const result of results) {
        const verified = verifyReplay(result.replay);
        if (!verified.ok) throw new Error(verified.error.code);
        expect(verified.value.replay.entropy).toEqual(blocks);
        const { score, popped, bestCombo } = verified.value.round;
        expect(result).toMatchObject({ score, popped, best_combo: bestCombo });
      }
    },
  };
}
