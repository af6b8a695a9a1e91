import { BATTLE_MS } from '@popfray/protocol/battle';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { SessionRow } from '../platform/database/schema.ts';
import { balanceOf, playerAccount } from '../ledger/ledger.ts';
import { seatSession, type SeatedSession } from '../settlement/session.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { expectSound, rowOf } from '../testing/session.fixture.ts';
import { lapseSessions } from './lapse.ts';
import { moveSession } from './machine.ts';
import { recoverSessions } from './recovery.ts';
import { seatsOf } from './seat.ts';

const FEE_SUN = 1_000_000;

const test = await createTestContext();
const { context, clock } = test;
afterEach(() => expectSound(test));
afterAll(async () => test.stop());

/** Two who have paid, and a bot; all of them are ready. */
function seat(status: 'waiting' | 'starting' | 'playing'): SeatedSession {
  const seated = seatSession(test, { line: 'ttb', feeSun: FEE_SUN, status });
  context.db.prepare('UPDATE seats SET is_ready = 1 WHERE session_id = ?').run(seated.session.id);
  return seated;
}

const now = ({ session }: SeatedSession): SessionRow => rowOf(context, session.id);
const balances = ({ players }: SeatedSession): number[] =>
  players.slice(0, 2).map((address) => balanceOf(context.db, playerAccount(address)));

/** What players have got since. */
function refunds(seated: SeatedSession): () => number[] {
  const before = balances(seated);
  return () => balances(seated).map((balance, at) => balance - (before[at] ?? 0));
}

it.each([
  ['a countdown', 'starting', 15_000],
  ['a battle', 'playing', BATTLE_MS + 120_000],
] as const)('%s that is not ended in time is a fault, and all fees are refunded', (_, status, lateMs) => {
  const seated = seat(status);
  const refunded = refunds(seated);
  clock.nowMs = (seated.session.starts_at ?? 0) + lateMs - 1;
  lapseSessions(context);
  expect(now(seated).status).toBe(status);
  clock.nowMs += 1;
  lapseSessions(context);
  expect(now(seated)).toMatchObject({ status: 'cancelled', reason: 'fault' });
  expect(refunded()).toEqual([FEE_SUN, FEE_SUN]);
});

it('one session that cannot be ended does not affect the others, and is logged', () => {
  const [broken, other] = [seat('waiting'), seat('waiting')];
  const unready = 'UPDATE seats SET is_ready = 0 WHERE session_id IN (?, ?)';
  context.db.prepare(unready).run(broken.session.id, other.session.id);
  const refunded = refunds(other);
  const change = (by: number): unknown =>
    context.db
      .prepare('UPDATE seats SET fee_sun = fee_sun + ? WHERE session_id = ? AND place = 0')
      .run(by, broken.session.id);
  change(FEE_SUN);
  clock.nowMs = now(other).expires_at;
  lapseSessions(context);
  expect([now(broken).status, now(other).status, refunded()]).toEqual(['waiting', 'expired', [FEE_SUN, FEE_SUN]]);
  expect(test.log).toMatchObject([{ event: 'fault', path: `session ${broken.session.id}` }]);
  change(-FEE_SUN);
  lapseSessions(context);
  expect(now(broken).status).toBe('expired');
});

it('after a restart a session in its countdown waits again, with time to gather, and only bots are ready', () => {
  const seated = seat('starting');
  const refunded = refunds(seated);
  clock.nowMs = now(seated).expires_at + 5_000;
  recoverSessions(context);
  expect(now(seated)).toMatchObject({ status: 'waiting', starts_at: null, expires_at: clock.nowMs + 2 * 60_000 });
  expect(seatsOf(context.db, seated.session.id).map(({ status, is_ready }) => [status, is_ready])).toEqual([
    ['taken', 0],
    ['taken', 0],
    ['taken', 1],
  ]);
  expect(refunded()).toEqual([0, 0]);
});

it('after a restart a battle that was at play is refunded, once, however often the server starts', () => {
  const seated = seat('playing');
  const refunded = refunds(seated);
  for (let start = 0; start < 3; start++) recoverSessions(context);
  expect(now(seated)).toMatchObject({ status: 'cancelled', reason: 'fault' });
  expect(refunded()).toEqual([FEE_SUN, FEE_SUN]);
});

it('a session that waits, or is over, is left alone by a restart', () => {
  const seated = seat('waiting');
  recoverSessions(context);
  expect(now(seated)).toEqual(seated.session);
  expect(moveSession(context.db, seated.session, 'settled', {})).toBeNull();
});
