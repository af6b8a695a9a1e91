import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage } from '../platform/database/damage.fixture.ts';
import { auditLedger } from '../ledger/audit.ts';
import { leaveSession } from '../sessions/leave.ts';
import { playOut } from '../testing/battle.fixture.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { refundSession } from '../sessions/refund.ts';
import { payFee, seatSession, type SeatedSession } from './session.fixture.ts';
import { settleBattle } from './settle.ts';

let test: TestContext;
let waiting: SeatedSession;
let settled: SeatedSession;
let cancelled: SeatedSession;

/** One session waits, after a player left it and joined again; one is settled and its winner paid out; one is cancelled. */
beforeEach(async () => {
  test = await createTestContext();
  const { context } = test;
  waiting = await seatSession(test, { line: 'ttrs', status: 'waiting' });
  const [, back = ''] = waiting.players;
  await leaveSession(context, waiting.session.id, back);
  test.clock.nowMs += 1;
  await payFee(test, waiting.session, back);
  settled = await seatSession(test, { line: 'ttb', policy: 'podium' });
  await settleBattle(
    context,
    await playOut(context.db, settled.session.id, ({ place }) => (place === 0 ? 'expert' : 'novice')),
  );
  cancelled = await seatSession(test, { line: 'tt' });
  await refundSession(context, cancelled.session, 'cancelled', 'fault');
});
afterEach(async () => test.stop());

describe('an audit', () => {
  it('of sound battles finds nothing', async () => {
    expect((await auditLedger(test.context.db)).differences).toEqual([]);
  });

  it.each<[string, () => string, readonly string[], RegExp]>([
    [
      'a fee without a payment',
      () => `UPDATE payments SET status = 'failed' WHERE id = (SELECT payment_id FROM seats
        WHERE session_id = '${waiting.session.id}' AND place = 0)`,
      ['ERR_ENTRY_SURPLUS', 'ERR_SEAT'],
      /payment fee-\w+; that is failed, and of 20000000/,
    ],
    [
      'a seat that says more was paid for it',
      () => `UPDATE seats SET fee_sun = 20000001 WHERE session_id = '${waiting.session.id}' AND place = 0`,
      ['ERR_SEAT', 'ERR_ESCROW'],
      /says that 20000001 sun were paid/,
    ],
    [
      'a seat whose fee is forgotten',
      () => `UPDATE seats SET fee_sun = 0 WHERE session_id = '${waiting.session.id}' AND place = 0`,
      ['ERR_ENTRY_MISSING', 'ERR_ESCROW'],
      /refund:fee-\w+ \(entry-refund for session-\d+\) must move 20000000 sun/,
    ],
    [
      'a seat given up with the fee in it',
      () => `UPDATE seats SET status = 'left' WHERE session_id = '${waiting.session.id}' AND place = 0`,
      ['ERR_SEAT'],
      /seat T\w+ of session/,
    ],
    [
      'a session over with its escrow full',
      () => `UPDATE sessions SET status = 'expired', ended_at = 1 WHERE id = '${waiting.session.id}'`,
      ['ERR_ESCROW', 'ERR_BATTLE'],
      /is expired, its escrow holds 40000000 sun, and 0 are to be there/,
    ],
    [
      'an escrow of no session',
      () => `UPDATE accounts SET owner = 'nowhere' WHERE kind = 'escrow' AND owner = '${cancelled.session.id}'`,
      ['ERR_ENTRY_MISSING', 'ERR_ENTRY_MISSING', 'ERR_ESCROW'],
      /escrow nowhere is of no session/,
    ],
    [
      'a refund of what was not refunded',
      () => `UPDATE seats SET fee_sun = 20000000 WHERE session_id = '${cancelled.session.id}' AND place = 0`,
      ['ERR_ENTRY_SURPLUS', 'ERR_BATTLE'],
      /refund:fee-\w+ \(entry-refund\) is for session-\d+, which does not call for it/,
    ],
    [
      'a share that is larger',
      () => `UPDATE results SET share_sun = share_sun + 5 WHERE session_id = '${settled.session.id}' AND place = 0`,
      ['ERR_ENTRY_MISSING', 'ERR_BATTLE', 'ERR_BATTLE'],
      /and its payout [\w-]+ of another/,
    ],
    [
      'a share moved to another player',
      () => `UPDATE results SET place = 1 - place, user_id = 'x' || user_id, address = 'x' || address
        WHERE session_id = '${settled.session.id}' AND place < 2`,
      ['ERR_ENTRY_MISSING', 'ERR_ENTRY_MISSING', 'ERR_BATTLE'],
      /settle:session-\d+ \(battle-share for session-\d+\) must move/,
    ],
    [
      'a pool that is not what was paid',
      () => `UPDATE battles SET pool_sun = pool_sun - 1, house_sun = house_sun - 1`,
      ['ERR_ENTRY_MISSING', 'ERR_ENTRY_MISSING', 'ERR_BATTLE'],
      /40000000 sun were paid and kept for its seats, and its battle has a pool of 39999999/,
    ],
    [
      'a settled session without its battle',
      () => `DELETE FROM battles`,
      ['ERR_BATTLE'],
      /is settled, 40000000 sun were paid .* and its battle is not there/,
    ],
    [
      'a battle of a session that is not settled',
      () => `UPDATE sessions SET status = 'cancelled' WHERE id = '${settled.session.id}'`,
      ['ERR_BATTLE'],
      /is cancelled, 40000000 sun were paid and kept/,
    ],
  ])('names %s', async (_, statement, codes, message) => {
    await damage(test.context.db, statement());
    const { differences } = await auditLedger(test.context.db);
    expect(differences.map(({ code }) => code)).toEqual(codes);
    expect(differences.map((difference) => difference.message).join('\n')).toMatch(message);
  });
});
