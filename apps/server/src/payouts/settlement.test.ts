import type { BroadcastVerdict } from '@popfray/chain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../platform/context/context.ts';
import type { PayoutAttemptRow, PayoutRow } from '../platform/database/schema.ts';
import { balanceOf, CHAIN_OUT, postEntry, FEES, HOUSE, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit, dump, entriesOf, settleAll, turn } from '../testing/money.fixture.ts';
import { findLiving, findPayout } from './payout.ts';
import { rescuePayout, type PayoutWish, type WishError } from './rescue.ts';
import { settlePayouts } from './settlement.ts';
import { createWithdrawal } from './withdrawal.ts';

const TRX = 1_000_000;
const MINUTE_MS = 60_000;

let test: TestContext;
let alice: TestWallet;

beforeEach(async () => {
  test = await createTestContext();
  alice = await test.player('alice');
  await credit(test, alice, 1_000 * TRX);
});
afterEach(async () => test.stop());

/** Queues a withdrawal. */
async function withdraw(id: string, amountSun = 10 * TRX, { address } = alice): Promise<PayoutRow> {
  const created = await createWithdrawal(test.context, address, { id, amountSun });
  if (!created.ok) throw new Error(created.error);
  return created.value;
}

const payout = async (id: string): Promise<PayoutRow | undefined> => findPayout(test.context.db, id);

const attempts = async (id: string): Promise<PayoutAttemptRow[]> =>
  test.context.db.selectFrom('payout_attempts').selectAll().where('payout_id', '=', id).orderBy('built_at').execute();

/** What a wallet holds, final, sun. */
async function held({ address }: TestWallet): Promise<number> {
  const balance = await test.context.chain.balance(address);
  return balance.ok ? balance.value : Number.NaN;
}

/** Lets the clock and the chain go past the newest attempt's expiration. */
async function outlive(id: string): Promise<void> {
  test.clock.nowMs = Math.max(test.clock.nowMs, (await attempts(id)).at(-1)?.expires_at ?? 0);
  await test.mine(6);
}

/** The context, with a chain that answers some questions as it likes. */
const withChain = (changes: Partial<Context['chain']>): Context => ({
  ...test.context,
  chain: { ...test.context.chain, ...changes },
});

/** The context, with a chain that takes nothing and says this of every broadcast. */
const saying = (verdict: BroadcastVerdict): Context =>
  withChain({ broadcast: async () => ({ ok: true, value: verdict }) });

/** What comes of an operator's wish: the payout's status, or why not. */
async function wish(act: PayoutWish['act'], id: string): Promise<PayoutRow['status'] | WishError> {
  const granted = await rescuePayout(test.context.db, { id, act, reason: '', by: 'operator' }, test.clock.nowMs);
  return granted.ok ? granted.value.status : granted.error;
}

