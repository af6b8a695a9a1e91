import { afterAll, expect, it } from 'vitest';
import type { SessionRow } from '../database/schema.ts';
import { settlePayments } from '../payments/settlement.ts';
import { refundSession } from '../settlement/refund.ts';
import { seatSession, type Seating } from '../settlement/session.fixture.ts';
import { settleBattle } from '../settlement/settle.ts';
import { playOut } from '../testing/battle.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { draft, expectSound, rowOf } from '../testing/session.fixture.ts';
import { cancelSession } from './cancel.ts';
import { createForgetting } from './forget.ts';
import { findSession } from './session.ts';

const DAY_MS = 24 * 60 * 60_000;

const test = await createTestContext();
const { context, clock } = test;
const { db } = context;
const creator = await test.player('creator', 100_000_000);
afterAll(async () => test.stop());

const isKept = ({ id }: Pick<SessionRow, 'id'>): boolean => findSession(db, id) !== undefined;
const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

/** A session that nobody played, cancelled. */
function abandon(seating: Seating): SessionRow {
  const { session } = seatSession(test, { ...seating, status: 'waiting' });
  return refundSession(context, session, 'cancelled', 'creator') ?? session;
}

/** A draft that was given up. */
async function giveUp(): Promise<SessionRow> {
  const { session } = await draft(test, creator, { entryFee: 1 });
  cancelSession(context, session.id, creator.address);
  return rowOf(context, session.id);
}

it('sessions that came to nothing are forgotten after two days, and nothing else ever is', async () => {
  const nothing = [abandon({ line: 'tsb', feeSun: 0 }), await giveUp()];
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
  const all = [...nothing, refunded, chatted, played, open];

  const forget = createForgetting(context);
  const { nowMs: endedAt } = clock;
  // The transaction of the draft's fee is dead.
  clock.nowMs += 20 * 60_000;
  await test.mine();
  await settlePayments(context);
  clock.nowMs = endedAt + 2 * DAY_MS;
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
  expect(all.filter(isKept)).toEqual([refunded, played, open]);
});

it('a session is remembered while one that was played after it is', () => {
  const first = abandon({ line: 'tt', feeSun: 0 });
  const next = abandon({ line: 'tt' });
  db.prepare('UPDATE sessions SET rematch_of = ? WHERE id = ?').run(first.id, next.id);
  clock.nowMs += 3 * DAY_MS;
  createForgetting(context)();
  expect([first, next].map(isKept)).toEqual([true, true]);
});

it('a turn looks at a hundred, and the next one goes on from there', () => {
  const before = Number(count('sessions'));
  for (let number = 0; number < 150; number++) abandon({ line: 's', feeSun: 0 });
  clock.nowMs += 3 * DAY_MS;
  const forget = createForgetting(context);
  forget();
  expect(Number(count('sessions'))).toBeGreaterThan(before);
  forget();
  expect(Number(count('sessions'))).toBe(before);
});
