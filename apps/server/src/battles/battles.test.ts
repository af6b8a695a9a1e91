import { NO_POINTS } from '@popfray/protocol';
import { createBubble, decodeReplay, verifyReplay, type Replay } from '@popfray/engine';
import {
  AHEAD_MS,
  BATCH_MS,
  BATTLE_MS,
  BATTLE_SECONDS,
  decodeServerFrame,
  encodeClock,
  encodeInputs,
  GRACE_MS,
  makeBlocks,
  makeHex,
  makeReveals,
  parseHex,
  REVEAL_AHEAD_MS,
  SCORE_EVERY_MS,
  SEED_CLOSE_MS,
} from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailableError } from '../platform/database/errors.ts';
import { execute } from '../platform/database/raw-query.fixture.ts';
import type { BattleRow, ResultRow, SessionRow } from '../platform/database/schema.ts';
import { balanceOf, escrowAccount } from '../ledger/ledger.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { setReady } from '../sessions/ready.ts';
import { startSession } from '../sessions/start.ts';
import { refundSession } from '../sessions/refund.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { gather, join } from '../testing/session.fixture.ts';
import {
  changeSession,
  countDown,
  handleFrame,
  run,
  seedOf,
  TestPlayer,
  there,
  type Countdown,
} from './battle.fixture.ts';
import { createBattles } from './battles.ts';
import { TestLeases } from './leases.fixture.ts';
import type { Connection } from '../platform/sockets/connection.ts';
import type { Battles } from './battle-connection.ts';

const test = await createTestContext();
afterAll(async () => test.stop());
const { clock } = test;
const leases = new TestLeases(test.context.leases);
const context = { ...test.context, leases };
const { db } = context;

let battles: Battles;
beforeEach(() => {
  battles = createBattles(context);
  test.log.length = 0;
});
afterEach(async () => {
  await battles.stop();
  // What a test has not played to its end is no battle of the next one.
  await db
    .updateTable('sessions')
    .set({ status: 'cancelled', ended_at: clock.nowMs })
    .where('status', 'in', ['starting', 'playing'])
    .execute();
});

const TRX = 1_000_000;

/** From the beginning of a countdown to its first second, ms, and until everything is settled. */
const COUNTDOWN_MS = 8_000;
const WHOLE_MS = COUNTDOWN_MS + BATTLE_MS + GRACE_MS + 20;

const addressOf = (at: number): string => test.wallet(`player ${at}`).address;

const sessionOf = async (id: string): Promise<SessionRow> =>
  there(await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst());
const findBattle = async (id: string): Promise<BattleRow | undefined> =>
  db.selectFrom('battles').selectAll().where('session_id', '=', id).executeTakeFirst();
const battleOf = async (id: string): Promise<BattleRow> => there(await findBattle(id));
const resultsOf = async (id: string): Promise<ResultRow[]> =>
  db.selectFrom('results').selectAll().where('session_id', '=', id).orderBy('place').execute();
const resultOf = async (id: string, place: number): Promise<ResultRow> => there((await resultsOf(id))[place]);

function replayOf({ replay }: ResultRow): Replay {
  const decoded = decodeReplay(replay);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return decoded.value;
}

const goOn = async (players: readonly TestPlayer[], forMs: number): Promise<void> => run(test, battles, players, forMs);

const playerOf = (sessionId: string, at: number, skill?: 'novice' | 'regular' | 'expert'): TestPlayer =>
  new TestPlayer(context, battles, sessionId, addressOf(at), skill);

/** The next row that is selected from the database is read at once, and delivered when `release` is called. */
function holdNextRead(database: typeof db): { readonly read: Promise<void>; readonly release: () => void } {
  const isRead = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const hold = <Query extends object>(query: Query): Query =>
    new Proxy(query, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]): unknown => {
          const result: unknown = Reflect.apply(value, target, values);
          if (name !== 'executeTakeFirst') return hold(result as object);
          return Promise.resolve(result).then(async (row) => {
            isRead.resolve();
            await gate.promise;
            return row;
          });
        };
      },
    });
  const select = database.selectFrom.bind(database);
  vi.spyOn(database, 'selectFrom').mockImplementationOnce(((table: 'sessions') => hold(select(table))) as never);
  return { read: isRead.promise, release: gate.resolve };
}

