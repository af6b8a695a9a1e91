import { BATTLE_MS, GRACE_MS, SCORE_EVERY_MS } from '@popfray/protocol/battle';
import { describe, expect, it, vi } from 'vitest';
import { createBattleTest, WHOLE_MS } from './battle-test.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { changeSession, COUNTDOWN_MS, startCountdown } from './countdown.fixture.ts';

const battleTest = await createBattleTest();
const { test, clock, context, db, leases } = battleTest;
const { advance, connectPlayers, expectFair, playerOf, sessionOf } = battleTest;

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

describe('a countdown', () => {
  it('reads its session’s row once for many changes that are reported at once', async () => {
    const { sessionId } = await connectPlayers();
    await advance([], 100);
    const reading = vi.spyOn(db, 'selectFrom');
    for (let change = 0; change < 50; change++) context.bus.publish({ type: 'session', sessionId });
    await battleTest.battles.turn(clock.nowMs);
    expect(reading.mock.calls.filter(([table]) => (table as unknown) === 'sessions').length).toBeLessThanOrEqual(3);
    reading.mockRestore();
    await changeSession(test, sessionId, { status: 'waiting', starts_at: null });
    await expect.poll(() => battleTest.battles.count).toBe(0);
  });

  it('does not go back to a start that was read before the countdown was continued with another one', async () => {
    const { sessionId, ann } = await connectPlayers();
    await advance([], COUNTDOWN_MS - 3_000);
    leases.isCertain = false;
    await advance([], 400);
    const old = required((await sessionOf(sessionId)).starts_at);
    const held = holdNextRead(db);
    context.bus.publish({ type: 'session', sessionId });
    await held.read;
    leases.isCertain = true;
    // A turn waits for the events, and so for the row that is held.
    const turns = [battleTest.battles.turn((clock.nowMs += 200))];
    await expect.poll(async () => (await sessionOf(sessionId)).starts_at).toBeGreaterThan(old);
    await expect.poll(() => required(ann.terms).startsAt).toBeGreaterThan(old);
    const { startsAt } = required(ann.terms);
    held.release();
    await Promise.all(turns);
    await advance([], 400);
    expect(required(ann.terms).startsAt).toBe(startsAt);
    expect((await sessionOf(sessionId)).starts_at).toBe(startsAt);
  });

  it('becomes shorter when the session says so, as long as seeds are taken', async () => {
    const sessionId = await startCountdown(test, { startsInMs: 30_000 });
    const [ann, ben] = [
      await playerOf(sessionId, 0, 'regular').connect(),
      await playerOf(sessionId, 1, 'regular').connect(),
    ];
    await advance([ann, ben], 5_000);
    const startsAt = clock.nowMs + 6_000;
    await context.db.updateTable('sessions').set({ starts_at: startsAt }).where('id', '=', sessionId).execute();
    context.bus.publish({ type: 'starting', sessionId, nodeId: context.leases.nodeId });
    await advance([ann, ben], SCORE_EVERY_MS);
    expect(ann.terms?.startsAt).toBe(startsAt);
    ann.giveSeed();
    await advance([ann, ben], 6_000);
    expect((await sessionOf(sessionId)).status).toBe('playing');
    await advance([ann, ben], BATTLE_MS + GRACE_MS);
    expect((await sessionOf(sessionId)).status).toBe('settled');
    await expectFair(sessionId);
  });

  it('that is stopped leaves no battle behind', async () => {
    const { sessionId, ann } = await connectPlayers();
    await changeSession(test, sessionId, { status: 'waiting', starts_at: null });
    await expect.poll(() => battleTest.battles.count).toBe(0);
    expect(ann.words.at(-1)).toMatchObject({ type: 'battle_refused', code: 'ERR_SESSION_STATE' });
    ann.drop();
    await advance([], WHOLE_MS);
    expect((await sessionOf(sessionId)).status).toBe('waiting');
  });
});
