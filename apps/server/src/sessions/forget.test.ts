import { afterAll, expect, it } from 'vitest';
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

const isKept = ({ id }: Pick<SessionRow, 'id'>): boolean => findSession(db, id) !== undefined;
const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

/** A cancelled session that was never played. */
function abandon(seating: Seating): SessionRow {
  const { session } = seatSession(test, { ...seating, status: 'waiting' });
  return refundSession(context, session, 'cancelled', 'creator') ?? session;
}

/** An intent for a seat, as it is once it was given up; `checkAt` while its transaction may still be paid. */
function intend({ id }: SessionRow, checkAt: number | null): void {
  const row = newPayment(context, creator.address, { purpose: 'entry', id }, 1_000_000);
  addPayment(db, { ...row, status: 'cancelled', check_at: checkAt });
}

it('sessions that came to nothing are forgotten after two days, and nothing else ever is', () => {
  const nothing = [abandon({ line: 'tsb', feeSun: 0 }), abandon({ line: 'r' })];
  for (const session of nothing) intend(session, null);
  const payable = abandon({ line: 'r' });
  intend(payable, clock.nowMs);
  const refunded = abandon({ line: 'tt' });
  const chatted = abandon({ line: 't', feeSun: 0 });
  db.prepare(
    `INSERT INTO chat_messages (id, session_id, user_id, username, address, chain, text, type, source, created_at)
     VALUES ('message', ?, 'a', 'a', 'a', 'tron', 'hello', 'text', 'local', 0)`,
  ).run(chatted.id);
  const { session: played } = seatSession(test, { line: 'tt', feeSun: 0 });
  settleBattle(
    context,
    playOut(db, played.id, () => 'regular'),
  );
  const { session: open } = seatSession(test, { line: 't', feeSun: 0, status: 'playing' });
  const all = [...nothing, payable, refunded, chatted, played, open];

  const forget = createForgetting(context);
  clock.nowMs += 2 * DAY_MS;
  forget();
  expect(all.filter(isKept)).toEqual(all);
  clock.nowMs += DAY_MS;
  forget();
  expect(all.filter((session) => !isKept(session))).toEqual(nothing);
  expect(count('seats WHERE session_id NOT IN (SELECT id FROM sessions)')).toBe(0);
  expect(db.findDamage()).toEqual([]);
  expectSound(test);

  // Its chat is kept for longer, and then it is looked at again.
  db.prepare('DELETE FROM chat_messages').run();
  for (let turn = 0; turn < 3; turn++) forget();
  expect(isKept(chatted)).toBe(true);
  clock.nowMs += DAY_MS;
  forget();
  expect(all.filter(isKept)).toEqual([payable, refunded, played, open]);
});

it('a session is remembered while one that was played after it is', () => {
  const first = abandon({ line: 'tt', feeSun: 0 });
  const next = abandon({ line: 'tt' });
  db.prepare('UPDATE sessions SET rematch_of = ? WHERE id = ?').run(first.id, next.id);
  clock.nowMs += 3 * DAY_MS;
  createForgetting(context)();
  expect([first, next].map(isKept)).toEqual([true, true]);
});

it('a turn checks a hundred, and the next one continues from there', () => {
  const before = Number(count('sessions'));
  for (let number = 0; number < 150; number++) abandon({ line: 's', feeSun: 0 });
  clock.nowMs += 3 * DAY_MS;
  const forget = createForgetting(context);
  forget();
  expect(Number(count('sessions'))).toBeGreaterThan(before);
  forget();
  expect(Number(count('sessions'))).toBe(before);
});