/** A session whose players are all there, their seeds given. */
async function meet(
  skills: readonly ('novice' | 'regular' | 'expert')[] = ['regular', 'novice'],
  countdown: Countdown = {},
) {
  const sessionId = await countDown(test, { players: skills.length, startsInMs: COUNTDOWN_MS, ...countdown });
  const players = await Array.fromAsync(skills, async (skill, at) =>
    (await playerOf(sessionId, at, skill).connect()).giveSeed(),
  );
  return { sessionId, players, ann: there(players[0]), ben: there(players[1]) };
}

/** That a battle's rounds are what its commitment, reveals and seeds make of them, and verify. */
async function expectFair(sessionId: string): Promise<void> {
  const { commitment, secret } = await battleOf(sessionId);
  const results = await resultsOf(sessionId);
  const seeds = results.map(({ seed }) => (seed === null ? null : parseHex(seed)));
  const blocks = makeBlocks(sessionId, makeReveals(there(parseHex(secret))), seeds);
  expect(commitment).toMatch(/^[0-9a-f]{64}$/);
  for (const result of results) {
    const verified = verifyReplay(result.replay);
    if (!verified.ok) throw new Error(verified.error.code);
    expect(verified.value.replay.entropy).toEqual(blocks);
    const { score, popped, bestCombo } = verified.value.round;
    expect(result).toMatchObject({ score, popped, best_combo: bestCombo });
  }
}

describe('a battle', () => {
  it.each([
    [2, []],
    [3, ['expert', 'novice']],
    [8, []],
  ] as const)('of %d people and bots %j is played, settled and told to its end', async (count, bots) => {
    const all = ['expert', 'regular', 'novice', 'regular', 'expert', 'novice', 'regular', 'expert'] as const;
    const { sessionId, players } = await meet(all.slice(0, count), { bots });
    await goOn(players, WHOLE_MS);

    expect(battles.count).toBe(0);
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
        there(results[place]).score,
        replayOf(there(results[place])).hash,
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
    const { sessionId, players, ann } = await meet(['regular', 'novice'], { mode: 'classic' });
    expect(ann.terms).toMatchObject({ rulesId: 'arena', rulesVersion: 1 });
    await goOn(players, WHOLE_MS);
    await expectFair(sessionId);
  });

  it('is shown with the scores of the server’s own rounds while it runs', async () => {
    const { sessionId, players, ann, ben } = await meet();
    await goOn(players, COUNTDOWN_MS + 20_000);
    const shown = context.presence.scoreOf(sessionId, ann.userId);
    expect(shown).toEqual({ score: ben.scores?.players[0]?.score, source: 'verified' });
    expect(shown?.score).toBeGreaterThan(0);
    await goOn(players, BATTLE_MS);
    expect(context.presence.scoreOf(sessionId, ann.userId)).toBeNull();
  });

  it('hands the same bytes to every line, five times a second', async () => {
    const { players, ann } = await meet();
    await goOn(players, COUNTDOWN_MS + 5_000);
    const frames = players.map(({ sent }) => sent.filter(({ data }) => typeof data !== 'string' && data[0] === 3));
    const { startsAt } = there(ann.terms);
    const inTime = there(frames[0]).filter(({ atMs }) => atMs > startsAt);
    expect(inTime).toHaveLength(5_000 / SCORE_EVERY_MS);
    for (const [at, { data }] of there(frames[0]).entries()) expect(there(frames[1])[at]?.data).toBe(data);
  });

  it('sends scores once a second for two seconds after a turn that came late', async () => {
    const { players, ann } = await meet();
    await goOn(players, COUNTDOWN_MS + 3_000);
    const { startsAt } = there(ann.terms);
    const scoreTimes = (): number[] =>
      there(players[0])
        .sent.filter(({ data }) => typeof data !== 'string' && data[0] === 3)
        .map(({ atMs }) => atMs - startsAt);
    // Scores are due after 200 ms: this turn comes 100 ms late.
    await battles.turn((clock.nowMs += 300));
    const busyFrom = clock.nowMs - startsAt;
    await goOn(players, 4_000);
    const within = (fromMs: number, toMs: number): number[] =>
      scoreTimes().filter((timeMs) => timeMs > fromMs && timeMs <= toMs);
    expect(within(busyFrom, busyFrom + 1_900)).toHaveLength(2);
    expect(within(busyFrom + 2_200, busyFrom + 3_200)).toHaveLength(1_000 / SCORE_EVERY_MS);
  });

  it('has no late turn while its beginning waits for the database, which delays nothing else', async () => {
    const { sessionId, players } = await meet();
    await goOn(players, COUNTDOWN_MS - 100);
    const lost = new DatabaseUnavailableError('ERR_DATABASE_DOWN', new Error('a test'));
    const begin = vi.spyOn(context.leases, 'keepHeld').mockRejectedValue(lost);
    const lateMs: number[] = [];
    for (let turn = 0; turn < 100; turn++) lateMs.push(await battles.turn((clock.nowMs += 10)));
    expect(begin.mock.calls.length).toBeGreaterThan(1);
    expect(Math.max(...lateMs)).toBe(10);
    begin.mockRestore();
    await goOn(players, 1_000);
    expect((await sessionOf(sessionId)).status).toBe('playing');
  });

  it('begins in a later turn when very many begin at once', async () => {
    const sessionIds = await Array.fromAsync({ length: 150 }, async () =>
      countDown(test, { startsInMs: COUNTDOWN_MS }),
    );
    await goOn([], COUNTDOWN_MS - 10);
    const countBegun = async (): Promise<number> =>
      (await Promise.all(sessionIds.map(sessionOf))).filter(({ status }) => status === 'playing').length;
    expect(await countBegun()).toBe(0);
    await goOn([], 10);
    expect(await countBegun()).toBe(100);
    await goOn([], 10);
    expect(await countBegun()).toBe(150);
  });

  it('continues when very many have stood still at once', async () => {
    const sessionIds = await Array.fromAsync({ length: 60 }, async () => countDown(test, { startsInMs: COUNTDOWN_MS }));
    await goOn([], COUNTDOWN_MS + 1_000);
    const startTimes = async (): Promise<number[]> =>
      (await Promise.all(sessionIds.map(sessionOf))).map(({ starts_at }) => starts_at ?? 0);
    const before = await startTimes();
    leases.isCertain = false;
    await goOn([], 6_000);
    leases.isCertain = true;
    await goOn([], 300);
    const after = await startTimes();
    for (const [at, startsAt] of before.entries()) expect(there(after[at]) - startsAt).toBeGreaterThan(4_000);
  });

  it('is settled in a later turn when many battles end at once, so that the event loop is free between them', async () => {
    const sessionIds = await Array.fromAsync({ length: 6 }, async () => countDown(test, { startsInMs: COUNTDOWN_MS }));
    await goOn([], COUNTDOWN_MS + BATTLE_MS + GRACE_MS - 10);
    const countEnded = async (): Promise<number> =>
      (await Promise.all(sessionIds.map(sessionOf))).filter(({ ended_at }) => ended_at !== null).length;
    expect(await countEnded()).toBe(0);
    // Each settlement takes 3 ms by the clock of this test, and a turn has 5 ms for settling.
    const settling = vi.spyOn(context, 'onStep').mockImplementation(() => void (clock.nowMs += 3));
    for (const ended of [2, 4, 6]) {
      await goOn([], 10);
      expect(await countEnded()).toBe(ended);
    }
    settling.mockRestore();
  });

  it('moves its session on when it begins, and tells of it', async () => {
    const told: string[] = [];
    const { sessionId, players } = await meet();
    const deafen = context.bus.subscribe(async (event) => {
      if (event.type === 'session') told.push((await sessionOf(event.sessionId)).status);
    });
    await goOn(players, COUNTDOWN_MS - 10);
    expect((await sessionOf(sessionId)).status).toBe('starting');
    await goOn(players, 10);
    expect((await sessionOf(sessionId)).status).toBe('playing');
    await expect.poll(() => told).toEqual(['playing']);
    deafen();
  });
});

