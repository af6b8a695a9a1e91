import { BATTLE_MS, encodeInputs, RESUME_WINDOW_MS } from '@popfray/protocol/battle';
import * as fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { execute, fetchRows, fetchValue } from '../platform/database/raw-query.fixture.ts';
import { slotOf } from '../sessions/live-battle.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { IS_ON_POSTGRES } from '../testing/test-location.fixture.ts';
import { Battle } from './battle.ts';
import { required } from '../testing/required.fixture.ts';
import { run } from './battle.fixture.ts';
import { startCountdown } from './countdown.fixture.ts';
import { handleFrame, seedOf, TestPlayer } from './test-player.fixture.ts';
import { createBattles } from './battles.ts';
import { Journal } from './journal.ts';
import { decodeRecords, encodeRecords, type JournalRecord } from './journal-record.ts';
import { insertRows, leaseOf, makeInsert } from './journal-rows.ts';
import { TestLeases } from './leases.fixture.ts';
import { takeBattle } from './takeover.ts';

const COUNTDOWN_MS = 8_000;

const test = await createTestContext();
afterAll(async () => test.stop());
const { clock } = test;
const leases = new TestLeases(test.context.leases);
const context = { ...test.context, leases };
const { db } = context;
beforeEach(() => {
  test.log.length = 0;
});

it('has records that come back from their bytes, and refuses bytes that are none', () => {
  const place = fc.nat(7);
  const inputs = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.nat(3_200), fc.nat(2_400)), { maxLength: 20 })
    .map((clicks) => {
      let time = 0;
      return Int32Array.from(clicks.flatMap(([wait, x, y]) => [(time += wait), x, y]));
    });
  const record = fc.oneof<fc.Arbitrary<JournalRecord>[]>(
    fc.record({ type: fc.constant('seed' as const), place, seed: fc.string().map((name) => seedOf(name)) }),
    fc.record({ type: fc.constant('seeds-closed' as const) }),
    fc.record({ type: fc.constant('arrived' as const), place }),
    fc.record({ type: fc.constant('left' as const), place }),
    fc.record({
      type: fc.constant('inputs' as const),
      place,
      batch: fc.record({ first: fc.nat(600), untilMs: fc.nat(BATTLE_MS), inputs }),
    }),
  );
  fc.assert(
    fc.property(fc.array(record, { maxLength: 20 }), fc.nat(), (records, cut) => {
      const bytes = encodeRecords(records);
      expect(decodeRecords(bytes)).toEqual(records);
      const short = bytes.subarray(0, cut % (bytes.length + 1));
      try {
        expect(records.slice(0, decodeRecords(short).length)).toEqual(decodeRecords(short));
      } catch (error) {
        expect(String(error)).toMatch(/journal/);
      }
    }),
  );
});

