import { ADMIN_CALLS } from '@popfray/protocol/admin';
import type { BroadcastVerdict } from '@popfray/chain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, playerAccount } from '../ledger/ledger.ts';
import { settlePayouts } from '../payouts/settlement.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import { ask } from '../testing/client.fixture.ts';
import type { TestWallet } from '../testing/context.fixture.ts';
import { createDesk, type Desk } from '../testing/desk.fixture.ts';
import { credit, settleAll } from '../testing/money.fixture.ts';

const TRX = 1_000_000;
const INVALID: BroadcastVerdict = { verdict: 'invalid', reason: 'SIGERROR' };

let test: Desk;
let ann: TestWallet;
beforeEach(async () => {
  test = await createDesk();
  ann = await test.player('ann', 100 * TRX);
  await credit(test, ann, 50 * TRX);
});
afterEach(async () => test.stop());

/** A payout that the chain has refused, whose transaction lives for some minutes yet. */
async function makeStuck(id: string): Promise<void> {
  const { context } = test;
  const made = await createWithdrawal(context, ann.address, { id, amountSun: 10 * TRX });
  if (!made.ok) throw new Error(made.error);
  const chain = { ...context.chain, broadcast: () => Promise.resolve({ ok: true, value: INVALID } as const) };
  await settlePayouts({ ...context, chain });
}

/** Until no transaction of a payout can be included any more, and the worker has seen that. */
async function outlive(): Promise<void> {
  test.clock.nowMs += 30 * 60_000;
  await settleAll(test);
}

const rescue = async (id: string, act: 'retry' | 'return') =>
  ask(test.app, ADMIN_CALLS.rescuePayout, {
    token: test.token,
    params: { id },
    body: { act, reason: 'The node was wrong.' },
  });
const open = async () => (await ask(test.app, ADMIN_CALLS.getPayouts, { token: test.token })).value;

it('payouts that need a hand come first, and say what is wrong and whether anything can be done yet', async () => {
  await createWithdrawal(test.context, ann.address, { id: 'queued-one', amountSun: 10 * TRX });
  await settlePayouts(test.context);
  await makeStuck('stuck-one');
  expect(await open()).toMatchObject([
    { id: 'stuck-one', status: 'stuck', trouble: expect.stringContaining('SIGERROR'), isLiving: true, sessionId: null },
    { id: 'queued-one', status: 'sent', isLiving: true },
  ]);
  for (const act of ['retry', 'return'] as const) {
    expect((await rescue('stuck-one', act)).code).toBe('ERR_PAYOUT_LIVING');
    expect((await rescue('queued-one', act)).code).toBe('ERR_PAYOUT_STATE');
    expect((await rescue('nothing-1', act)).code).toBe('ERR_PAYOUT_UNKNOWN');
  }
  const { lines } = (await ask(test.app, ADMIN_CALLS.getAuditLog, { token: test.token })).value;
  expect(lines).toEqual([]);
});

it('a stuck payout is given back once, whichever of two tabs asks, and the audit log says why', async () => {
  await makeStuck('stuck-one');
  await outlive();
  const replies = await Promise.all(Array.from({ length: 3 }, async () => rescue('stuck-one', 'return')));
  expect(replies.filter(({ code }) => code === 'ERR_PAYOUT_STATE')).toHaveLength(2);
  expect(replies.find(({ code }) => code === null)?.value).toMatchObject({ status: 'returned' });
  expect((await rescue('stuck-one', 'retry')).code).toBe('ERR_PAYOUT_STATE');
  expect(await balanceOf(test.context.db, playerAccount(ann.address))).toBe(50 * TRX);
  expect(await open()).toEqual([]);
  const { lines } = (await ask(test.app, ADMIN_CALLS.getAuditLog, { token: test.token })).value;
  expect(lines).toMatchObject([
    { act: 'payout-returned', by: test.house, subject: 'stuck-one', reason: 'The node was wrong.' },
  ]);
  expect((await auditLedger(test.context.db)).differences).toEqual([]);
});

it('one that a tab gives back while another queues it again is given back or paid, and not both', async () => {
  await makeStuck('stuck-one');
  await outlive();
  const replies = await Promise.all([rescue('stuck-one', 'return'), rescue('stuck-one', 'retry')]);
  expect(replies.filter(({ code }) => code === 'ERR_PAYOUT_STATE')).toHaveLength(1);
  const isReturned = replies.find(({ code }) => code === null)?.value.status === 'returned';
  await settleAll(test);
  expect(await balanceOf(test.context.db, playerAccount(ann.address))).toBe((isReturned ? 50 : 40) * TRX);
  expect(await test.context.chain.balance(ann.address)).toMatchObject({ value: (isReturned ? 100 : 110) * TRX });
  expect((await auditLedger(test.context.db)).differences).toEqual([]);
});

it('one that is queued again is paid once', async () => {
  await makeStuck('stuck-one');
  await outlive();
  expect((await rescue('stuck-one', 'retry')).value).toMatchObject({ status: 'queued', trouble: '' });
  await settleAll(test);
  expect(await open()).toEqual([]);
  expect(await test.context.chain.balance(ann.address)).toEqual({ ok: true, value: 110 * TRX });
  expect((await rescue('stuck-one', 'return')).code).toBe('ERR_PAYOUT_STATE');
});