describe('a paid battle', () => {
  it('that was gathered and started as any is shared by its book, and paid from what was paid in', async () => {
    const [amy, bob] = [await test.player('amy', 20 * TRX), await test.player('bob', 20 * TRX)];
    const sessionId = await gather(test, amy, { entryFee: 10 });
    await join(test, bob, sessionId);
    for (const { address } of [amy, bob]) expect((await setReady(context, sessionId, address, true)).ok).toBe(true);
    expect((await startSession(context, sessionId, bob.address)).ok).toBe(true);
    const players = [
      (await new TestPlayer(context, battles, sessionId, amy.address, 'novice').connect()).giveSeed(),
      (await new TestPlayer(context, battles, sessionId, bob.address, 'regular').connect()).giveSeed(),
    ];
    expect(await balanceOf(db, escrowAccount(sessionId))).toBe(20 * TRX);
    await goOn(players, WHOLE_MS);
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

describe('the randomness', () => {
  it('is committed to before a seed is taken, and taken from everybody’s seeds', async () => {
    const { players, ann } = await meet();
    expect(ann.words.map(({ type }) => type)).toEqual(['battle_terms']);
    await goOn(players, COUNTDOWN_MS);
    const words = ann.words.map(({ type }) => type);
    expect(words.filter((type) => type === 'battle_seeds')).toHaveLength(1);
    expect(ann.words.find(({ type }) => type === 'battle_seeds')).toMatchObject({
      seeds: [seedOf(addressOf(0)), seedOf(addressOf(1))],
    });
  });

  it('takes a player’s seed once, in its form, before the seeds close', async () => {
    const sessionId = await countDown(test, { startsInMs: COUNTDOWN_MS });
    const [ann, ben] = [await playerOf(sessionId, 0).connect(), await playerOf(sessionId, 1).connect()];
    for (const seed of ['', 'seed', 'A'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)])
      expect(ann.way.setSeed(seed)).toEqual({ ok: false, error: 'ERR_SEED' });
    expect(ann.way.setSeed('a'.repeat(64)).ok).toBe(true);
    expect(ann.way.setSeed('b'.repeat(64))).toEqual({ ok: false, error: 'ERR_SEED' });
    expect(ann.way.setSeed('a'.repeat(64)).ok).toBe(true);
    await goOn([ann, ben], SCORE_EVERY_MS * 2);
    expect(ben.terms?.players.map(({ hasSeed }) => hasSeed)).toEqual([true, false]);
    await goOn([ann, ben], COUNTDOWN_MS - SEED_CLOSE_MS - SCORE_EVERY_MS * 2);
    expect(ben.way.setSeed('c'.repeat(64))).toEqual({ ok: false, error: 'ERR_SEED_LATE' });
    expect(ben.words.find(({ type }) => type === 'battle_seeds')).toMatchObject({ seeds: ['a'.repeat(64), null] });
  });

  it('of a second is given a second ahead and never earlier, once and in order, however turns come', async () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 2_500 }), { minLength: 40, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(gaps, async (steps) => {
        const { sessionId, ann } = await meet();
        const { startsAt } = there(ann.terms);
        for (const step of steps) await battles.turn((clock.nowMs += step));
        const reveals = ann.sent.flatMap(({ data, atMs }) => {
          const frame = typeof data === 'string' ? null : decodeServerFrame(data);
          return frame?.type === 'reveal' ? [{ ...frame, atMs }] : [];
        });
        for (const [at, { second, atMs }] of reveals.entries()) {
          expect(second).toBe(at);
          expect(atMs).toBeGreaterThanOrEqual(startsAt + second * 1_000 - REVEAL_AHEAD_MS);
        }
        const dueSeconds = Math.floor((clock.nowMs - startsAt + REVEAL_AHEAD_MS) / 1_000) + 1;
        expect(reveals).toHaveLength(Math.max(0, Math.min(dueSeconds, BATTLE_SECONDS)));
        await changeSession(test, sessionId, { status: 'cancelled', ended_at: clock.nowMs });
      }),
      { numRuns: 20 },
    );
  });

  it('is in nothing that anybody is sent before its reveal is due', async () => {
    const { sessionId, players, ann } = await meet();
    await goOn(players, WHOLE_MS);
    const reveals = makeReveals(there(parseHex((await battleOf(sessionId)).secret)));
    const { startsAt } = there(ann.terms);
    const sent = ann.sent.map(({ atMs, data }) => ({
      atMs,
      hex: typeof data === 'string' ? data : makeHex(data),
    }));
    for (const [second, reveal] of reveals.entries()) {
      const first = sent.find(({ hex }) => hex.includes(makeHex(reveal)));
      expect(first?.atMs).toBeGreaterThanOrEqual(startsAt + second * 1_000 - REVEAL_AHEAD_MS);
    }
  });
});

