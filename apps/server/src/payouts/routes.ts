import { ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { payoutsOf, showWithdrawal } from './payout.ts';
import { requestWithdrawal, showWithdrawalTerms } from './withdrawal.ts';

/** Adds the calls of withdrawals, which pay a player's balance out to the player's wallet. */
export function addWithdrawals(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.createWithdrawal, async ({ address, body }) => {
    const created = await requestWithdrawal(context, address, body);
    return created.ok ? ok(showWithdrawal(context, created.value)) : created;
  });
  answer(app, gate, CALLS.getWithdrawalTerms, async ({ address }) => showWithdrawalTerms(context, address));
  answer(app, gate, CALLS.getMyWithdrawals, async ({ address, query }) =>
    ok((await payoutsOf(context.db, address, query.before)).map((row) => showWithdrawal(context, row))),
  );
}