describe('a payout', () => {
  it('is built, signed, written down, sent, looked up, and entered as sent when it is final', async () => {
    await withdraw('first-payout');
    await turn(test);
    expect(await payout('first-payout')).toMatchObject({
      status: 'sent',
      txid: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await turn(test);
    expect((await payout('first-payout'))?.status).toBe('sent');
    await test.mine();
    await turn(test);
    expect(await payout('first-payout')).toMatchObject({
      status: 'confirmed',
      confirmed_at: test.clock.nowMs,
      check_at: null,
      block_number: expect.any(Number),
    });
    expect(await attempts('first-payout')).toMatchObject([{ state: 'confirmed' }]);
    expect(await held(alice)).toBe(10 * TRX);
    const { db } = test.context;
    expect([await balanceOf(db, PAYOUTS), await balanceOf(db, CHAIN_OUT)]).toEqual([0, 10 * TRX]);
    expect(test.steps).toEqual([
      'payout.queued',
      'payout.built',
      'payout.signed',
      'payout.persisted',
      'payout.broadcast',
      'payout.confirmed',
    ]);
  });

  it('enters what the chain took for it as the house’s cost', async () => {
    const before = await held({ ...alice, address: test.context.house.address });
    await withdraw('with-a-fee');
    await settleAll(test);
    const fee = before - (await held({ ...alice, address: test.context.house.address })) - 10 * TRX;
    expect(fee).toBeGreaterThan(0);
    expect(await balanceOf(test.context.db, FEES)).toBe(fee);
    expect(await balanceOf(test.context.db, HOUSE)).toBe(-1_000 * TRX - fee);
  });

  it('is one of many that are alike, built in the same millisecond, and each is paid', async () => {
    for (const id of ['alike-no-1', 'alike-no-2', 'alike-no-3']) await withdraw(id);
    await settleAll(test);
    expect(await held(alice)).toBe(30 * TRX);
    expect(await entriesOf(test, 'withdrawal-sent:')).toHaveLength(3);
  });

  it('is settled once, however often and by however many turns at once', async () => {
    await withdraw('many-turns');
    await Promise.all([settlePayouts(test.context), settlePayouts(test.context), settlePayouts(test.context)]);
    await test.mine();
    await Promise.all([settlePayouts(test.context), settlePayouts(test.context)]);
    await settleAll(test);
    expect((await payout('many-turns'))?.status).toBe('confirmed');
    expect(await held(alice)).toBe(10 * TRX);
    const before = await dump(test.context.db);
    test.clock.nowMs += MINUTE_MS;
    await turn(test);
    expect(await dump(test.context.db)).toEqual(before);
  });

  it.each([
    ['loses its answers', { loseAnswer: { count: 4 } }],
    ['loses the broadcast’s answer', { loseAnswer: { count: 2, path: '/wallet/broadcasttransaction' } }],
    ['is busy', { busy: { count: 3 } }],
    ['answers with pages', { page: { count: 4 } }],
    ['limits its rate', { rateLimit: { count: 4 } }],
    ['is slow', { delay: { count: 6, ms: 20 } }],
    ['drops it without a word', { drop: { count: 2, forget: true } }],
  ] as const)('is paid once by a node that %s', async (_, faults) => {
    test.devChain.chain.faults.set(faults);
    await withdraw('faulty-node');
    for (let time = 0; time < 6; time++) {
      test.clock.nowMs += 10_000;
      await settleAll(test);
    }
    expect((await payout('faulty-node'))?.status).toBe('confirmed');
    expect(await attempts('faulty-node')).toHaveLength(1);
    expect(await held(alice)).toBe(10 * TRX);
  });
});

describe('a payout’s transaction', () => {
  it('is the same until it is dead, and is only then replaced', async () => {
    test.devChain.chain.faults.set({ drop: { count: 1 } });
    await withdraw('dropped-one');
    await settleAll(test);
    expect(await attempts('dropped-one')).toHaveLength(1);
    test.devChain.chain.faults.set({ stopSolidifying: true });
    await outlive('dropped-one');
    await turn(test);
    expect(await attempts('dropped-one')).toMatchObject([{ state: 'live' }]);
    test.devChain.chain.faults.set({});
    await test.mine();
    test.clock.nowMs += MINUTE_MS;
    await turn(test);
    expect(await attempts('dropped-one')).toMatchObject([{ state: 'dead' }]);
    await settleAll(test);
    expect(await attempts('dropped-one')).toMatchObject([{ state: 'dead' }, { state: 'confirmed' }]);
    expect((await payout('dropped-one'))?.status).toBe('confirmed');
    expect(await held(alice)).toBe(10 * TRX);
  });

  it('that is included although every answer of the node was lost is found, and not replaced', async () => {
    await withdraw('silent-node');
    const deaf = withChain({
      async broadcast(signed) {
        await test.context.chain.broadcast(signed);
        return { ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'no answer' } };
      },
    });
    await settlePayouts(deaf);
    await outlive('silent-node');
    await settlePayouts(deaf);
    expect((await payout('silent-node'))?.status).toBe('confirmed');
    expect(await attempts('silent-node')).toHaveLength(1);
    expect(await held(alice)).toBe(10 * TRX);
  });

  it.each<[string, BroadcastVerdict]>([
    ['expired', { verdict: 'expired', reason: 'TRANSACTION_EXPIRATION_ERROR' }],
    ['busy', { verdict: 'later', reason: 'SERVER_BUSY' }],
    ['known', { verdict: 'known' }],
    ['unfunded', { verdict: 'unfunded', reason: 'BANDWITH_ERROR' }],
  ])('is not replaced because a node calls it %s', async (_, verdict) => {
    await withdraw('called-names');
    for (let time = 0; time < 5; time++) {
      await settlePayouts(saying(verdict));
      test.clock.nowMs += 40_000;
      await test.mine();
    }
    expect(await attempts('called-names')).toHaveLength(1);
    expect((await payout('called-names'))?.status).toBe('sent');
    await settleAll(test);
    expect((await payout('called-names'))?.status).toBe('confirmed');
    expect(await held(alice)).toBe(10 * TRX);
  });

  it('that failed in a final block is replaced only by the operator', async () => {
    await withdraw('failed-one');
    const failing = { ok: true, value: { state: 'failed', blockNumber: 5 } } as const;
    await settlePayouts(saying({ verdict: 'accepted' }));
    test.clock.nowMs += 2_000;
    await settlePayouts(withChain({ findPayment: async () => failing }));
    expect(await attempts('failed-one')).toMatchObject([{ state: 'dead' }]);
    expect(await payout('failed-one')).toMatchObject({ status: 'stuck', check_at: null });
    await settleAll(test);
    expect(await attempts('failed-one')).toHaveLength(1);
    expect(await wish('retry', 'failed-one')).toBe('queued');
    await settleAll(test);
    expect((await payout('failed-one'))?.status).toBe('confirmed');
  });

  it('that a node shows as another is not believed', async () => {
    const { address } = test.context.house;
    await withdraw('lying-node');
    await turn(test);
    const { txid } = (await payout('lying-node')) ?? {};
    const transfer = { txid: txid ?? '', from: address, to: alice.address, amount: 1, timestampMs: 0 };
    const lie = { state: 'paid', transfer, blockNumber: 1, blockTimestampMs: 1 } as const;
    test.clock.nowMs += 2_000;
    await settlePayouts(withChain({ findPayment: async () => ({ ok: true, value: lie }) }));
    expect(await payout('lying-node')).toMatchObject({
      status: 'sent',
      trouble: expect.stringContaining('another transfer'),
    });
    expect(await entriesOf(test, 'withdrawal-sent:')).toEqual([]);
    test.clock.nowMs += MINUTE_MS;
    await settleAll(test);
    expect((await payout('lying-node'))?.status).toBe('confirmed');
  });
});

describe('a payout that meets a bug', () => {
  it.each<[string, () => Promise<Context>]>([
    [
      'when it is signed',
      async () =>
        withChain({
          signPayment(unsigned, key) {
            if (unsigned.includes(`${11 * TRX}`)) throw new Error('a bug');
            return test.context.chain.signPayment(unsigned, key);
          },
        }),
    ],
    [
      'when it is entered as sent',
      async () => {
        const postings = [
          { account: HOUSE, amountSun: -1 },
          { account: FEES, amountSun: 1 },
        ];
        const key = 'withdrawal-sent:poisoned-one';
        await postEntry(test.context.db, { key, kind: 'adjustment', reference: '', postings }, test.clock.nowMs);
        return test.context;
      },
    ],
  ])('%s does not hold the others up, keeps its money, and is a fault of the log', async (_, poison) => {
    const context = await poison();
    await withdraw('poisoned-one', 11 * TRX);
    await withdraw('another-one');
    for (let time = 0; time < 3; time++) {
      await settlePayouts(context);
      await test.mine();
    }
    expect((await payout('another-one'))?.status).toBe('confirmed');
    expect((await payout('poisoned-one'))?.status).not.toBe('confirmed');
    expect(await balanceOf(test.context.db, PAYOUTS)).toBe(11 * TRX);
    expect(test.log).toMatchObject([{ event: 'fault', path: 'payouts poisoned-one' }]);
  });

  it('whose signed transaction is not the one that was built is stopped: nothing is stored or sent, and its money is kept', async () => {
    const { chain, house } = test.context;
    const plan = { from: house.address, to: alice.address, timestampMs: test.clock.nowMs, memo: undefined };
    const other = await chain.buildPayment({ ...plan, amount: 100 * TRX, expiresAtMs: test.clock.nowMs + MINUTE_MS });
    if (!other.ok) throw new Error(other.error.code);
    const { unsigned } = other.value;
    await withdraw('signed-otherwise');
    await settlePayouts(withChain({ signPayment: (_, key) => chain.signPayment(unsigned, key) }));
    await test.mine();
    expect(await payout('signed-otherwise')).toMatchObject({
      status: 'stuck',
      trouble: 'what was signed is not what was built',
    });
    expect(await attempts('signed-otherwise')).toEqual([]);
    expect(await held(alice)).toBe(0);
    expect(await balanceOf(test.context.db, PAYOUTS)).toBe(10 * TRX);
  });

  it('just after it has been settled stays settled, and delays no other either', async () => {
    const onStep = (step: string): void => {
      if (step === 'payout.confirmed') throw new Error('a bug');
    };
    for (const id of ['first-of-two', 'second-of-two']) await withdraw(id);
    await settlePayouts(test.context);
    await test.mine();
    await settlePayouts({ ...test.context, onStep });
    for (const id of ['first-of-two', 'second-of-two'])
      expect(await payout(id)).toMatchObject({ status: 'confirmed', check_at: null });
    expect(await held(alice)).toBe(20 * TRX);
  });
});

describe('a server whose clock is wrong', () => {
  it('by a year ahead, and then right again, continues with what it has sent', async () => {
    await withdraw('leapt-ahead');
    await settlePayouts(test.context);
    test.clock.nowMs += 2_000;
    await settlePayouts({ ...test.context, now: () => test.clock.nowMs + 365 * 24 * 60 * MINUTE_MS });
    await test.mine();
    await settlePayouts(test.context);
    expect((await payout('leapt-ahead'))?.status).toBe('confirmed');
  });

  it.each([
    ['an hour slow', -60 * MINUTE_MS],
    ['an hour fast', 60 * MINUTE_MS],
  ])('by being %s pays all the same, once', async (_, errorMs) => {
    const context = { ...test.context, now: () => test.clock.nowMs + errorMs };
    const created = await createWithdrawal(context, alice.address, { id: 'wrong-clock', amountSun: 10 * TRX });
    expect(created.ok).toBe(true);
    for (let time = 0; time < 4; time++) {
      await settlePayouts(context);
      await test.mine();
    }
    expect((await payout('wrong-clock'))?.status).toBe('confirmed');
    expect(await attempts('wrong-clock')).toHaveLength(1);
    expect(await held(alice)).toBe(10 * TRX);
  });
});

describe('a house that is short of money', () => {
  it('pays what it can, waits with the rest, and says so once', async () => {
    await credit(test, alice, 20_000 * TRX);
    await withdraw('far-too-large', 10_500 * TRX);
    await withdraw('small-enough');
    for (let time = 0; time < 5; time++) {
      test.clock.nowMs += MINUTE_MS;
      await settleAll(test);
    }
    expect(await payout('far-too-large')).toMatchObject({
      status: 'queued',
      trouble: expect.stringContaining('enough'),
    });
    expect(await attempts('far-too-large')).toEqual([]);
    expect((await payout('small-enough'))?.status).toBe('confirmed');
    expect(test.log.filter(({ event }) => event === 'notice')).toMatchObject([{ id: 'far-too-large' }]);

    await test.fund(test.context.house.address, 1_000 * TRX);
    test.clock.nowMs += MINUTE_MS;
    await settleAll(test);
    expect(await payout('far-too-large')).toMatchObject({ status: 'confirmed', trouble: '' });
  });

  it('does not promise the same coins twice', async () => {
    await credit(test, alice, 20_000 * TRX);
    await withdraw('first-of-two', 6_000 * TRX);
    await withdraw('second-of-two', 6_000 * TRX);
    await turn(test);
    expect([(await payout('first-of-two'))?.status, (await payout('second-of-two'))?.status]).toEqual([
      'sent',
      'queued',
    ]);
  });

  it('keeps the same bytes when the chain says that it cannot pay', async () => {
    await withdraw('no-bandwidth');
    const broke = saying({ verdict: 'unfunded', reason: 'BANDWITH_ERROR' });
    await settlePayouts(broke);
    test.clock.nowMs += MINUTE_MS;
    await settlePayouts(broke);
    expect(await payout('no-bandwidth')).toMatchObject({
      status: 'sent',
      trouble: expect.stringContaining('BANDWITH'),
    });
    expect(test.log.filter(({ event }) => event === 'notice')).toHaveLength(1);
    test.clock.nowMs += MINUTE_MS;
    await settleAll(test);
    expect(await payout('no-bandwidth')).toMatchObject({ status: 'confirmed', trouble: '' });
    expect(await attempts('no-bandwidth')).toHaveLength(1);
  });
});

describe('a payout that is stuck', () => {
  const INVALID: BroadcastVerdict = { verdict: 'invalid', reason: 'SIGERROR' };

  it('keeps its money, does not delay the others, and is reported to the operator', async () => {
    await withdraw('bad-signature');
    await settlePayouts(saying(INVALID));
    expect(await payout('bad-signature')).toMatchObject({
      status: 'stuck',
      trouble: expect.stringContaining('SIGERROR'),
    });
    expect(test.log).toMatchObject([{ event: 'notice', about: 'payout', id: 'bad-signature' }]);
    expect(await balanceOf(test.context.db, PAYOUTS)).toBe(10 * TRX);
    await withdraw('another-one');
    await settleAll(test);
    expect((await payout('another-one'))?.status).toBe('confirmed');
  });

  it('is not returned, and not tried again, while its transaction may live', async () => {
    await withdraw('still-living');
    await settlePayouts(saying(INVALID));
    const before = await dump(test.context.db);
    expect(await wish('return', 'still-living')).toBe('ERR_PAYOUT_LIVING');
    expect(await wish('retry', 'still-living')).toBe('ERR_PAYOUT_LIVING');
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is confirmed when its transaction is included in spite of all', async () => {
    await withdraw('in-spite-of-all');
    await settlePayouts(saying(INVALID));
    const [attempt] = await attempts('in-spite-of-all');
    await test.context.chain.broadcast(attempt?.signed ?? '');
    await test.mine();
    test.clock.nowMs += MINUTE_MS;
    await turn(test);
    expect((await payout('in-spite-of-all'))?.status).toBe('confirmed');
    expect(await wish('return', 'in-spite-of-all')).toBe('ERR_PAYOUT_STATE');
  });

  it('is returned to the balance once its transaction is dead, once', async () => {
    await withdraw('given-back');
    await settlePayouts(saying(INVALID));
    await outlive('given-back');
    test.clock.nowMs += MINUTE_MS;
    await turn(test);
    expect(await findLiving(test.context.db, 'given-back')).toBeUndefined();
    expect(await wish('return', 'given-back')).toBe('returned');
    expect(await wish('return', 'given-back')).toBe('ERR_PAYOUT_STATE');
    expect(await wish('return', 'never-made')).toBe('ERR_PAYOUT_UNKNOWN');
    expect(await balanceOf(test.context.db, playerAccount(alice.address))).toBe(1_000 * TRX);
    expect(await balanceOf(test.context.db, PAYOUTS)).toBe(0);
    await settleAll(test);
    expect(await held(alice)).toBe(0);
  });

  it('is tried again once its transaction is dead', async () => {
    await withdraw('tried-again');
    await settlePayouts(saying(INVALID));
    await outlive('tried-again');
    test.clock.nowMs += MINUTE_MS;
    await turn(test);
    expect(await wish('retry', 'tried-again')).toBe('queued');
    await settleAll(test);
    expect((await payout('tried-again'))?.status).toBe('confirmed');
    expect(await held(alice)).toBe(10 * TRX);
  });

  it('is one that five transactions came to nothing for, though the chain had taken them', async () => {
    test.devChain.chain.faults.set({ drop: {} });
    await withdraw('always-dropped');
    for (let time = 0; time < 7; time++) {
      await turn(test);
      await outlive('always-dropped');
      test.clock.nowMs += MINUTE_MS;
      await turn(test);
    }
    expect((await attempts('always-dropped')).map(({ state }) => state)).toEqual(
      Array.from({ length: 5 }, () => 'dead'),
    );
    expect(await payout('always-dropped')).toMatchObject({ status: 'stuck', check_at: null });
    expect(await entriesOf(test, 'withdrawal-sent:')).toEqual([]);
    test.devChain.chain.faults.set({});
    expect(await wish('retry', 'always-dropped')).toBe('queued');
    await settleAll(test);
    expect(await held(alice)).toBe(10 * TRX);
  });

  it('is never one that only waits for money', async () => {
    await withdraw('poor-house');
    const broke = saying({ verdict: 'unfunded', reason: 'BANDWITH_ERROR' });
    for (let time = 0; time < 8; time++) {
      await settlePayouts(broke);
      await outlive('poor-house');
      test.clock.nowMs += MINUTE_MS;
      await settlePayouts(broke);
    }
    expect((await attempts('poor-house')).length).toBeGreaterThan(5);
    expect((await payout('poor-house'))?.status).not.toBe('stuck');
  });
});