describe('a way in', () => {
  const unusedConnection: Connection = {
    isOpen: true,
    send: () => expect.unreachable(),
    close: () => expect.unreachable(),
  };
  const enter = async (sessionId: string, userId: string, token: string) =>
    battles.connect(sessionId, userId, token, unusedConnection);

  it('is opened by the seat’s own token, while there is a battle', async () => {
    const sessionId = await countDown(test, { bots: ['novice'] });
    const other = await countDown(test);
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
    await goOn([], COUNTDOWN_MS - 10);
    await changeSession(test, other, { status: 'waiting', starts_at: null });
    expect(await enter(other, ann, makeSeatToken(context, other, ann))).toEqual(refused('ERR_SESSION_STATE'));
  });

  it('is known to the others, and to everybody who looks', async () => {
    const sessionId = await countDown(test);
    const ann = await playerOf(sessionId, 0).connect();
    const ben = await playerOf(sessionId, 1).connect();
    await goOn([], SCORE_EVERY_MS);
    expect(ann.terms?.players.map(({ isConnected }) => isConnected)).toEqual([true, true]);
    expect(context.presence.isConnected(sessionId, ben.userId)).toBe(true);
    ben.drop();
    await goOn([], SCORE_EVERY_MS);
    expect(ann.terms?.players.map(({ isConnected }) => isConnected)).toEqual([true, false]);
    expect(context.presence.isConnected(sessionId, ben.userId)).toBe(false);
  });

  it('does not replace a newer one when it is closed before its turn comes', async () => {
    const { sessionId, ann } = await meet();
    const old = playerOf(sessionId, 0);
    old.close(CLOSE.slow, 'lost');
    await expect(old.connect()).rejects.toThrow('ERR_SESSION_STATE');
    expect(ann.closed).toBeNull();
    expect(ann.giveSeed()).toBe(ann);
  });

  it('is closed by a newer one of the same seat, and has no effect then', async () => {
    const { sessionId, players, ann: old, ben } = await meet();
    await goOn(players, COUNTDOWN_MS + 3_000);
    const oldConnection = old.way;
    const ann = await playerOf(sessionId, 0, 'regular').connect();
    expect(old.closed).toMatchObject({ code: CLOSE.replaced });
    expect(
      handleFrame(oldConnection, encodeInputs({ first: 0, untilMs: 3_000, inputs: Int32Array.of(3_000, 1, 1) })),
    ).toBe('over');
    oldConnection.leave();
    oldConnection.disconnect();
    expect(context.presence.isConnected(sessionId, ann.userId)).toBe(true);
    await goOn([ann, ben], BATTLE_MS);
    expect((await resultsOf(sessionId))[0]).toMatchObject({ status: 'finished' });
    expect(ann.refusals).toEqual([]);
  });

  it('can be taken again by the same line', async () => {
    const { sessionId, ann } = await meet();
    await ann.connect();
    expect(ann.closed).toBeNull();
    ann.drop();
    expect(context.presence.isConnected(sessionId, ann.userId)).toBe(false);
  });
});

