import { CALLS } from '@popfray/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchRows } from '../platform/database/raw-query.fixture.ts';
import { openDatabase } from '../platform/database/index.ts';
import { createApp } from '../start/app.ts';
import { DAY_MS, dayOf } from '../platform/clock/day.ts';
import { settled } from '../statistics/battle.fixture.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { writeRound } from '../privacy/records.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { context, clock } = test;
const app = createApp(context);
const ann = await test.player('ann');
const bob = await test.player('bob');

const askFor = async (query: { readonly days?: number | string }) =>
  ask(app, CALLS.getMySeries, { token: await signIn(context, ann.address), query });
const days = async (count = 30) => (await askFor({ days: count })).value.days;

describe('the days of a player', () => {
  it('are there before anything was played, today last', async () => {
    const shown = (await askFor({})).value.days;
    expect(shown).toHaveLength(30);
    expect(shown.at(-1)).toEqual({
      date: dayOf(clock.nowMs).date,
      games: 0,
      points: 0,
      best: null,
      earnedSun: 0,
      battles: 0,
      won: 0,
    });
    expect(shown[0]?.date).toBe(dayOf(clock.nowMs - 29 * DAY_MS).date);
    expect(await days(90)).toHaveLength(90);
  });

  it('add rounds and battles up by UTC days, from the first ms to the last', async () => {
    const { endMs } = dayOf(clock.nowMs);
    // Ann's first day is yesterday by then: it ends a ms before the rounds of the next begin.
    await writeRound(test, ann.address, {
      played_at: endMs - 1,
      score: 500,
      credited_sun: 5_000_000,
      earned_sun: 5_000_000,
    });
    clock.nowMs = endMs + 3_600_000;
    await writeRound(test, ann.address, { played_at: endMs, score: 300 });
    await writeRound(test, ann.address, { played_at: endMs + 1, score: 200, credited_sun: 0, status: 'held' });
    await writeRound(test, bob.address, { played_at: endMs + 1, score: 900 });
    await settled(
      context.db,
      ann.address,
      [
        { address: ann.address, position: 1, shareSun: 7_000_000 },
        { address: bob.address, position: 2 },
      ],
      endMs + 2,
    );
    await settled(
      context.db,
      ann.address,
      [
        { address: ann.address, position: 1 },
        { address: '', position: 2, isBot: true },
      ],
      endMs + 3,
    );
    expect((await days()).slice(-2)).toEqual([
      { date: dayOf(endMs - 1).date, games: 1, points: 500, best: 500, earnedSun: 5_000_000, battles: 0, won: 0 },
      // The battle with a bot counts for points and for no win.
      { date: dayOf(endMs).date, games: 3, points: 500, best: 300, earnedSun: 8_000_000, battles: 1, won: 1 },
    ]);
  });

  it('leave what is older than asked for', async () => {
    clock.nowMs += 30 * DAY_MS;
    expect((await days()).every(({ games }) => games === 0)).toBe(true);
    expect((await days(90)).reduce((sum, { games }) => sum + games, 0)).toBe(4);
  });

  it('include every battle of a day with hundreds of them', async () => {
    const atMs = clock.nowMs;
    clock.nowMs += 10;
    await context.db.inTransaction(async () => {
      for (let at = 0; at < 405; at++)
        await settled(context.db, bob.address, [{ address: bob.address, position: 1 }], atMs);
    });
    const { value } = await ask(app, CALLS.getMySeries, {
      token: await signIn(context, bob.address),
      query: { days: 1 },
    });
    expect(value.days).toMatchObject([{ games: 405, battles: 405, won: 405 }]);
  });

  it.each([0, 91, 1.5, 'x'])('cannot be %s', async (count) => {
    expect((await askFor({ days: count })).code).toBe('ERR_BODY');
  });

  it('are found by indexes, however much others have played', async () => {
    const db = await openDatabase(':memory:');
    if ('code' in db) throw new Error(db.message);
    const plan = async (query: string): Promise<string> =>
      JSON.stringify(await fetchRows(db, `EXPLAIN QUERY PLAN ${query}`));
    expect(
      await plan("SELECT sum(score) FROM rounds WHERE address = 'a' AND played_at >= 1 AND status = 'credited'"),
    ).toContain('rounds_by_player');
    const results = await plan(
      "SELECT settled_at FROM results JOIN battles USING (session_id) WHERE address = 'a' ORDER BY results.number DESC",
    );
    expect(results).toContain('results_by_player');
    expect(results).not.toContain('TEMP B-TREE');
    await db.close();
  });
});
