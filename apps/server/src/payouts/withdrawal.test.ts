import { FREE_WITHDRAWAL_SUN, MAX_WITHDRAWALS_A_DAY, NETWORK_FEE_SUN, NEW_ACCOUNT_FEE_SUN } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, FEES, HOUSE, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit, dump, settleAll } from '../testing/money.fixture.ts';
import { changeSetting } from '../earning-limits/operator-settings.ts';
import { payoutsOf, showWithdrawal } from './payout.ts';
import { rescuePayout } from './rescue.ts';
import { settlePayouts } from './settlement.ts';
import { createWithdrawal, requestWithdrawal, showWithdrawalTerms } from './withdrawal.ts';

const TRX = 1_000_000;

let test: TestContext;
let alice: TestWallet;

beforeEach(async () => {
  test = await createTestContext();
  alice = await test.player('alice');
});
afterEach(async () => test.stop());

async function withdraw(id: string, amountSun: number, { address } = alice): Promise<string> {
  const created = await createWithdrawal(test.context, address, { id, amountSun });
  return created.ok ? created.value.status : created.error;
}

describe('a withdrawal', () => {
  it('takes the amount from the balance and queues it', async () => {
    await credit(test, alice, 25 * TRX);
    expect(await withdraw('my-first-one', 10 * TRX)).toBe('queued');
    const { db } = test.context;
    expect([await balanceOf(db, playerAccount(alice.address)), await balanceOf(db, PAYOUTS)]).toEqual([
      15 * TRX,
      10 * TRX,
    ]);
    expect((await payoutsOf(db, alice.address)).map((row) => showWithdrawal(test.context, row))).toEqual([
      {
        id: 'my-first-one',
        amountSun: 10 * TRX,
        feeSun: 0,
        status: 'queued',
        txid: null,
        blockNumber: null,
        explorerUrl: null,
        createdAt: test.clock.nowMs,
        notBefore: null,
        confirmedAt: null,
      },
    ]);
    expect(test.steps).toEqual(['payout.queued']);
  });

  it('is made once for its id, at any time', async () => {
    await credit(test, alice, 25 * TRX);
    expect(await withdraw('only-once', 10 * TRX)).toBe('queued');
    expect(await withdraw('only-once', 10 * TRX)).toBe('queued');
    await settleAll(test);
    const before = await dump(test.context.db);
    expect(await withdraw('only-once', 10 * TRX)).toBe('confirmed');
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('costs the house a fee, so a player has five in 24 hours, and the same one again is none', async () => {
    await credit(test, alice, 100 * TRX);
    const startMs = test.clock.nowMs;
    for (let number = 1; number <= MAX_WITHDRAWALS_A_DAY; number++)
      expect(await withdraw(`withdrawal-${number}`, 10 * TRX)).toBe('queued');
    const before = await dump(test.context.db);
    expect(await withdraw('one-too-many', 10 * TRX)).toBe('ERR_WITHDRAWAL_LIMIT');
    expect(await withdraw('withdrawal-1', 10 * TRX)).toBe('queued');
    expect(await dump(test.context.db)).toEqual(before);
    test.clock.nowMs = startMs + 24 * 60 * 60_000;
    expect(await withdraw('the-next-day', 10 * TRX)).toBe('queued');
  });

  it.each([
    ['below 10 TRX without an accepted fee', 'id-number-1', FREE_WITHDRAWAL_SUN - 1, 'ERR_WITHDRAWAL_FEE'],
    ['of no more than the network’s fee', 'id-number-1', NETWORK_FEE_SUN, 'ERR_WITHDRAWAL_MIN'],
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
    await credit(test, bob, 10 * TRX);
    await credit(test, alice, 35 * TRX);
    await withdraw('taken-before', 10 * TRX);
    await withdraw('taken-by-bob', 10 * TRX, bob);
    const before = await dump(test.context.db);
    expect(await withdraw(id, amountSun)).toBe(code);
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('to the house is refused', async () => {
    expect(await withdraw('to-the-house', 10 * TRX, { ...alice, ...test.context.house })).toBe('ERR_HOUSE');
  });

  it('of everything, asked for twice at once, is one', async () => {
    await credit(test, alice, 10 * TRX);
    expect([await withdraw('the-one-half', 10 * TRX), await withdraw('other-half', 10 * TRX)]).toEqual([
      'queued',
      'ERR_WITHDRAWAL_BALANCE',
    ]);
  });
});

describe('a withdrawal below 10 TRX', () => {
  async function request(id: string, amountSun: number, feeSun: number): Promise<string> {
    const made = await requestWithdrawal(test.context, alice.address, { id, amountSun, feeSun });
    return made.ok ? made.value.status : made.error;
  }

  it('leaves the network’s fee out of what arrives, and books it to the house, which pays it', async () => {
    await test.fund(alice.address, TRX);
    await credit(test, alice, 5 * TRX);
    const { db } = test.context;
    const houseSun = await balanceOf(db, HOUSE);
    expect(await showWithdrawalTerms(test.context, alice.address)).toEqual({
      ok: true,
      value: { feeSun: NETWORK_FEE_SUN, freeFromSun: FREE_WITHDRAWAL_SUN, notBefore: null },
    });
    expect(await request('three-of-five', 3 * TRX, NETWORK_FEE_SUN)).toBe('queued');
    expect(await payoutsOf(db, alice.address)).toMatchObject([
      { amount_sun: 3 * TRX - NETWORK_FEE_SUN, fee_sun: NETWORK_FEE_SUN },
    ]);
    expect([
      await balanceOf(db, playerAccount(alice.address)),
      await balanceOf(db, PAYOUTS),
      (await balanceOf(db, HOUSE)) - houseSun,
    ]).toEqual([2 * TRX, 3 * TRX - NETWORK_FEE_SUN, NETWORK_FEE_SUN]);
    await settleAll(test);
    expect(await test.context.chain.balance(alice.address)).toEqual({ ok: true, value: 4 * TRX - NETWORK_FEE_SUN });
    // The chain took what was left of its free bandwidth, so the house keeps what it did not take.
    expect((await balanceOf(db, HOUSE)) - houseSun).toBe(NETWORK_FEE_SUN - (await balanceOf(db, FEES)));
    expect((await auditLedger(db)).differences).toEqual([]);
  });

  it('to a wallet that the chain has never seen costs what its account costs, and the house is not out of pocket', async () => {
    await credit(test, alice, 3 * TRX);
    const { db } = test.context;
    const houseSun = await balanceOf(db, HOUSE);
    expect(await showWithdrawalTerms(test.context, alice.address)).toMatchObject({
      value: { feeSun: NEW_ACCOUNT_FEE_SUN },
    });
    const before = await dump(db);
    expect(await request('to-a-new-wallet', 3 * TRX, NETWORK_FEE_SUN)).toBe('ERR_WITHDRAWAL_FEE');
    expect(await request('to-a-new-wallet', NEW_ACCOUNT_FEE_SUN, NEW_ACCOUNT_FEE_SUN)).toBe('ERR_WITHDRAWAL_MIN');
    expect(await dump(db)).toEqual(before);
    expect(await request('to-a-new-wallet', 3 * TRX, NEW_ACCOUNT_FEE_SUN)).toBe('queued');
    await settleAll(test);
    expect(await test.context.chain.balance(alice.address)).toEqual({ ok: true, value: 3 * TRX - NEW_ACCOUNT_FEE_SUN });
    expect([await balanceOf(db, FEES), (await balanceOf(db, HOUSE)) - houseSun]).toEqual([NEW_ACCOUNT_FEE_SUN, 0]);
    // Asked for again it is the same one, although the fee would be another by now.
    expect(await request('to-a-new-wallet', 3 * TRX, 0)).toBe('confirmed');
    expect(await request('to-a-new-wallet', 2 * TRX, NEW_ACCOUNT_FEE_SUN)).toBe('ERR_WITHDRAWAL_ID');
  });

  it('is not made while the node does not name the fee; from 10 TRX on the fee is not needed', async () => {
    await credit(test, alice, 20 * TRX);
    test.devChain.chain.faults.set({ page: { count: 100 } });
    expect(await request('three-of-five', 3 * TRX, NEW_ACCOUNT_FEE_SUN)).toBe('ERR_CHAIN');
    expect(await request('ten-of-five', 10 * TRX, 0)).toBe('queued');
  });

  it('is one where it is asked for twice at once', async () => {
    await test.fund(alice.address, TRX);
    await credit(test, alice, 3 * TRX);
    const ids = ['the-one-half', 'other-half'];
    const both = await Promise.all(ids.map(async (id) => request(id, 3 * TRX, NETWORK_FEE_SUN)));
    expect(both.toSorted()).toEqual(['ERR_WITHDRAWAL_BALANCE', 'queued']);
    const queued = ids[both.indexOf('queued')] ?? '';
    const same = [queued, queued].map(async (id) => request(id, 3 * TRX, NETWORK_FEE_SUN));
    expect(await Promise.all(same)).toEqual(['queued', 'queued']);
  });

  it('that is stuck and given back is given back with its fee', async () => {
    await test.fund(alice.address, TRX);
    await credit(test, alice, 3 * TRX);
    const { db } = test.context;
    const houseSun = await balanceOf(db, HOUSE);
    await request('will-be-stuck', 3 * TRX, NETWORK_FEE_SUN);
    await execute(db, "UPDATE payouts SET status = 'stuck', check_at = NULL");
    const plan = { id: 'will-be-stuck', act: 'return', reason: 'for the test', by: 'desk' } as const;
    expect((await rescuePayout(db, plan, test.clock.nowMs)).ok).toBe(true);
    expect([await balanceOf(db, playerAccount(alice.address)), await balanceOf(db, HOUSE)]).toEqual([
      3 * TRX,
      houseSun,
    ]);
    expect((await auditLedger(db)).differences).toEqual([]);
  });
});

describe('the first withdrawal', () => {
  const HOUR_MS = 60 * 60_000;

  beforeEach(async () => {
    const change = { name: 'first-withdrawal-wait', value: 24, reason: 'for the test', by: 'desk' } as const;
    await changeSetting(test.context, change);
    await credit(test, alice, 60 * TRX);
  });

  const statuses = async (): Promise<unknown[]> =>
    (await payoutsOf(test.context.db, alice.address)).map(({ id, status }) => [id, status]).toReversed();

  it('waits 24 hours, which its terms and its list tell', async () => {
    await test.fund(alice.address, TRX);
    const dueMs = test.clock.nowMs + 24 * HOUR_MS;
    expect(await showWithdrawalTerms(test.context, alice.address)).toMatchObject({ value: { notBefore: dueMs } });
    expect(await withdraw('my-first-one', 10 * TRX)).toBe('queued');
    const [row] = await payoutsOf(test.context.db, alice.address);
    expect(row && showWithdrawal(test.context, row)).toMatchObject({ status: 'queued', notBefore: dueMs });
    await settleAll(test);
    expect(await statuses()).toEqual([['my-first-one', 'queued']]);
    test.clock.nowMs = dueMs - 1;
    await settlePayouts(test.context);
    expect(await statuses()).toEqual([['my-first-one', 'queued']]);
    test.clock.nowMs = dueMs;
    await settleAll(test);
    expect(await statuses()).toEqual([['my-first-one', 'confirmed']]);
    expect(await test.context.chain.balance(alice.address)).toEqual({ ok: true, value: 11 * TRX });
  });

  it('makes those that are requested meanwhile wait with it, and later ones do not wait', async () => {
    const dueMs = test.clock.nowMs + 24 * HOUR_MS;
    await withdraw('my-first-one', 10 * TRX);
    test.clock.nowMs += 23 * HOUR_MS;
    await withdraw('the-second', 10 * TRX);
    expect((await payoutsOf(test.context.db, alice.address)).map((row) => row.not_before)).toEqual([dueMs, dueMs]);
    test.clock.nowMs = dueMs;
    await withdraw('the-third', 10 * TRX);
    expect((await payoutsOf(test.context.db, alice.address))[0]?.not_before).toBe(null);
    expect(await showWithdrawalTerms(test.context, alice.address)).toMatchObject({ value: { notBefore: null } });
  });

  it('that was queued keeps its time when the operator changes the setting', async () => {
    const dueMs = test.clock.nowMs + 24 * HOUR_MS;
    await withdraw('my-first-one', 10 * TRX);
    await changeSetting(test.context, { name: 'first-withdrawal-wait', value: 0, reason: 'for the test', by: 'desk' });
    expect(await withdraw('the-second', 10 * TRX)).toBe('queued');
    expect((await payoutsOf(test.context.db, alice.address)).map((row) => row.not_before)).toEqual([dueMs, dueMs]);
  });
});