describe('a player', () => {
  it('continues in the same round after a reconnection', async () => {
    const { sessionId, players, ann: before, ben } = await meet(['expert', 'regular']);
    await goOn(players, COUNTDOWN_MS + 20_000);
    const count = before.field.inputCount;
    before.drop();
    await goOn(players, 7_500);
    const ann = await playerOf(sessionId, 0, 'expert').connect();
    expect(ann.words.map(({ type }) => type)).toEqual(['battle_terms', 'battle_seeds', 'battle_state']);
    expect(ann.field.inputCount).toBeGreaterThan(count - 3);
    await goOn([ann, ben], BATTLE_MS);
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
    const { sessionId, players, ann } = await meet(['expert', 'expert']);
    await goOn(players, COUNTDOWN_MS + fromMs);
    // What is sent now waits in a buffer of the operating system, and is read after the turn that comes late.
    const endsAt = clock.nowMs + stallMs;
    for (const player of players) player.delayMs = () => Math.max(0, endsAt - clock.nowMs);
    while (clock.nowMs < endsAt - 10) {
      clock.nowMs += 10;
      for (const player of players) player.play();
    }
    await goOn(players, WHOLE_MS - fromMs);
    ann.field.advanceTo(BATTLE_MS);
    expect(players.flatMap(({ refusals }) => refusals)).toEqual([]);
    expect(replayOf(await resultOf(sessionId, 0)).inputs).toEqual(ann.field.inputs());
  });

  it('receives another player’s click when it is too late to copy it', async () => {
    const { players, ann, ben } = await meet(['expert', 'novice']);
    ben.bot = null;
    await goOn(players, COUNTDOWN_MS);
    const { startsAt } = there(ann.terms);
    let copied = 0;
    for (let turn = 0; turn < 1_000; turn++) {
      const known = ben.told.get(0)?.length ?? 0;
      await goOn([ann], 10);
      const news = Int32Array.from(ben.told.get(0)?.slice(known, known + 3) ?? []);
      const clickMs = news[0] ?? Infinity;
      if (clickMs === Infinity) continue;
      copied++;
      // The longest stretch that the click fits into.
      const untilMs = Math.min(clickMs + BATCH_MS - 1, clock.nowMs - startsAt + AHEAD_MS);
      expect(handleFrame(ben.way, encodeInputs({ first: 0, untilMs, inputs: news }))).toBe('late');
    }
    expect(copied).toBeGreaterThan(10);
    // A new connection does not help either.
    const back = await playerOf(ben.sessionId, 1).connect();
    expect(back.told.get(0)).toEqual(ben.told.get(0));
    expect(ann.field.inputCount * 3).toBeGreaterThan(there(back.told.get(0)).length);
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
        const { sessionId, players, ann, ben } = await meet(['expert', 'regular']);
        let sent = 0;
        ann.delayMs = () => delays[Math.floor(sent++ / 20) % delays.length] ?? 0;
        await goOn(players, COUNTDOWN_MS + awayAt);
        ben.drop();
        await goOn(players, 2_000);
        const back = await playerOf(sessionId, 1, 'novice').connect();
        await goOn([ann, back], WHOLE_MS - awayAt);
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
    const { sessionId, players, ann, ben } = await meet();
    await goOn(players, COUNTDOWN_MS + 50_000);
    ann.drop();
    await goOn([ben], WHOLE_MS);
    expect(ann.over).toBeNull();
    await ann.connect();
    expect(ann.over).toEqual(ben.over);
    expect(ann.over?.outcome).toBe('settled');
    expect(handleFrame(ann.way, encodeInputs({ first: 0, untilMs: 1, inputs: new Int32Array() }))).toBe('over');
    expect(ann.way.setSeed(seedOf('ann')).ok).toBe(false);
    ann.way.leave();
    expect(await resultOf(sessionId, 0)).toMatchObject({ status: 'finished' });
    expect(await battles.connect(sessionId, ann.userId, ben.token, ann)).toEqual({
      ok: false,
      error: 'ERR_SEAT_UNKNOWN',
    });
  });

  it('may come late, without a part in the randomness', async () => {
    const sessionId = await countDown(test);
    const ann = (await playerOf(sessionId, 0, 'regular').connect()).giveSeed();
    await goOn([ann], COUNTDOWN_MS + 30_000);
    const ben = await playerOf(sessionId, 1, 'expert').connect();
    expect(ben.way.setSeed(seedOf('ben'))).toEqual({ ok: false, error: 'ERR_SEED_LATE' });
    await goOn([ann, ben], BATTLE_MS);
    const results = await resultsOf(sessionId);
    expect(results.map(({ status, seed }) => [status, seed])).toEqual([
      ['finished', seedOf(addressOf(0))],
      ['finished', null],
    ]);
    expect(there(results[1]).score).toBeGreaterThan(0);
    await expectFair(sessionId);
  });

  it('who never comes was absent, and who gives up keeps what was scored', async () => {
    const sessionId = await countDown(test, { players: 3 });
    const ann = (await playerOf(sessionId, 0, 'regular').connect()).giveSeed();
    const ben = (await playerOf(sessionId, 1, 'expert').connect()).giveSeed();
    await goOn([ann, ben], COUNTDOWN_MS + 30_000);
    const score = there(ben.scores?.players[1]).score;
    ben.way.leave();
    await goOn([ann], 100);
    expect(await battles.connect(sessionId, ben.userId, ben.token, ben)).toEqual({
      ok: false,
      error: 'ERR_SESSION_STATE',
    });
    await goOn([ann], BATTLE_MS);
    const results = await resultsOf(sessionId);
    expect(results.map(({ status }) => status)).toEqual(['finished', 'left', 'absent']);
    expect(there(results[1]).score).toBeGreaterThanOrEqual(score);
    expect(score).toBeGreaterThan(0);
    expect(results[2]).toMatchObject({ score: 0, position: 3 });
  });

  it('shares a position with another of the same score', async () => {
    const { sessionId, players, ann } = await meet();
    for (const player of players) player.bot = null;
    await goOn(players, COUNTDOWN_MS + 5_000);
    // The same entropy, the same clicks: at the highest bubble that is in the field.
    const bubble = createBubble();
    ann.field.bubbleAt(0, bubble);
    for (const player of players) {
      expect(player.field.pop(bubble.xPx, Math.min(bubble.yPx, 600))).toMatch(/pop|hit/);
      player.flush(5_000);
    }
    await goOn(players, BATTLE_MS);
    expect((await resultsOf(sessionId)).map(({ position }) => position)).toEqual([1, 1]);
    expect((await resultOf(sessionId, 0)).score).toBeGreaterThan(0);
  });
});

