import { randomBytes } from 'node:crypto';
import { CALLS } from '@popfray/protocol';
import { dayOf } from '@popfray/protocol/receipt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSetting } from '../earning-limits/operator-settings.ts';
import { listCommitments } from '../commitments/list.ts';
import { publishCommitment } from '../commitments/publish.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, FEES, HOUSE, playerAccount } from '../ledger/ledger.ts';
import type { Context } from '../platform/context/context.ts';
import { createApp } from '../start/app.ts';
import { ask } from '../testing/client.fixture.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { credit, settleAll } from '../testing/money.fixture.ts';
import { freezePayouts } from './freeze.ts';
import { payoutsOf } from './payout.ts';
import { queueRootMemo } from './root-memo.ts';
import { createWithdrawal } from './withdrawal.ts';

const TRX = 1_000_000;
const DAY_MS = 86_400_000;

let test: TestContext;
let context: Context;
/** Receives the memos. */
let recipient: string;

beforeEach(async () => {
  test = await createTestContext();
  test.clock.nowMs = Date.parse(`${dayOf(test.clock.nowMs)}T12:00:00Z`);
  recipient = test.wallet('operator').address;
  context = { ...test.context, settings: { ...test.context.settings, commitmentMemoTo: recipient } };
  await test.fund(context.house.address, 100 * TRX);
});
afterEach(async () => {
  const { differences } = await auditLedger(context.db);
  await test.stop();
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
});

/** Commits to a battle today, and lets the day end. Returns its day and its root. */
async function endDay(): Promise<{ readonly day: string; readonly root: string | null }> {
  const { db } = context;
  await publishCommitment(db, `session-${test.clock.nowMs}`, randomBytes(32).toString('hex'), test.clock.nowMs);
  await listCommitments(context);
  const day = dayOf(test.clock.nowMs);
  test.clock.nowMs += DAY_MS;
  // The chain has blocks of today too.
  await test.mine();
  const { root } = await pageOf(day);
  return { day, root };
}

const pageOf = async (day: string) => (await ask(createApp(context), CALLS.getCommitments, { query: { day } })).value;
const memos = async () => payoutsOf(context.db, recipient);

describe('the memo of a day', () => {
  it('is written to the chain once when the day is over, booked with its fee, and named by the public list', async () => {
    const { day, root } = await endDay();
    for (let turn = 0; turn < 3; turn++) await queueRootMemo(context);
    await settleAll(test);
    await queueRootMemo(context);
    const [payout, ...more] = await memos();
    expect(more).toEqual([]);
    expect(payout).toMatchObject({ id: `commitments-${day}`, amount_sun: 1, status: 'confirmed' });
    const [attempt] = await context.db.selectFrom('payout_attempts').selectAll().execute();
    const { raw_data: raw } = JSON.parse(attempt?.signed ?? '{}') as { readonly raw_data: { readonly data: string } };
    expect(Buffer.from(raw.data, 'hex').toString()).toBe(`Popfray commitments ${day} ${root}`);
    expect(await pageOf(day)).toMatchObject({ memo: { txid: payout?.txid } });
    expect(await context.chain.balance(recipient)).toMatchObject({ value: 1 });
    // The fee for a memo is 1 TRX, and that of a wallet which is new on the chain 1.1 TRX.
    const feeSun = await balanceOf(context.db, FEES);
    expect(feeSun).toBeGreaterThanOrEqual(TRX);
    expect(await balanceOf(context.db, HOUSE)).toBe(-1 - feeSun);
    expect(await balanceOf(context.db, playerAccount(recipient))).toBe(0);
  });

  it('is one for all days that passed meanwhile, and none for a day that can still change', async () => {
    await queueRootMemo(context);
    expect(await memos()).toEqual([]);
    await endDay();
    const { day } = await endDay();
    await queueRootMemo(context);
    await publishCommitment(context.db, 'of-today', randomBytes(32).toString('hex'), test.clock.nowMs);
    await listCommitments(context);
    await queueRootMemo(context);
    expect((await memos()).map(({ id }) => id)).toEqual([`commitments-${day}`]);
  });

  it('is queued once by two processes at the same time', async () => {
    await endDay();
    await Promise.all([queueRootMemo(context), queueRootMemo(context)]);
    expect(await memos()).toHaveLength(1);
  });

  it('is not written unless the operator wants it, nor sent while payouts are frozen', async () => {
    await endDay();
    await queueRootMemo(test.context);
    expect(await memos()).toEqual([]);
    await queueRootMemo(context);
    await freezePayouts(context.db, 'restored', null, test.clock.nowMs);
    await settleAll(test);
    expect(await memos()).toMatchObject([{ status: 'queued', txid: null }]);
  });

  it('cannot be prevented by a player who chooses its id', async () => {
    const alice = await test.player('alice');
    await credit(test, alice, 20 * TRX);
    const plan = { id: 'commitments-2026-01-15', amountSun: 10 * TRX };
    expect(await createWithdrawal(context, alice.address, plan)).toMatchObject({ error: 'ERR_WITHDRAWAL_ID' });
  });

  it('counts as no withdrawal of its recipient, whose first one still waits', async () => {
    await endDay();
    await queueRootMemo(context);
    await settleAll(test);
    const operator = await test.player('operator');
    await credit(test, operator, 20 * TRX);
    const wait = { name: 'first-withdrawal-wait', value: 24, reason: 'for the test', by: 'desk' } as const;
    await changeSetting(context, wait);
    const plan = { id: 'my-first-one', amountSun: 10 * TRX };
    const withdrawal = await createWithdrawal(context, operator.address, plan);
    expect(withdrawal).toMatchObject({ value: { not_before: test.clock.nowMs + DAY_MS } });
  });
});
