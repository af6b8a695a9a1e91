import { afterAll, beforeEach, expect, it } from 'vitest';
import { fetchRows } from '../platform/database/raw-query.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { IS_ON_POSTGRES } from '../testing/test-location.fixture.ts';
import { startCountdown } from '../battles/countdown.fixture.ts';
import { deleteEndedRows, deleteLiveBattle, endLiveBattle, isInJournalOf, slotOf } from './live-battle.ts';

const test = await createTestContext();
afterAll(async () => test.stop());
const { db } = test.context;

beforeEach(async () => {
  for (const table of ['battle_journal', 'live_battles'] as const) await db.deleteFrom(table).execute();
});

/** Adds a live battle whose journal has a row in each of some slots. */
async function addBattle(firstSlot: number, slots: readonly number[]): Promise<string> {
  const sessionId = await startCountdown(test);
  const version = { rules_id: 'cross-chain', rules_version: 1, journal_version: 1 };
  await db
    .insertInto('live_battles')
    .values({ session_id: sessionId, secret: '00', bot_seed: '00', ...version, first_slot: firstSlot })
    .execute();
  for (const time_slot of slots) await addRow(sessionId, time_slot);
  return sessionId;
}

const addRow = async (session_id: string, time_slot: number): Promise<unknown> =>
  db
    .insertInto('battle_journal')
    .values({ session_id, epoch: 1, number: time_slot, time_ms: 0, records: Buffer.of(0), time_slot })
    .execute();

const slotsOf = async (sessionId: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('battle_journal')
    .select('time_slot')
    .where(isInJournalOf(db, sessionId))
    .orderBy('number')
    .execute();
  return rows.map(({ time_slot }) => time_slot);
};

const allSlots = async (): Promise<number[]> => {
  const rows = await db.selectFrom('battle_journal').select('time_slot').orderBy('time_slot').execute();
  return rows.map(({ time_slot }) => time_slot);
};

it('finds the rows of a battle among those of others, over gaps', async () => {
  const ann = await addBattle(100, [100, 101, 3_000]);
  const ben = await addBattle(101, [101, 102, 5_000]);
  expect([await slotsOf(ann), await slotsOf(ben), await slotsOf('none')]).toEqual([
    [100, 101, 3_000],
    [101, 102, 5_000],
    [],
  ]);
});

it.runIf(!IS_ON_POSTGRES)('does not find the rows of a countdown that was stopped before', async () => {
  const ann = await addBattle(100, [99, 100]);
  expect(await slotsOf(ann)).toEqual([100]);
});

it('finds what a version without slots has written, and what is written since', async () => {
  const ann = await addBattle(0, [0, 9_000_000_000]);
  expect(await slotsOf(ann)).toEqual([0, 9_000_000_000]);
});

it.runIf(!IS_ON_POSTGRES)('looks for the session in each slot, and reads no rows of other battles', async () => {
  const query = db.selectFrom('battle_journal').select('number').where(isInJournalOf(db, 'session'));
  const { sql, parameters } = query.compile();
  const plan = await fetchRows<{ readonly detail: string }>(db, `EXPLAIN QUERY PLAN ${sql}`, ...parameters);
  const details = plan.map(({ detail }) => detail);
  expect(details[0]).toBe('SEARCH battle_journal USING PRIMARY KEY (time_slot=? AND session_id=?)');
  expect(details.filter((detail) => detail.startsWith('SCAN'))).toEqual(['SCAN slots', 'SCAN slots']);
});

it('deletes the rows of a countdown that is stopped, and no others', async () => {
  const ann = await addBattle(100, [100, 101]);
  const ben = await addBattle(100, [100, 101]);
  await deleteLiveBattle(db, ann);
  expect(await allSlots()).toEqual([100, 101]);
  expect(await slotsOf(ben)).toEqual([100, 101]);
  expect(await db.selectFrom('live_battles').select('session_id').execute()).toEqual([{ session_id: ben }]);
});

it.runIf(!IS_ON_POSTGRES)(
  'deletes the rows of battles that have ended step by step, and none of a live one',
  async () => {
    const nowMs = 3_000_000;
    const now = slotOf(nowMs);
    const ann = await addBattle(100, [100, 105, 109, 110, 130]);
    await addBattle(120, [120, 130, now]);
    await deleteEndedRows(db, nowMs);
    expect(await allSlots()).toEqual([100, 105, 109, 110, 120, 130, 130, now]);
    await endLiveBattle(db, ann);
    await deleteEndedRows(db, nowMs);
    expect(await allSlots()).toEqual([110, 120, 130, 130, now]);
    for (let time = 0; time < 3; time++) await deleteEndedRows(db, nowMs);
    expect(await allSlots()).toEqual([120, 130, 130, now]);
  },
);

it.runIf(!IS_ON_POSTGRES)('keeps the newest rows when no battle is live: one may begin now', async () => {
  const nowMs = 3_000_000;
  const ann = await addBattle(100, [100, slotOf(nowMs)]);
  await endLiveBattle(db, ann);
  for (let time = 0; time < 3; time++) await deleteEndedRows(db, nowMs);
  expect(await allSlots()).toEqual([slotOf(nowMs)]);
  await deleteEndedRows(db, nowMs + 200);
  expect(await allSlots()).toEqual([]);
});

it.runIf(IS_ON_POSTGRES)('deletes the rows of a battle with the battle', async () => {
  const ann = await addBattle(100, [100, 101]);
  await addBattle(100, [102]);
  await endLiveBattle(db, ann);
  expect(await allSlots()).toEqual([102]);
  await deleteEndedRows(db, 3_000_000);
  expect(await allSlots()).toEqual([102]);
});