describe('a battle that everybody leaves', () => {
  it('ends at its time, with what was scored', async () => {
    const { sessionId, players } = await meet(['expert', 'novice']);
    await goOn(players, COUNTDOWN_MS + 10_000);
    for (const player of players) player.way.leave();
    await goOn([], BATTLE_MS - 10_000);
    expect((await sessionOf(sessionId)).status).toBe('playing');
    await goOn([], GRACE_MS + 20);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    expect((await resultsOf(sessionId)).map(({ status }) => status)).toEqual(['left', 'left']);
  });

  it('is cancelled when no player connected', async () => {
    const sessionId = await countDown(test);
    await goOn([], WHOLE_MS);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'cancelled', reason: NO_POINTS });
    expect(battles.count).toBe(0);
  });
});

describe('a countdown', () => {
  it('reads its session’s row once for many changes that are reported at once', async () => {
    const { sessionId } = await meet();
    await goOn([], 100);
    const reading = vi.spyOn(db, 'selectFrom');
    for (let change = 0; change < 50; change++) context.bus.publish({ type: 'session', sessionId });
    await battles.turn(clock.nowMs);
    expect(reading.mock.calls.filter(([table]) => (table as unknown) === 'sessions').length).toBeLessThanOrEqual(3);
    reading.mockRestore();
    await changeSession(test, sessionId, { status: 'waiting', starts_at: null });
    await expect.poll(() => battles.count).toBe(0);
  });

  it('does not go back to a start that was read before the countdown was continued with another one', async () => {
    const { sessionId, ann } = await meet();
    await goOn([], COUNTDOWN_MS - 3_000);
    leases.isCertain = false;
    await goOn([], 400);
    const old = there((await sessionOf(sessionId)).starts_at);
    const held = holdNextRead(db);
    context.bus.publish({ type: 'session', sessionId });
    await held.read;
    leases.isCertain = true;
    // A turn waits for the events, and so for the row that is held.
    const turns = [battles.turn((clock.nowMs += 200))];
    await expect.poll(async () => (await sessionOf(sessionId)).starts_at).toBeGreaterThan(old);
    await expect.poll(() => there(ann.terms).startsAt).toBeGreaterThan(old);
    const { startsAt } = there(ann.terms);
    held.release();
    await Promise.all(turns);
    await goOn([], 400);
    expect(there(ann.terms).startsAt).toBe(startsAt);
    expect((await sessionOf(sessionId)).starts_at).toBe(startsAt);
  });

  it('becomes shorter when the session says so, as long as seeds are taken', async () => {
    const sessionId = await countDown(test, { startsInMs: 30_000 });
    const [ann, ben] = [
      await playerOf(sessionId, 0, 'regular').connect(),
      await playerOf(sessionId, 1, 'regular').connect(),
    ];
    await goOn([ann, ben], 5_000);
    const startsAt = clock.nowMs + 6_000;
    await context.db.updateTable('sessions').set({ starts_at: startsAt }).where('id', '=', sessionId).execute();
    context.bus.publish({ type: 'starting', sessionId, nodeId: context.leases.nodeId });
    await goOn([ann, ben], SCORE_EVERY_MS);
    expect(ann.terms?.startsAt).toBe(startsAt);
    ann.giveSeed();
    await goOn([ann, ben], 6_000);
    expect((await sessionOf(sessionId)).status).toBe('playing');
    await goOn([ann, ben], BATTLE_MS + GRACE_MS);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    await expectFair(sessionId);
  });

  it('that is stopped leaves nothing behind', async () => {
    const { sessionId, ann } = await meet();
    await changeSession(test, sessionId, { status: 'waiting', starts_at: null });
    await expect.poll(() => battles.count).toBe(0);
    expect(ann.words.at(-1)).toMatchObject({ type: 'battle_refused', code: 'ERR_SESSION_STATE' });
    ann.drop();
    await goOn([], WHOLE_MS);
    expect((await sessionOf(sessionId)).status).toBe('waiting');
  });
});