it('gives the rounds back to the state hash, with those of bots, however often the bots were moved on', async () => {
  const sessionId = await startCountdown(test, { players: 2, bots: ['expert', 'novice'], startsInMs: COUNTDOWN_MS });
  const options = { presence: context.presence, firstScoresAt: clock.nowMs };
  const journal = new Journal(context, {
    onLost: () => expect.unreachable(),
    onFault: (_, error) => {
      throw error;
    },
  });
  const taken = required(await takeBattle(context, sessionId));
  const battle = new Battle(taken, { ...options, onRecord: journal.note });
  const [ann, ben] = battle.contestants;
  battle.setSeed(required(ann), seedOf('ann'), clock.nowMs);
  const startsAt = required(taken.session.starts_at);
  for (let turn = 0; clock.nowMs < startsAt + 25_000; turn++) {
    clock.nowMs += 10 + (turn % 3) * 7;
    battle.turn(clock.nowMs);
    const timeMs = clock.nowMs - startsAt;
    if (timeMs > 500 && turn % 14 === 0)
      for (const [at, player] of [required(ann), required(ben)].entries()) {
        const click = Int32Array.of(timeMs, (turn * 37 + at * 900) % 3_200, (turn * 53) % 2_400);
        battle.handleInputs(player, { first: player.count, untilMs: timeMs, inputs: click }, clock.nowMs);
      }
    await journal.commit(clock.nowMs);
  }
  await journal.finish(clock.nowMs);
  await leases.release(battle.lease);

  leases.lastSeenAt = clock.nowMs;
  const again = required(await takeBattle(context, sessionId));
  const rebuilt = new Battle(again, { ...options, onRecord: () => undefined });
  const { records, provenMs } = required(again.continuation);
  rebuilt.rebuild(records, provenMs, required(again.session.starts_at), clock.nowMs);
  expect(again.session.starts_at).toBe(startsAt);
  for (const [at, contestant] of battle.contestants.entries()) {
    const other = required(rebuilt.contestants[at]);
    for (const { round } of [contestant, other]) expect(round.timeMs).toBeLessThanOrEqual(25_050);
    for (const one of [contestant, other]) {
      one.playTo(25_050);
      if (!one.isBot) one.round.advanceTo(25_050);
    }
    expect(contestant.round.inputCount).toBeGreaterThan(20);
    expect([other.round.hash, other.round.score, other.round.timeMs]).toEqual([
      contestant.round.hash,
      contestant.round.score,
      contestant.round.timeMs,
    ]);
    expect(other.seed).toBe(contestant.seed);
  }
  await leases.release(again.lease);
  await execute(db, `UPDATE sessions SET status = 'cancelled', ended_at = 1 WHERE id = ?`, sessionId);
});

it('counts that a player has come or left when it is stored', async () => {
  const sessionId = await startCountdown(test, { players: 2, startsInMs: COUNTDOWN_MS });
  const taken = required(await takeBattle(context, sessionId));
  const battle = new Battle(taken, {
    presence: context.presence,
    firstScoresAt: clock.nowMs,
    onRecord: () => undefined,
  });
  const ann = required(battle.contestants[0]);
  const connection = { isOpen: true, send: () => undefined, close: () => undefined };
  battle.connect(ann, connection, clock.nowMs);
  battle.connect(ann, connection, clock.nowMs);
  const arrived = battle.takeRecords();
  expect([ann.hasCome, arrived]).toEqual([false, [{ type: 'arrived', place: 0 }]]);
  battle.applyStored(arrived);
  battle.leave(ann);
  battle.leave(ann);
  const left = battle.takeRecords();
  expect([ann.hasCome, ann.hasLeft, left]).toEqual([true, false, [{ type: 'left', place: 0 }]]);
  battle.applyStored(left);
  expect(ann.hasLeft).toBe(true);
  await leases.release(battle.lease);
  await execute(db, `UPDATE sessions SET status = 'cancelled', ended_at = 1 WHERE id = ?`, sessionId);
});

it('counts what was stored once when the answer to its commit was lost, and when the database refuses a group', async () => {
  const battles = createBattles(context);
  const sessionId = await startCountdown(test, { players: 2, bots: ['novice'], startsInMs: COUNTDOWN_MS });
  const ann = await new TestPlayer(context, battles, sessionId, test.wallet('player 0').address).connect();
  await run(test, battles, [], COUNTDOWN_MS + 5_000);
  const click = (first: number, timeMs: number): Uint8Array =>
    encodeInputs({ first, untilMs: timeMs, inputs: Int32Array.of(timeMs, 8, 8) });
  // The row exists already: it was committed, and the connection to the database died before the answer.
  const epoch = required(await fetchValue<number>(db, 'SELECT epoch FROM leases WHERE name = ?', leaseOf(sessionId)));
  const next = required(
    await fetchValue<number>(db, 'SELECT max(number) + 1 FROM battle_journal WHERE session_id = ?', sessionId),
  );
  await db
    .insertInto('battle_journal')
    .values({
      session_id: sessionId,
      epoch,
      number: next,
      time_ms: 5_000,
      records: encodeRecords([]),
      time_slot: slotOf(clock.nowMs),
    })
    .execute();
  expect(handleFrame(ann.openConnection, click(0, 5_000))).toBe('accepted');
  await run(test, battles, [], 400);
  expect([ann.acknowledged, ann.closed]).toEqual([1, null]);

  await execute(db, 'ALTER TABLE battle_journal RENAME TO journal_away');
  expect(handleFrame(ann.openConnection, click(1, 5_300))).toBe('accepted');
  await run(test, battles, [], 600);
  expect(ann.acknowledged).toBe(1);
  expect(test.log.filter(({ event }) => event === 'fault')).toHaveLength(1);
  await execute(db, 'ALTER TABLE journal_away RENAME TO battle_journal');
  await run(test, battles, [], 600);
  expect(ann.acknowledged).toBe(2);
  await run(test, battles, [], BATTLE_MS + RESUME_WINDOW_MS);
  expect(ann.over?.outcome).toBe('settled');
  await battles.stop();
});

