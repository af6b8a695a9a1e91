import { MAX_WITHDRAWALS_A_DAY, MIN_WITHDRAWAL_SUN } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit, dump, settleAll } from '../testing/money.fixture.ts';
import { payoutsOf, showWithdrawal } from './payout.ts';
import { createWithdrawal } from './withdrawal.ts';

const TRX = 1_000_000;

let test: TestContext;
let alice: TestWallet;

beforeEach(async () => {
  test = await createTestContext();
  alice = await test.player('alice');
});
afterEach(async () => test.stop());

function withdraw(id: string, amountSun: number, { address } = alice): string {
  const created = createWithdrawal(test.context, address, { id, amountSun });
  return created.ok ? created.value.status : created.error;
}

describe('a withdrawal', () => {
  it('takes the amount from the balance and queues it', () => {
    credit(test, alice, 25 * TRX);
    expect(withdraw('my-first-one', 10 * TRX)).toBe('queued');
    const { db } = test.context;
    expect([balanceOf(db, playerAccount(alice.address)), balanceOf(db, PAYOUTS)]).toEqual([15 * TRX, 10 * TRX]);
    expect(payoutsOf(db, alice.address).map((row) => showWithdrawal(test.context, row))).toEqual([
      {
        id: 'my-first-one',
        amountSun: 10 * TRX,
        status: 'queued',
        txid: null,
        blockNumber: null,
        explorerUrl: null,
        createdAt: test.clock.nowMs,
        confirmedAt: null,
      },
    ]);
    expect(test.steps).toEqual(['payout.queued']);
  });

  it('is made once for its id, at any time', async () => {
    credit(test, alice, 25 * TRX);
    expect(withdraw('only-once', 10 * TRX)).toBe('queued');
    expect(withdraw('only-once', 10 * TRX)).toBe('queued');
    await settleAll(test);
    const before = dump(test.context.db);
    expect(withdraw('only-once', 10 * TRX)).toBe('confirmed');
    expect(dump(test.context.db)).toEqual(before);
  });

  it('costs the house a fee, so a player has five in 24 hours, and the same one again is none', () => {
    credit(test, alice, 100 * TRX);
    const startMs = test.clock.nowMs;
    for (let number = 1; number <= MAX_WITHDRAWALS_A_DAY; number++)
      expect(withdraw(`withdrawal-${number}`, 10 * TRX)).toBe('queued');
    const before = dump(test.context.db);
    expect(withdraw('one-too-many', 10 * TRX)).toBe('ERR_WITHDRAWAL_LIMIT');
    expect(withdraw('withdrawal-1', 10 * TRX)).toBe('queued');
    expect(dump(test.context.db)).toEqual(before);
    test.clock.nowMs = startMs + 24 * 60 * 60_000;
    expect(withdraw('the-next-day', 10 * TRX)).toBe('queued');
  });

  it.each([
    ['below 10 TRX', 'id-number-1', MIN_WITHDRAWAL_SUN - 1, 'ERR_WITHDRAWAL_MIN'],
    ['of nothing', 'id-number-1', 0, 'ERR_WITHDRAWAL_MIN'],
    ['below zero', 'id-number-1', -10 * TRX, 'ERR_WITHDRAWAL_MIN'],
    ['of a fraction', 'id-number-1', 10 * TRX + 0.5, 'ERR_WITHDRAWAL_MIN'],
    ['of no number', 'id-number-1', Number.NaN, 'ERR_WITHDRAWAL_MIN'],
    ['past what is exact', 'id-number-1', 2 ** 53, 'ERR_WITHDRAWAL_MIN'],
    ['above the balance by one sun', 'id-number-1', 25 * TRX + 1, 'ERR_WITHDRAWAL_BALANCE'],
    ['of an id taken for another amount', 'taken-before', 11 * TRX, 'ERR_WITHDRAWAL_ID'],
    ['of another player’s id', 'taken-by-bob', 10 * TRX, 'ERR_WITHDRAWAL_ID'],
  ])('%s is refused, and nothing changes', async (_, id, amountSun, code) => {
    const bob = await test.player('bob');
    credit(test, bob, 10 * TRX);
    credit(test, alice, 35 * TRX);
    withdraw('taken-before', 10 * TRX);
    withdraw('taken-by-bob', 10 * TRX, bob);
    const before = dump(test.context.db);
    expect(withdraw(id, amountSun)).toBe(code);
    expect(dump(test.context.db)).toEqual(before);
  });

  it('to the house is refused', () => {
    expect(withdraw('to-the-house', 10 * TRX, { ...alice, ...test.context.house })).toBe('ERR_HOUSE');
  });

  it('of everything, asked for twice at once, is one', () => {
    credit(test, alice, 10 * TRX);
    expect([withdraw('the-one-half', 10 * TRX), withdraw('other-half', 10 * TRX)]).toEqual([
      'queued',
      'ERR_WITHDRAWAL_BALANCE',
    ]);
  });
});
