import { afterAll, expect, it } from 'vitest';
import { execute, fetchValue } from '../platform/database/raw-query.fixture.ts';
import type { SessionRow } from '../platform/database/schema.ts';
import { addPayment } from '../payments/payment.ts';
import { newPayment } from '../payments/recovery.ts';
import { refundSession } from './refund.ts';
import { seatSession, type Seating } from '../settlement/session.fixture.ts';
import { settleBattle } from '../settlement/settle.ts';
import { playOut } from '../testing/battle.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { expectSound } from '../testing/session.fixture.ts';
import { createForgetting } from './forget.ts';
import { findSession } from './session.ts';

const DAY_MS = 24 * 60 * 60_000;

const test = await createTestContext();
const { context, clock } = test;
const { db } = context;
const creator = await test.player('creator');
afterAll(async () => test.stop());

const isKept = async ({ id }: Pick<SessionRow, 'id'>): Promise<boolean> => (await findSession(db, id)) !== undefined;
/** Those of some sessions that are stored. */
async function keptOf(sessions: readonly SessionRow[]): Promise<SessionRow[]> {
  const stored = await Array.fromAsync(sessions, isKept);
  return sessions.filter((_, at) => stored[at]);
}

const count = async (table: string): Promise<unknown> => fetchValue(db, `SELECT count(*) FROM ${table}`);

/** A cancelled session that was never played. */
async function abandon(seating: Seating): Promise<SessionRow> {
  const { session } = await seatSession(test, { ...seating, status: 'waiting' });
  return (await refundSession(context, session, 'cancelled', 'creator')) ?? session;
}

/** An intent for a seat, as it is once it was given up; `checkAt` while its transaction may still be paid. */
async function intend({ id }: SessionRow, checkAt: number | null): Promise<void> {
  const row = await newPayment(context, creator.address, { purpose: 'entry', id }, 1_000_000);
  await addPayment(db, { ...row, status: 'cancelled', check_at: checkAt });
}

it('sessions that came to nothing are forgotten after two days, and nothing else ever is', async () => {
  const nothing = [await abandon({ line: 'tsb', feeSun: 0 }), await abandon({ line: 'r' })];
  for (const session of nothing) await intend(session, null);
  const payable = await abandon({ line: 'r' });
  await intend(payable, clock.nowMs);
  const refunded = await abandon({ line: 'tt' });
  const chatted = await abandon({ line: 't', feeSun: 0 });
  await execute(
    db,
    `INSERT INTO chat_messages (id, session_id, user_id, username, address, chain, text, type, source, created_at)
     VALUES ('message', ?, 'a', 'a', 'a', 'tron', 'hello', 'text', 'local', 0)`,
    chatted.id,
  );
  const { session: played } = await seatSession(test, { line: 'tt', feeSun: 0 });
  await settleBattle(context, await playOut(db, played.id, () => 'regular'));
  const { session: open } = await seatSession(test, { line: 't', feeSun: 0, status: 'playing' });
  const all = [...nothing, payable, refunded, chatted, played, open];

  const forget = createForgetting(context);
  clock.nowMs += 2 * DAY_MS;
  await forget();
  expect(await keptOf(all)).toEqual(all);
  clock.nowMs += DAY_MS;
  await forget();
  const left = await keptOf(all);
  expect(all.filter((session) => !left.includes(session))).toEqual(nothing);
  expect(await count('seats WHERE session_id NOT IN (SELECT id FROM sessions)')).toBe(0);
  expect(await db.engine.findDamage()).toEqual([]);
  await expectSound(test);

  // Its chat is kept for longer, and then it is looked at again.
  await execute(db, 'DELETE FROM chat_messages');
  for (let turn = 0; turn < 3; turn++) await forget();
  expect(await isKept(chatted)).toBe(true);
  clock.nowMs += DAY_MS;
  await forget();
  expect(await keptOf(all)).toEqual([payable, refunded, played, open]);
});

it('a session is remembered while one that was played after it is', async () => {
  const first = await abandon({ line: 'tt', feeSun: 0 });
  const next = await abandon({ line: 'tt' });
  await execute(db, 'UPDATE sessions SET rematch_of = ? WHERE id = ?', first.id, next.id);
  clock.nowMs += 3 * DAY_MS;
  await createForgetting(context)();
  expect(await Array.fromAsync([first, next], isKept)).toEqual([true, true]);
});

it('a turn checks a hundred, and the next one continues from there', async () => {
  const before = Number(await count('sessions'));
  for (let number = 0; number < 150; number++) await abandon({ line: 's', feeSun: 0 });
  clock.nowMs += 3 * DAY_MS;
  const forget = createForgetting(context);
  await forget();
  expect(Number(await count('sessions'))).toBeGreaterThan(before);
  await forget();
  expect(Number(await count('sessions'))).toBe(before);
});
