import { randomBytes } from 'node:crypto';
import { CALLS } from '@popfray/protocol';
import { checkEntry, checkList, dayOf, NO_ROOT, type CommitmentPage, type Receipt } from '@popfray/protocol/receipt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { createForgetting } from '../sessions/forget.ts';
import { refundSession } from '../sessions/refund.ts';
import { findSession } from '../sessions/session.ts';
import { seatSession } from '../settlement/session.fixture.ts';
import { settleBattle } from '../settlement/settle.ts';
import { createApp } from '../start/app.ts';
import { playOut } from '../testing/battle.fixture.ts';
import { ask } from '../testing/client.fixture.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { listCommitments } from './list.ts';
import { publishCommitment } from './publish.ts';

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

let test: TestContext;

beforeEach(async () => {
  test = await createTestContext();
  // Noon, so that a test stays within one day unless it moves the clock to another.
  test.clock.nowMs = Date.parse(`${dayOf(test.clock.nowMs)}T12:00:00Z`);
});
afterEach(async () => test.stop());

const list = async (): Promise<void> => listCommitments(test.context);

/** Stores commitments of sessions that are not there, at these times. */
async function publish(...times: readonly number[]): Promise<void> {
  for (const [at, time] of times.entries())
    await publishCommitment(test.context.db, `session-${at}`, randomBytes(32).toString('hex'), time);
}

async function show(query: Readonly<Record<string, string | number>> = {}): Promise<CommitmentPage> {
  const { value } = await ask(createApp(test.context), CALLS.getCommitments, { query });
  return value;
}

/** A battle whose countdown has begun, with its commitment; it is settled or cancelled after that, or stays open. */
async function battle(end: 'settled' | 'cancelled' | 'open'): Promise<string> {
  const { context, clock } = test;
  const { session } = await seatSession(test, { line: 'tt', feeSun: 0 });
  const played = await playOut(context.db, session.id, () => 'regular');
  await publishCommitment(context.db, session.id, played.secret, clock.nowMs);
  clock.nowMs += 100_000;
  if (end === 'settled') await settleBattle(context, played);
  if (end === 'cancelled') await refundSession(context, session, 'cancelled', 'fault');
  return session.id;
}

