import { CALLS } from '@popfray/protocol';
import { verifyReceipt, type Check } from '@popfray/protocol/receipt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../start/app.ts';
import { leaveSession } from '../sessions/leave.ts';
import { playOut, type Part } from '../testing/battle.fixture.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { ask } from '../testing/client.fixture.ts';
import { settleAll } from '../testing/money.fixture.ts';
import { showReceipt } from './receipt.ts';
import { refundSession } from '../sessions/refund.ts';
import { seatSession, type Seating } from './session.fixture.ts';
import { settleBattle } from './settle.ts';

let test: TestContext;

beforeEach(async () => {
  test = await createTestContext();
});
afterEach(async () => test.stop());

/** Plays and settles a battle; returns its id. */
async function playAndSettle(plan: Seating, parts: readonly Part[]): Promise<string> {
  const { session } = await seatSession(test, plan);
  const battle = await playOut(test.context.db, session.id, ({ place }) => parts[place] ?? 'regular');
  // A round takes its time.
  test.clock.nowMs += 100_000;
  if (!(await settleBattle(test.context, battle)).ok) throw new Error('it cannot be settled');
  return session.id;
}

const receiptOf = async (sessionId: string): Promise<ReturnType<typeof showReceipt>> =>
  showReceipt({ ...test.context, network: test.context.settings.network }, sessionId);

/** What is wrong with a receipt. */
async function problemsOf(sessionId: string): Promise<Check[]> {
  const receipt = await receiptOf(sessionId);
  if (!receipt.ok) throw new Error(receipt.error);
  return verifyReceipt(JSON.parse(JSON.stringify(receipt.value))).checks.filter(({ problem }) => problem !== null);
}

describe('a receipt', () => {
  it.each<[string, Seating, Part[]]>([
    ['two who play', { line: 'tt' }, ['regular', 'expert']],
    ['two chains and a bot', { line: 'tsb', policy: 'podium' }, ['expert', 'novice', 'regular']],
    [
      'one who plays, one who does nothing, one who never came, one who gave up',
      { line: 'tttt', policy: 'podium' },
      ['novice', 'idle', 'absent', 'left'],
    ],
    ['eight', { line: 'tsttbtst', policy: 'podium' }, []],
    ['a free session', { line: 'tsb', feeSun: 0 }, []],
    [
      'terms by which the best TRON player gets what another chain wins',
      { line: 'tsb', policyVersion: 2 },
      ['idle', 'expert'],
    ],
    ['a seat that was not paid in time', { line: 'ttrt' }, []],
  ])('of %s is good', async (_, plan, parts) => {
    expect(await problemsOf(await playAndSettle(plan, parts))).toEqual([]);
  });

  it('of a battle without points, and of one that was never played, is valid: every fee is refunded', async () => {
    const idle = await playAndSettle({ line: 'tts' }, ['idle', 'absent', 'idle']);
    expect(await problemsOf(idle)).toEqual([]);
    for (const [status, reason] of [
      ['expired', ''],
      ['cancelled', 'creator'],
    ] as const) {
      const { session, players } = await seatSession(test, { line: 'ttsr', status: 'waiting' });
      expect((await leaveSession(test.context, session.id, players[1] ?? '')).ok).toBe(true);
      await refundSession(test.context, session, status, reason);
      expect(await problemsOf(session.id)).toEqual([]);
      const receipt = await receiptOf(session.id);
      const refunds = receipt.ok ? receipt.value.players.map(({ refundSun }) => refundSun) : [];
      expect(refunds).toEqual([20_000_000, 0]);
    }
  });

  it('follows the payout of a share to its end', async () => {
    const id = await playAndSettle({ line: 'tt' }, ['expert', 'novice']);
    const payout = async (): Promise<unknown> => {
      const receipt = await receiptOf(id);
      return receipt.ok ? receipt.value.players[0]?.payout : null;
    };
    expect(await payout()).toMatchObject({ status: 'queued', txid: null, explorerUrl: null });
    await settleAll(test);
    expect(await payout()).toMatchObject({
      status: 'confirmed',
      explorerUrl: expect.stringMatching(/[0-9a-f]{64}$/) as string,
    });
    expect(await problemsOf(id)).toEqual([]);
  });

  it('is public after the end of the session', async () => {
    const app = createApp(test.context);
    const id = await playAndSettle({ line: 'tb' }, []);
    const waiting = (await seatSession(test, { line: 'tt', status: 'waiting' })).session.id;
    const get = async (sessionId: string) => ask(app, CALLS.getReceipt, { params: { id: sessionId } });
    expect((await get(id)).value).toMatchObject({ sessionId: id, outcome: 'settled' });
    expect((await get(waiting)).code).toBe('ERR_RECEIPT_UNKNOWN');
    expect((await get('unknown-session')).code).toBe('ERR_SESSION_UNKNOWN');
  });
});