it('lets a solo round wait for 100 ms, or until a battle with opponents is written', async () => {
  const journal = new Journal(context, { onLost: () => expect.unreachable(), onFault: () => expect.unreachable() });
  const options = { presence: context.presence, firstScoresAt: clock.nowMs, onRecord: journal.note };
  const take = async () =>
    required(
      await takeBattle(context, await startCountdown(test, { players: 2, bots: ['novice'], startsInMs: COUNTDOWN_MS })),
    );
  const solo = new Battle({ ...(await take()), soloLoadout: [] }, options);
  const battle = new Battle(await take(), options);
  const connection = { isOpen: true, send: () => undefined, close: () => undefined };
  const [soloPlayer, battlePlayer] = [required(solo.contestants[0]), required(battle.contestants[0])];
  const committedAt = clock.nowMs;
  expect(journal.dueAt).toBe(Infinity);
  solo.connect(soloPlayer, connection, committedAt);
  await journal.commit(committedAt);
  expect([soloPlayer.hasCome, journal.dueAt]).toEqual([true, Infinity]);

  solo.setSeed(soloPlayer, seedOf('solo'), committedAt);
  expect(journal.dueAt).toBe(committedAt + 100);
  await journal.commit(committedAt + 99);
  expect(soloPlayer.seed).toBeNull();
  await journal.commit(committedAt + 100);
  expect(soloPlayer.seed).toBe(seedOf('solo'));

  solo.leave(soloPlayer);
  battle.connect(battlePlayer, connection, committedAt + 110);
  expect(journal.dueAt).toBe(committedAt + 120);
  await journal.commit(committedAt + 119);
  expect([soloPlayer.hasLeft, battlePlayer.hasCome]).toEqual([false, false]);
  await journal.commit(committedAt + 120);
  expect([soloPlayer.hasLeft, battlePlayer.hasCome, journal.dueAt]).toEqual([true, true, Infinity]);
  solo.connect(required(solo.contestants[1]), connection, committedAt + 130);
  expect(journal.dueAt).toBe(committedAt + 220);
  for (const { lease, session } of [solo, battle]) {
    await leases.release(lease);
    await execute(db, `UPDATE sessions SET status = 'cancelled', ended_at = 1 WHERE id = ?`, session.id);
  }
});