describe('trouble', () => {
  it('of any bytes is answered, and never thrown', async () => {
    const { players, ben } = await meet();
    await goOn(players, COUNTDOWN_MS + 1_000);
    expect(handleFrame(ben.way, encodeClock(1))).toBe('malformed');
    expect(handleFrame(ben.way, new Uint8Array(0))).toBe('malformed');
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ maxLength: 60 }).map((rest) => Uint8Array.of(1, ...rest)),
    );
    fc.assert(
      fc.property(bytes, (frame) => {
        expect(handleFrame(ben.way, frame)).toBeTypeOf('string');
      }),
    );
    expect(battles.count).toBe(1);
    await changeSession(test, ben.sessionId, { status: 'cancelled', ended_at: clock.nowMs });
  });

  it('with a batch is sent to its sender alone, who continues from the accepted clicks', async () => {
    const { sessionId, players, ann, ben } = await meet(['novice', 'novice']);
    ann.bot = null;
    await goOn(players, COUNTDOWN_MS + 3_000);
    const entrance = ann.way;
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
    await goOn(players, BATTLE_MS);
    expect([...replayOf(await resultOf(sessionId, 0)).inputs]).toEqual([2_900, 1, 1, 3_000, 1, 1]);
    expect(handleFrame(entrance, encodeInputs({ first: 2, untilMs: 60_000, inputs: click(59_999) }))).toBe('over');
  });

  it('of the session ends the battle for its players', async () => {
    const { sessionId, players, ann } = await meet();
    await goOn(players, COUNTDOWN_MS + 5_000);
    // An event of another node is a hint: the database does not say that it is over.
    context.bus.publish({ type: 'over', over: { type: 'battle_over', sessionId, outcome: 'cancelled', results: [] } });
    await battles.turn(clock.nowMs);
    expect(battles.count).toBe(1);
    await refundSession(context, await sessionOf(sessionId), 'cancelled', 'fault');
    await battles.turn(clock.nowMs);
    expect(battles.count).toBe(0);
    expect(players.map(({ over }) => over?.outcome)).toEqual(['cancelled', 'cancelled']);
    expect(ann.words.filter(({ type }) => type === 'battle_over')).toHaveLength(1);
    await goOn(players, BATTLE_MS);
    expect(await findBattle(sessionId)).toBeUndefined();
  });

  it('is none when a session is cancelled at the moment in which its battle begins', async () => {
    const { sessionId, players } = await meet();
    await goOn(players, COUNTDOWN_MS - 10);
    const session = await sessionOf(sessionId);
    clock.nowMs = there(session.starts_at);
    await Promise.all([refundSession(context, session, 'cancelled', 'fault'), battles.turn(clock.nowMs)]);
    expect(players.map(({ over }) => over?.outcome)).toEqual(['cancelled', 'cancelled']);
    await goOn(players, 5_000);
    expect((await sessionOf(sessionId)).status).toBe('cancelled');
    expect([battles.count, test.log.filter((entry) => entry.event === 'fault')]).toEqual([0, []]);
  });

  /** Nothing can be settled while this stands. */
  const breakSettling = async (): Promise<void> => {
    await execute(db, 'ALTER TABLE battles RENAME TO battles_away');
  };
  const mendSettling = async (): Promise<void> => {
    await execute(db, 'ALTER TABLE battles_away RENAME TO battles');
  };

  it('with settling is logged, and it is tried again', async () => {
    const { sessionId, players, ann } = await meet();
    await breakSettling();
    await goOn(players, WHOLE_MS + 3_000);
    expect((await sessionOf(sessionId)).status).toBe('playing');
    expect(test.log.filter((entry) => entry.event === 'fault')).toHaveLength(4);
    await mendSettling();
    await goOn(players, 1_000);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    await expectFair(sessionId);
    expect(ann.over?.outcome).toBe('settled');
  });

  it('with the time that settling takes is no reason to refund those who wait for it', async () => {
    const [first, second] = [await meet(), await meet()];
    const deafen = context.bus.subscribe(({ type }) => {
      if (type === 'over') clock.nowMs += 61_000;
    });
    await goOn([...first.players, ...second.players], WHOLE_MS);
    deafen();
    expect(battles.count).toBe(1);
    await battles.turn(clock.nowMs);
    expect(
      await Array.fromAsync([first, second], async ({ sessionId }) => (await sessionOf(sessionId)).status),
    ).toEqual(['settled', 'settled']);
  });

  it('with settling that does not end refunds everybody', async () => {
    const { sessionId, players, ann } = await meet();
    await breakSettling();
    await goOn(players, WHOLE_MS + 61_000);
    await mendSettling();
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'cancelled', reason: 'fault' });
    expect(ann.over?.outcome).toBe('cancelled');
    expect(battles.count).toBe(0);
  });

  it('of one battle is no other one’s', async () => {
    const broken = await meet();
    const sound = await meet();
    broken.ann.send = () => {
      throw new Error('a line that throws');
    };
    await goOn([broken.ben, ...sound.players], WHOLE_MS);
    expect(await sessionOf(broken.sessionId)).toMatchObject({ status: 'cancelled', reason: 'fault' });
    expect((await sessionOf(sound.sessionId)).status).toBe('settled');
    expect(test.log.filter((entry) => entry.event === 'fault').length).toBeGreaterThan(0);
  });
});