describe('the list of commitments', () => {
  it('has those of a day in their order, cancelled ones too, and any reader can check it', async () => {
    const ids = [await battle('settled'), await battle('cancelled'), await battle('open'), await battle('settled')];
    await list();
    const page = await show();
    expect(page).toMatchObject({ count: 4, previousRoot: NO_ROOT, previousDay: null, nextDay: null, isFinal: false });
    expect(page.day).toBe(dayOf(test.clock.nowMs));
    expect(page.entries.map(({ number, sessionId }) => [number, sessionId])).toEqual(ids.map((id, at) => [at + 1, id]));
    expect(page.entries.map(({ outcome }) => outcome)).toEqual(['played', 'cancelled', 'open', 'played']);
    expect(page.root).toBe(page.entries[3]?.head);
    expect(checkList(page)).toEqual([]);

    const app = createApp(test.context);
    for (const entry of page.entries) {
      const asked = await ask(app, CALLS.getReceipt, { params: { id: entry.sessionId } });
      expect(asked.code).toBe(entry.outcome === 'open' ? 'ERR_RECEIPT_UNKNOWN' : null);
      const receipt: Receipt | null = asked.code === null ? asked.value : null;
      expect(receipt?.listing ?? null).toEqual(
        entry.outcome === 'played' ? { day: page.day, number: entry.number, head: entry.head } : null,
      );
      expect(checkEntry(page, entry, receipt)).toBeNull();
    }
  });

  it('is shown in pages', async () => {
    const { nowMs } = test.clock;
    await publish(...Array.from({ length: 5 }, (_, at) => nowMs + at));
    await list();
    const pages = [await show({ limit: 2 }), await show({ limit: 2, after: 2 }), await show({ limit: 2, after: 4 })];
    expect(pages.map(({ entries }) => entries.map(({ number }) => number))).toEqual([[1, 2], [3, 4], [5]]);
    expect(pages.map(({ count }) => count)).toEqual([5, 5, 5]);
    expect(checkList({ ...(await show()), entries: pages.flatMap(({ entries }) => entries) })).toEqual([]);
  });

  it('leaves out a commitment until it has its place, and then changes no earlier one', async () => {
    const { nowMs } = test.clock;
    await publish(nowMs);
    expect(await show()).toMatchObject({ count: 0, root: null, entries: [] });
    await list();
    const { entries } = await show();
    // A node whose transaction took longer stores an earlier time.
    await publishCommitment(test.context.db, 'session-late', randomBytes(32).toString('hex'), nowMs - 5_000);
    await list();
    const later = await show();
    expect(later.entries.slice(0, 1)).toEqual(entries);
    expect(later.entries.map(({ sessionId }) => sessionId)).toEqual(['session-0', 'session-late']);
    expect(checkList(later)).toEqual([]);
  });

  it('links each day to the one before, and gives what is stored after the end of a day to the next', async () => {
    const midnight = Date.parse(`${dayOf(test.clock.nowMs)}T00:00:00Z`);
    const today = dayOf(midnight);
    const tomorrow = dayOf(midnight + DAY_MS);
    const later = dayOf(midnight + 3 * DAY_MS);
    await publish(midnight + DAY_MS - 1);
    // The day is open for five minutes after its end, for what was stored before.
    test.clock.nowMs = midnight + DAY_MS + 5 * MINUTE_MS - 1;
    await list();
    expect(await show({ day: today })).toMatchObject({ count: 1, isFinal: false });
    test.clock.nowMs += 1;
    const first = await show({ day: today });
    expect(first).toMatchObject({ count: 1, isFinal: true });

    await publishCommitment(test.context.db, 'session-late', randomBytes(32).toString('hex'), midnight + DAY_MS - 2);
    await list();
    await publishCommitment(test.context.db, 'session-new', randomBytes(32).toString('hex'), midnight + 3 * DAY_MS);
    await list();
    expect(await show({ day: today })).toEqual({ ...first, nextDay: tomorrow });
    const second = await show({ day: tomorrow });
    expect(second).toMatchObject({ previousDay: today, previousRoot: first.root, nextDay: later, count: 1 });
    const third = await show({ day: later });
    expect(third).toMatchObject({ previousDay: tomorrow, previousRoot: second.root, nextDay: null, count: 1 });
    for (const page of [first, second, third]) expect(checkList(page)).toEqual([]);
    expect(await show({ day: '2020-02-03' })).toMatchObject({
      count: 0,
      isFinal: true,
      nextDay: today,
      previousDay: null,
    });
  });

  it('has no gap and no double when two processes extend it at once', async () => {
    const { nowMs } = test.clock;
    await publish(...Array.from({ length: 40 }, (_, at) => nowMs + (at % 3)));
    await Promise.allSettled([list(), list(), list()]);
    await list();
    const page = await show();
    expect(page.count).toBe(40);
    expect(page.entries).toHaveLength(40);
    expect(new Set(page.entries.map(({ sessionId }) => sessionId)).size).toBe(40);
    expect(checkList(page)).toEqual([]);
    expect(page.entries.map(({ publishedAt }) => publishedAt)).toEqual(
      page.entries.map(({ publishedAt }) => publishedAt).toSorted((a, b) => a - b),
    );
  });

  it('shows a reader who checks it that an entry was deleted or changed in the database', async () => {
    const { db } = test.context;
    await publish(...Array.from({ length: 4 }, (_, at) => test.clock.nowMs + at));
    await list();
    await execute(db, "UPDATE commitments SET session_id = 'session-9' WHERE number = 2");
    expect(checkList(await show())).toMatchObject([{ kind: 'changed', number: 2 }]);
    await execute(db, 'DELETE FROM commitments WHERE number = 2');
    expect(checkList(await show())).toMatchObject([{ kind: 'missing', number: 2 }]);
  });

  it('keeps the session of a cancelled battle, so that its receipt stays', async () => {
    const id = await battle('cancelled');
    const { session } = await seatSession(test, { line: 'ts', feeSun: 0, status: 'waiting' });
    await refundSession(test.context, session, 'cancelled', 'creator');
    test.clock.nowMs += 3 * DAY_MS;
    await createForgetting(test.context)();
    expect([(await findSession(test.context.db, id))?.status, await findSession(test.context.db, session.id)]).toEqual([
      'cancelled',
      undefined,
    ]);
  });

  it('refuses a day that is none', async () => {
    for (const day of ['2026-02-30', 'today', '2026-1-1', ''])
      expect((await ask(createApp(test.context), CALLS.getCommitments, { query: { day } })).code).toBe('ERR_BODY');
  });
});
