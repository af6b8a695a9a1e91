import { BATTLE_MS } from '@popfray/protocol/battle';
import { afterAll, afterEach, expect, it } from 'vitest';
import { execute } from '../platform/database/raw-query.fixture.ts';
import type { SessionRow } from '../platform/database/schema.ts';
import { balanceOf, playerAccount } from '../ledger/ledger.ts';
import { seatSession, type SeatedSession } from '../settlement/session.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { expectSound, rowOf } from '../testing/session.fixture.ts';
import { lapseSessions } from './lapse.ts';
import { endLiveBattle } from './live-battle.ts';
import { moveSession } from './machine.ts';
import { recoverSessions, regatherSession } from './recovery.ts';
import { seatsOf } from './seat.ts';

const FEE_SUN = 1_000_000;

const test = await createTestContext();
const { context, clock } = test;
afterEach(async () => expectSound(test));
afterAll(async () => test.stop());

/** Two who have paid, and a bot; all of them are ready. */
async function seat(status: 'waiting' | 'starting' | 'playing'): Promise<SeatedSession> {
  const seated = await seatSession(test, { line: 'ttb', feeSun: FEE_SUN, status });
  await execute(context.db, 'UPDATE seats SET is_ready = 1 WHERE session_id = ?', seated.session.id);
  return seated;
}

const now = async ({ session }: SeatedSession): Promise<SessionRow> => rowOf(context, session.id);
const balances = async ({ players }: SeatedSession): Promise<number[]> =>
  Array.fromAsync(players.slice(0, 2), async (address) => balanceOf(context.db, playerAccount(address)));

/** What players have got since. */
async function refunds(seated: SeatedSession): Promise<() => Promise<number[]>> {
  const before = await balances(seated);
  return async () => (await balances(seated)).map((balance, at) => balance - (before[at] ?? 0));
}

it.each([
  ['a countdown', 'starting', 15_000],
  ['a battle', 'playing', BATTLE_MS + 120_000],
] as const)('%s that is not ended in time is a fault, and all fees are refunded', async (_, status, lateMs) => {
  const seated = await seat(status);
  const refunded = await refunds(seated);
  clock.nowMs = (seated.session.starts_at ?? 0) + lateMs - 1;
  await lapseSessions(context);
  expect((await now(seated)).status).toBe(status);
  clock.nowMs += 1;
  await lapseSessions(context);
  expect(await now(seated)).toMatchObject({ status: 'cancelled', reason: 'fault' });
  expect(await refunded()).toEqual([FEE_SUN, FEE_SUN]);
});

it('one session that cannot be ended does not affect the others, and is logged', async () => {
  const [broken, other] = [await seat('waiting'), await seat('waiting')];
  const unready = 'UPDATE seats SET is_ready = 0 WHERE session_id IN (?, ?)';
  await execute(context.db, unready, broken.session.id, other.session.id);
  const refunded = await refunds(other);
  const change = async (by: number): Promise<unknown> =>
    execute(
      context.db,
      'UPDATE seats SET fee_sun = fee_sun + ? WHERE session_id = ? AND place = 0',
      by,
      broken.session.id,
    );
  await change(FEE_SUN);
  clock.nowMs = (await now(other)).expires_at;
  await lapseSessions(context);
  expect([(await now(broken)).status, (await now(other)).status, await refunded()]).toEqual([
    'waiting',
    'expired',
    [FEE_SUN, FEE_SUN],
  ]);
  expect(test.log).toMatchObject([{ event: 'fault', path: `session ${broken.session.id}` }]);
  await change(-FEE_SUN);
  await lapseSessions(context);
  expect((await now(broken)).status).toBe('expired');
});

it.each([
  ['a countdown', 'starting'],
  ['a battle', 'playing'],
] as const)('%s with a journal is left to the process that continues it, however late', async (_, status) => {
  const { session } = await seat(status);
  const row = {
    session_id: session.id,
    secret: '00',
    bot_seed: '00',
    rules_id: 'cross-chain',
    rules_version: 1,
    journal_version: 1,
    first_slot: 0,
  };
  await context.db.insertInto('live_battles').values(row).execute();
  clock.nowMs += 24 * 3_600_000;
  await lapseSessions(context);
  expect((await rowOf(context, session.id)).status).toBe(status);
  await endLiveBattle(context.db, session.id);
  await lapseSessions(context);
  expect((await rowOf(context, session.id)).status).toBe('cancelled');
});

it('a countdown that cannot be continued waits again, with time to gather, and only bots are ready', async () => {
  const seated = await seat('starting');
  const refunded = await refunds(seated);
  clock.nowMs = (await now(seated)).expires_at + 5_000;
  await regatherSession(context, seated.session);
  expect(await now(seated)).toMatchObject({ status: 'waiting', starts_at: null, expires_at: clock.nowMs + 2 * 60_000 });
  expect((await seatsOf(context.db, seated.session.id)).map(({ status, is_ready }) => [status, is_ready])).toEqual([
    ['taken', 0],
    ['taken', 0],
    ['taken', 1],
  ]);
  expect(await refunded()).toEqual([0, 0]);
});

it('a session that waits, is played, or is over, is left alone by a restart', async () => {
  for (const status of ['waiting', 'starting', 'playing'] as const) {
    const played = await seat(status);
    await recoverSessions(context);
    expect(await now(played)).toEqual(played.session);
  }
  const seated = await seat('waiting');
  expect(await moveSession(context.db, seated.session, 'settled', {})).toBeNull();
});
