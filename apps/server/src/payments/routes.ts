import { err, ok, type Result } from '@popfray/engine/result';
import { CALLS, type FailureCode, type Payment } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { PaymentRow } from '../platform/database/index.ts';
import { forRequest } from '../protection/index.ts';
import { buyFromBalance } from './balance-payment.ts';
import { createDeposit } from './deposit.ts';
import { cancelPayment, createPayment, submitPayment } from './intent.ts';
import { nameTransaction } from './naming.ts';
import { findOwn, paymentsOf, serializePayment } from './payment.ts';
import { recoverPayment } from './recovery.ts';

/** Adds the calls of payments: intents, their signed transactions, and transactions that wallets have built. */
export function addPayments(app: Hono, gate: Gate, context: Context): void {
  const show = (outcome: Result<PaymentRow, FailureCode>): Result<Payment, FailureCode> =>
    outcome.ok ? ok(serializePayment(context, outcome.value)) : outcome;

  answer(app, gate, CALLS.getMyPayments, async ({ address, query }) =>
    ok((await paymentsOf(context.db, address, query.before)).map((row) => serializePayment(context, row))),
  );
  answer(app, gate, CALLS.getPayment, async ({ address, param }) => {
    const row = await findOwn(context.db, address, param('id'));
    return row === undefined ? err('ERR_PAYMENT_UNKNOWN') : ok(serializePayment(context, row));
  });
  answer(app, gate, CALLS.createPayment, async ({ address, body, call }) =>
    show(
      body.pay?.source === 'balance'
        ? await buyFromBalance(forRequest(context, call), { address, paymentId: body.pay.paymentId }, body.upgradeId)
        : await createPayment(forRequest(context, call), address, body.upgradeId),
    ),
  );
  answer(app, gate, CALLS.buySkin, async ({ address, call, body: { paymentId, skinId } }) =>
    show(await buyFromBalance(forRequest(context, call), { address, paymentId }, skinId, 'skin')),
  );
  answer(app, gate, CALLS.createDeposit, async ({ address, body, call }) =>
    show(await createDeposit(forRequest(context, call), address, body.amountSun)),
  );
  answer(app, gate, CALLS.recoverPayment, async ({ address, body, call }) =>
    show(await recoverPayment(forRequest(context, call), address, body.txid)),
  );
  answer(app, gate, CALLS.submitPayment, async ({ address, param, body, call }) =>
    show(await submitPayment(forRequest(context, call), address, param('id'), body.transaction)),
  );
  answer(app, gate, CALLS.cancelPayment, async ({ address, param }) =>
    show(await cancelPayment(context, address, param('id'))),
  );
  // Price and duration come from the catalogue; those of the request are ignored.
  answer(app, gate, CALLS.purchaseUpgrade, async ({ address, call, body: { walletAddress, upgradeId, txHash } }) =>
    walletAddress === address
      ? show(await nameTransaction(forRequest(context, call), address, { purpose: 'upgrade', id: upgradeId }, txHash))
      : err('ERR_ADDRESS_OTHER'),
  );
}
