import { CALLS, MAX_DEPOSIT_SUN, type LimitPeriod, REALITY_CHECK_MS } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, CHAIN_IN, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { lines } from '../ledger/lines.ts';
import { pause } from '../ledger/pause.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import type { PaymentRow } from '../platform/database/schema.ts';
import { setLimit, showLimits } from '../protection/limits.ts';
import { statementOf } from '../protection/movements.ts';
import { change, excludeSelf, takeBreak } from '../protection/protection.ts';
import { createApp } from '../start/app.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { dump, entriesOf, intend, sendByHand, settleAll, sign, turn } from '../testing/money.fixture.ts';
import { createDeposit } from './deposit.ts';
import { cancelPayment, submitPayment } from './intent.ts';
import { nameTransaction } from './naming.ts';
import { findPayment, paymentsOf } from './payment.ts';
import { recoverPayment } from './recovery.ts';
import { settlePayments } from './settlement.ts';

const TRX = 1_000_000;
const HOUR_MS = 3_600_000;

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;

beforeEach(async () => {
  test = await createTestContext();
  alice = await test.player('alice', 200 * TRX);
  bob = await test.player('bob', 200 * TRX);
});
afterEach(async () => {
  const { differences } = await auditLedger(test.context.db);
  await test.stop();
  // The ledger matches the payments after every test.
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
});

const house = (): string => test.context.house.address;

const balance = async (wallet = alice): Promise<number> => balanceOf(test.context.db, playerAccount(wallet.address));

const statusOf = async ({ id }: PaymentRow): Promise<string | undefined> =>
  (await findPayment(test.context.db, id))?.status;

/** An intent of a deposit. Throws where there is none. */
async function plan(amountSun: number, wallet = alice): Promise<PaymentRow> {
  const created = await createDeposit(test.context, wallet.address, amountSun);
  if (!created.ok) throw new Error(created.error);
  return created.value;
}

/** Hands the signature of an intent in. Says the status, or the code of the failure. */
async function submit(row: PaymentRow, wallet = alice): Promise<string> {
  const sent = await submitPayment(test.context, wallet.address, row.id, sign(test, wallet, row));
  return sent.ok ? sent.value.status : sent.error;
}

/** A deposit that is on its way. */
async function deposit(amountSun: number, wallet = alice): Promise<PaymentRow> {
  const row = await plan(amountSun, wallet);
  expect(await submit(row, wallet)).toBe('sent');
  return row;
}

/** Why no deposit of an amount can be begun; null when one can. */
async function refusalOf(amountSun: number): Promise<string | null> {
  const created = await createDeposit(test.context, alice.address, amountSun);
  return created.ok ? null : created.error;
}

/** Sends the transaction of an intent to the chain without the server, as a wallet can. */
async function sendItself(row: PaymentRow, wallet = alice): Promise<void> {
  const sent = await test.context.chain.broadcast(sign(test, wallet, row));
  if (!sent.ok || sent.value.verdict !== 'accepted') throw new Error(JSON.stringify(sent));
}

async function recover(txid: string, wallet = alice): Promise<string> {
  const result = await recoverPayment(test.context, wallet.address, txid);
  return result.ok ? `${result.value.purpose} ${result.value.status}` : result.error;
}

async function limitDeposits(amountSun: number, period: LimitPeriod = 'day'): Promise<void> {
  const { db, now } = test.context;
  const rule = { kind: 'deposit', period, amountSun } as const;
  await db.inTransaction(async () => setLimit(db, alice.address, rule, now()));
}

const usedOf = async (kind: 'deposit' | 'loss'): Promise<number | undefined> =>
  (await showLimits(test.context.db, alice.address, test.clock.nowMs)).find(
    (limit) => limit.kind === kind && limit.period === 'day',
  )?.usedSun;

