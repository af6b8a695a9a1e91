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
function playAndSettle(plan: Seating, parts: readonly Part[]): string {
  const { session } = seatSession(test, plan);
  const battle = playOut(test.context.db, session.id, ({ place }) => parts[place] ?? 'regular');
  // A round takes its time.
  test.clock.nowMs += 100_000;
  if (!settleBattle(test.context, battle).ok) throw new Error('it cannot be settled');
  return session.id;
}

const receiptOf = (sessionId: string): ReturnType<typeof showReceipt> =>
  showReceipt({ ...test.context, network: test.context.settings.network }, sessionId);

/** What is wrong with a receipt. */
function problemsOf(sessionId: string): Check[] {
  const receipt = receiptOf(sessionId);
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
    ['a seat that was not paid in time', { line: 'ttrt' }, []],
  ])('of %s is good', (_, plan, parts) => {
    expect(problemsOf(playAndSettle(plan, parts))).toEqual([]);
  });

  it('of a battle without points, and of one that was never played, is valid: every fee is refunded', () => {
    const idle = playAndSettle({ line: 'tts' }, ['idle', 'absent', 'idle']);
    expect(problemsOf(idle)).toEqual([]);
    for (const [status, reason] of [
      ['expired', ''],
      ['cancelled', 'creator'],
    ] as const) {
      const { session, players } = seatSession(test, { line: 'ttsr', status: 'waiting' });
      expect(leaveSession(test.context, session.id, players[1] ?? '').ok).toBe(true);
      refundSession(test.context, session, status, reason);
      expect(problemsOf(session.id)).toEqual([]);
      const receipt = receiptOf(session.id);
      const refunds = receipt.ok ? receipt.value.players.map(({ refundSun }) => refundSun) : [];
      expect(refunds).toEqual([20_000_000, 0]);
    }
  });

  it('follows the payout of a share to its end', async () => {
    const id = playAndSettle({ line: 'tt' }, ['expert', 'novice']);
    const payout = (): unknown => {
      const receipt = receiptOf(id);
      return receipt.ok ? receipt.value.players[0]?.payout : null;
    };
    expect(payout()).toMatchObject({ status: 'queued', txid: null, explorerUrl: null });
    await settleAll(test);
    expect(payout()).toMatchObject({
      status: 'confirmed',
      explorerUrl: expect.stringMatching(/[0-9a-f]{64}$/) as string,
    });
    expect(problemsOf(id)).toEqual([]);
  });

  it('is public after the end of the session', async () => {
    const app = createApp(test.context);
    const id = playAndSettle({ line: 'tb' }, []);
    const waiting = seatSession(test, { line: 'tt', status: 'waiting' }).session.id;
    const get = async (sessionId: string) => ask(app, CALLS.getReceipt, { params: { id: sessionId } });
    expect((await get(id)).value).toMatchObject({ sessionId: id, outcome: 'settled' });
    expect((await get(waiting)).code).toBe('ERR_RECEIPT_UNKNOWN');
    expect((await get('unknown-session')).code).toBe('ERR_SESSION_UNKNOWN');
  });
});