it('waits a tenth of a millisecond for each row of the last commit, at least 20 and at most 100 ms', async () => {
  const journal = new Journal(context, { onLost: () => expect.unreachable(), onFault: () => expect.unreachable() });
  const options = { presence: context.presence, firstScoresAt: clock.nowMs, onRecord: journal.note };
  const connection = { isOpen: true, send: () => undefined, close: () => undefined };
  const taken = required(
    await takeBattle(context, await startCountdown(test, { players: 2, startsInMs: COUNTDOWN_MS })),
  );
  let nowMs = clock.nowMs;
  // The row that a takeover writes has the number 0.
  let number = 1;
  /** Makes battles with a record each. They are one battle for the database, which gets one row after the other. */
  const record = (count: number): void => {
    for (let at = 0; at < count; at++) {
      const battle = new Battle(taken, options);
      battle.rows = number++;
      battle.connect(required(battle.contestants[0]), connection, nowMs);
    }
  };
  record(1);
  for (const [rows, intervalMs] of [
    [1, 20],
    [200, 20],
    [450, 45],
    [1_000, 100],
    [1_200, 100],
    [1, 20],
  ] as const) {
    // One row waits since the group before.
    record(rows - 1);
    await journal.commit(nowMs);
    record(1);
    expect(test.log, `${rows} rows`).toEqual([]);
    expect(journal.dueAt - nowMs, `${rows} rows`).toBe(intervalMs);
    nowMs = journal.dueAt;
  }
  await leases.release(taken.lease);
  await execute(db, `UPDATE sessions SET status = 'cancelled', ended_at = 1 WHERE id = ?`, taken.session.id);
});

it.runIf(!IS_ON_POSTGRES)(
  'is written with one look at the lease of each row, however many leases the node has',
  async () => {
    const row = { session_id: 'session', epoch: 1, number: 0, time_ms: 0, records: encodeRecords([]), time_slot: 0 };
    const { sql, parameters } = makeInsert(db, leases.nodeId, [row]).compile();
    const plan = await fetchRows<{ readonly detail: string }>(db, `EXPLAIN QUERY PLAN ${sql}`, ...parameters);
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SCAN json_each /),
      'SEARCH leases USING PRIMARY KEY (name=?)',
    ]);
  },
);

it.runIf(IS_ON_POSTGRES)('is read with what its last owner was writing when the battle was taken', async () => {
  const sessionId = await startCountdown(test, { players: 2, startsInMs: COUNTDOWN_MS });
  const { lease } = required(await takeBattle(context, sessionId));
  await db.updateTable('leases').set({ owner: 'dead' }).where('name', '=', lease.name).execute();
  for (const statement of [
    `CREATE FUNCTION wait_a_while() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(2); RETURN NEW; END'`,
    'CREATE TRIGGER slow BEFORE INSERT ON battle_journal FOR EACH ROW WHEN (NEW.number = 77) EXECUTE FUNCTION wait_a_while()',
  ])
    await execute(db, statement);
  const left: JournalRecord = { type: 'left', place: 1 };
  const row = {
    session_id: sessionId,
    epoch: lease.epoch,
    number: 77,
    time_ms: -5_000,
    records: encodeRecords([left]),
    time_slot: slotOf(clock.nowMs),
  };
  const writing = insertRows(db, 'dead', [row]);
  await expect
    .poll(async () =>
      fetchValue(
        db,
        `SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
      ),
    )
    .toBe(1);
  const taken = required(await takeBattle(context, sessionId));
  expect(await writing).toBe(1);
  expect(taken.continuation?.records).toEqual([left]);
  await execute(db, 'DROP TRIGGER slow ON battle_journal');
  await leases.release(taken.lease);
  await execute(db, `UPDATE sessions SET status = 'cancelled', ended_at = 1 WHERE id = ?`, sessionId);
});

it('does not take the heartbeat of an owner for a proof that died before it played anything', async () => {
  const sessionId = await startCountdown(test, { players: 2, startsInMs: COUNTDOWN_MS });
  const first = required(await takeBattle(context, sessionId));
  leases.lastSeenAt = clock.nowMs;
  await leases.release(first.lease);
  clock.nowMs += COUNTDOWN_MS / 2;
  const second = required(await leases.take(leaseOf(sessionId)));
  leases.lastSeenAt = clock.nowMs;
  await leases.release(second.lease);
  const third = required(await takeBattle(context, sessionId));
  expect(third.continuation?.provenMs).toBe(-COUNTDOWN_MS);
  await leases.release(third.lease);
  await execute(db, `UPDATE sessions SET status = 'cancelled', ended_at = 1 WHERE id = ?`, sessionId);
});