describe('a deposit', () => {
  it('is on the balance when it is final, and not before', async () => {
    const row = await deposit(25 * TRX);
    test.devChain.chain.faults.set({ stopSolidifying: true });
    await settleAll(test);
    expect([await statusOf(row), await balance()]).toEqual(['confirming', 0]);
    const early = await createWithdrawal(test.context, alice.address, { id: 'withdrawal-1', amountSun: 20 * TRX });
    expect(early).toMatchObject({ ok: false });
    test.devChain.chain.faults.set({});
    await settleAll(test);
    expect([await statusOf(row), await balance()]).toEqual(['applied', 25 * TRX]);
    expect(await balanceOf(test.context.db, CHAIN_IN)).toBe(-25 * TRX);
    expect(await balanceOf(test.context.db, HOUSE)).toBe(0);
    expect((await lines(test.context.db, alice.address, null, 10)).lines).toMatchObject([
      { kind: 'deposit', amountSun: 25 * TRX, balanceSun: 25 * TRX, reference: row.id },
    ]);
  });

  it('is booked once, however often it is submitted, looked up and recovered', async () => {
    const row = await deposit(25 * TRX);
    expect(await submit(row)).toBe('sent');
    await test.mine();
    await Promise.all([
      settlePayments(test.context),
      settlePayments(test.context),
      recoverPayment(test.context, alice.address, row.txid ?? ''),
    ]);
    expect(await statusOf(row)).toBe('applied');
    const before = await dump(test.context.db);
    test.clock.nowMs += 60_000;
    await turn(test);
    expect(await submit(row)).toBe('applied');
    expect(await recover(row.txid ?? '')).toBe('ERR_TX_USED');
    expect(await dump(test.context.db)).toEqual(before);
    expect(await balance()).toBe(25 * TRX);
  });

  it('that is requested again is the same until it is signed, and another one after that', async () => {
    const first = await plan(5 * TRX);
    const again = await plan(5 * TRX);
    expect(again.id).toBe(first.id);
    const both = await Promise.all([plan(6 * TRX), plan(6 * TRX)]);
    expect(both[0].id).toBe(both[1].id);
    // A player has one intent at a time: another amount replaces it.
    expect([await statusOf(first), await submit(first)]).toEqual(['cancelled', 'ERR_PAYMENT_STATE']);
    expect(await submit(both[0])).toBe('sent');
    const second = await deposit(6 * TRX);
    expect(second.id).not.toBe(both[0].id);
    await settleAll(test);
    expect(await balance()).toBe(12 * TRX);
  });

  it('that becomes final leaves the intent of the next one as it is', async () => {
    await deposit(5 * TRX);
    const next = await plan(7 * TRX);
    await settleAll(test);
    expect([await balance(), await statusOf(next)]).toEqual([5 * TRX, 'awaiting']);
    expect(await submit(next)).toBe('sent');
    await settleAll(test);
    expect(await balance()).toBe(12 * TRX);
  });

  it('pays for an upgrade at once', async () => {
    await deposit(5 * TRX);
    await settleAll(test);
    const token = await signIn(test.context, alice.address);
    const pay = { source: 'balance', paymentId: 'payment-from-balance' };
    const body = { upgradeId: 'trx-boost', pay };
    expect((await ask(createApp(test.context), CALLS.createPayment, { token, body })).value.status).toBe('applied');
    expect(await balance()).toBe(0);
  });

  it('is asked for over the API, with an amount that is an integer within its bounds', async () => {
    const app = createApp({ ...test.context, settings: { ...test.context.settings, rateFactor: 100 } });
    const token = await signIn(test.context, alice.address);
    const create = async (amountSun: unknown) => ask(app, CALLS.createDeposit, { token, body: { amountSun } });
    const before = await dumpAll(test.context.db);
    for (const amount of [0, -TRX, 0.5, MAX_DEPOSIT_SUN + 1, 1.5 * TRX + 0.5, '5000000', null, 1e20])
      expect((await create(amount)).code, `${amount}`).toBe('ERR_BODY');
    expect((await ask(app, CALLS.createDeposit, { body: { amountSun: TRX } })).code).toBe('ERR_SIGNED_OUT');
    expect((await create(201 * TRX)).code).toBe('ERR_BALANCE');
    expect(await dumpAll(test.context.db)).toEqual(before);
    const { value } = await create(1);
    expect(value).toMatchObject({
      purpose: 'deposit',
      source: 'wallet',
      upgradeId: null,
      sessionId: null,
      amountSun: 1,
      to: house(),
      status: 'awaiting',
    });
  });

  it('is refused while paid play is paused, and to the house', async () => {
    await pause(test.context, { kind: 'desk', by: 'desk', reason: 'maintenance' });
    expect(await refusalOf(5 * TRX)).toBe('ERR_PAUSED');
    expect(await createDeposit(test.context, house(), 5 * TRX)).toMatchObject({ error: 'ERR_HOUSE' });
  });
});

describe('the transaction of a deposit', () => {
  it('counts when the wallet sends it itself and the intent has expired or was cancelled', async () => {
    const expired = await plan(5 * TRX);
    await sendItself(expired);
    test.clock.nowMs = expired.expires_at + 1_000;
    await turn(test);
    await settleAll(test);
    expect([await statusOf(expired), await balance()]).toEqual(['applied', 5 * TRX]);
    const cancelled = await plan(6 * TRX);
    await cancelPayment(test.context, alice.address, cancelled.id);
    await sendItself(cancelled);
    await test.mine();
    test.clock.nowMs = cancelled.expires_at + 1_000;
    await settleAll(test);
    expect([await statusOf(cancelled), await balance()]).toEqual(['applied', 11 * TRX]);
    expect((await entriesOf(test, 'payment:')).length).toBe(2);
  });

  it('expires when the wallet’s money is gone, and nothing is booked', async () => {
    const row = await plan(150 * TRX);
    await sendByHand(test, alice, bob.address, 190 * TRX);
    await test.mine();
    expect(await submit(row)).toBe('sent');
    test.clock.nowMs = row.expires_at;
    await test.mine(6);
    test.clock.nowMs += 60_000;
    await turn(test);
    expect(await findPayment(test.context.db, row.id)).toMatchObject({ status: 'expired', check_at: null });
    expect(await balance()).toBe(0);
  });

  it('is sent again when a node drops it', async () => {
    test.devChain.chain.faults.set({ drop: { count: 1, forget: true } });
    const row = await deposit(5 * TRX);
    await settleAll(test);
    expect([await statusOf(row), await balance()]).toEqual(['applied', 5 * TRX]);
  });

  it('may be replaced by another one of the wallet, and both count when both arrive', async () => {
    const row = await plan(5 * TRX);
    const other = await sendByHand(test, alice, house(), 5 * TRX);
    await test.mine();
    expect(await recover(other)).toBe('deposit applied');
    await sendItself(row);
    await test.mine();
    test.clock.nowMs = row.expires_at + 1_000;
    await settleAll(test);
    expect(await balance()).toBe(10 * TRX);
    expect((await paymentsOf(test.context.db, alice.address)).map(({ status }) => status)).toEqual([
      'applied',
      'applied',
    ]);
  });

  it('of one player cannot be signed, submitted, named or recovered by another', async () => {
    const row = await plan(5 * TRX);
    const before = await dump(test.context.db);
    const byBob = sign(test, bob, row);
    expect(await submitPayment(test.context, alice.address, row.id, byBob)).toMatchObject({
      error: 'ERR_PAYMENT_SIGNED',
    });
    expect(await submit(row, bob)).toBe('ERR_PAYMENT_UNKNOWN');
    const aim = { purpose: 'upgrade', id: 'trx-boost' } as const;
    expect(await nameTransaction(test.context, bob.address, aim, row.txid ?? '')).toMatchObject({
      error: 'ERR_TX_SENDER',
    });
    expect(await nameTransaction(test.context, alice.address, aim, row.txid ?? '')).toMatchObject({
      error: 'ERR_TX_AMOUNT',
    });
    expect(await recover(row.txid ?? '', bob)).toBe('ERR_TX_SENDER');
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is not a transfer of the same amount from an exchange or another player', async () => {
    const row = await plan(5 * TRX);
    const exchange = test.wallet('an exchange');
    await test.fund(exchange.address, 50 * TRX);
    for (const wallet of [exchange, bob]) {
      const txid = await sendByHand(test, wallet, house(), 5 * TRX);
      await test.mine();
      await settleAll(test);
      expect(await recover(txid)).toBe('ERR_TX_SENDER');
    }
    expect([await statusOf(row), await balance()]).toEqual(['awaiting', 0]);
  });

  it('with a memo is another transaction: it counts when its sender enters its id', async () => {
    const row = await plan(5 * TRX);
    const memo = { data: '6869' };
    const { txid, signed } = await stageTransfer((hex) => hex.replace(/(5a..0801)/, `5202${memo.data}$1`), memo);
    const submitted = await submitPayment(test.context, alice.address, row.id, signed);
    expect(submitted).toMatchObject({ error: 'ERR_PAYMENT_SIGNED' });
    expect(await recover(txid)).toBe('deposit applied');
    expect(await balance()).toBe(5 * TRX);
  });

  it('from a contract is no transfer, and changes nothing', async () => {
    await plan(5 * TRX);
    const { txid } = await stageTransfer((hex) => hex.replace(/(5a..)0801/, '$1081f'));
    const before = await dump(test.context.db);
    expect(await recover(txid)).toBe('ERR_TX_FOREIGN');
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('of 1 sun without an intent is added to the balance once its sender enters its id', async () => {
    const txid = await sendByHand(test, alice, house(), 1);
    await test.mine();
    expect(await recover(txid)).toBe('recovered refunded');
    expect(await recover(txid)).toBe('ERR_TX_USED');
    expect(await balance()).toBe(1);
  });
});

/** Puts a changed transfer of 5 TRX into a final block. */
async function stageTransfer(
  changeRaw: (hex: string) => string,
  fields: object = {},
): Promise<{ readonly txid: string; readonly signed: string }> {
  const { chain } = test.context;
  const timestampMs = test.clock.nowMs;
  const terms = { from: alice.address, to: house(), amount: 5 * TRX, expiresAtMs: timestampMs + HOUR_MS, timestampMs };
  const built = await chain.buildPayment(terms);
  if (!built.ok) throw new Error(built.error.reason);
  const { raw_data, raw_data_hex } = JSON.parse(built.value.unsigned) as { raw_data: object; raw_data_hex: string };
  const transaction = { raw_data: { ...raw_data, ...fields }, raw_data_hex: changeRaw(raw_data_hex) };
  expect(transaction.raw_data_hex).not.toBe(raw_data_hex);
  const staged = test.devChain.chain.stage({ transaction });
  if (!staged.ok) throw new Error(staged.error.message);
  await test.mine();
  return {
    txid: staged.value.txid,
    signed: JSON.stringify({ ...transaction, txID: staged.value.txid, signature: [] }),
  };
}

describe('the protection of a player', () => {
  it('limits deposits, with those that are on their way, and a final one counts once', async () => {
    await limitDeposits(10 * TRX);
    await deposit(6 * TRX);
    expect(await usedOf('deposit')).toBe(6 * TRX);
    expect(await refusalOf(5 * TRX)).toBe('ERR_LIMIT_DEPOSIT');
    await settleAll(test);
    expect(await usedOf('deposit')).toBe(6 * TRX);
    expect(await refusalOf(5 * TRX)).toBe('ERR_LIMIT_DEPOSIT');
    expect(await refusalOf(4 * TRX)).toBeNull();
    // A deposit is no loss, neither on its way nor final.
    await deposit(4 * TRX);
    expect([await usedOf('loss'), await usedOf('deposit')]).toEqual([0, 10 * TRX]);
    await settleAll(test);
    expect([await usedOf('loss'), await usedOf('deposit')]).toEqual([0, 10 * TRX]);
    test.clock.nowMs = Date.UTC(2026, 0, 16);
    expect([await usedOf('deposit'), await refusalOf(10 * TRX)]).toEqual([0, null]);
  });

  it.each(['day', 'week', 'month'] as const)(
    'limits deposits by %s when the signature is submitted, too',
    async (period) => {
      const row = await plan(8 * TRX);
      await limitDeposits(7 * TRX, period);
      const before = await dump(test.context.db);
      expect(await submit(row)).toBe('ERR_LIMIT_DEPOSIT');
      expect(await dump(test.context.db)).toEqual(before);
    },
  );

  it('adds to the balance what the wallet sends past a limit, as a refund that counts as a deposit', async () => {
    const row = await plan(8 * TRX);
    await limitDeposits(7 * TRX);
    await sendItself(row);
    await test.mine();
    expect(await recover(row.txid ?? '')).toBe('deposit refunded');
    expect(await balance()).toBe(8 * TRX);
    expect((await lines(test.context.db, alice.address, null, 10)).lines).toMatchObject([{ kind: 'refund' }]);
    expect(await usedOf('deposit')).toBe(8 * TRX);
    expect(await statementOf(test.context.db, alice.address)).toMatchObject([{ depositsSun: 8 * TRX, netSun: 0 }]);
  });

  it('lets no second deposit pass that is submitted at the same time', async () => {
    await limitDeposits(7 * TRX);
    const first = await plan(5 * TRX);
    const second = await plan(6 * TRX);
    // The wallet sends the first one itself while the second one is submitted.
    await sendItself(first);
    await test.mine();
    const [recovered, submitted] = await Promise.all([recover(first.txid ?? ''), submit(second)]);
    expect([recovered === 'deposit applied', submitted === 'sent'].filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ['ERR_ON_BREAK', async () => takeBreak(test.context, alice.address, 1)],
    ['ERR_SELF_EXCLUDED', async () => excludeSelf(test.context, alice.address, 6)],
    ['ERR_AGE_UNCONFIRMED', async () => put({ age_version: null, age_confirmed_at: null })],
    [
      'ERR_REALITY_CHECK',
      async () => {
        const since = test.clock.nowMs - REALITY_CHECK_MS;
        await put({ play_since: since, checked_at: since, last_paid_at: test.clock.nowMs });
      },
    ],
  ] as const)(
    'refuses a new deposit and a signature with %s; one that is on its way is booked',
    async (code, protect) => {
      const sent = await deposit(5 * TRX);
      const row = await plan(6 * TRX);
      await protect();
      expect([await refusalOf(5 * TRX), await submit(row)]).toEqual([code, code]);
      await settleAll(test);
      expect([await statusOf(sent), await balance()]).toEqual(['applied', 5 * TRX]);
      // The money stays withdrawable.
      const little = { id: 'withdrawal-1', amountSun: 3 * TRX, feeSun: 1_100_000 };
      expect(await createWithdrawal(test.context, alice.address, little)).toMatchObject({ ok: true });
    },
  );

  it('does not begin paid play with a deposit', async () => {
    await deposit(5 * TRX);
    await settleAll(test);
    const token = await signIn(test.context, alice.address);
    expect((await ask(createApp(test.context), CALLS.getProtection, { token })).value.play).toBeNull();
  });

  it('counts deposits in the statement and its CSV, and not as a result', async () => {
    await deposit(5 * TRX);
    await settleAll(test);
    expect(await statementOf(test.context.db, alice.address)).toEqual([
      expect.objectContaining({ month: '2026-01', depositsSun: 5 * TRX, feesSun: 0, adjustmentsSun: 0, netSun: 0 }),
    ]);
    const token = await signIn(test.context, alice.address);
    const csv = await createApp(test.context).request('/api/statement/me/csv', {
      headers: { Cookie: `popfray=${token}` },
    });
    expect((await csv.text()).split('\r\n')[1]).toBe('2026-01,5,0,0,0,0,0,0,0');
  });
});

async function put(columns: Parameters<typeof change>[2]): Promise<void> {
  await test.context.db.inTransaction(async () => change(test.context.db, alice.address, columns));
}

it('an upgrade can be begun beside a deposit', async () => {
  const row = await plan(5 * TRX);
  const upgrade = await intend(test, alice, 'trx-boost');
  expect([await submit(row), await submit(upgrade)]).toEqual(['sent', 'sent']);
  await settleAll(test);
  expect([await statusOf(row), await statusOf(upgrade), await balance()]).toEqual(['applied', 'applied', 5 * TRX]);
});
