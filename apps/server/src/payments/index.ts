/** Payments of players, from the wallet or from the balance. */
export { type BalancePlan, payFromBalance, payOnce, refuseBalance } from './balance-payment.ts';
export { depositPurpose } from './deposit.ts';
export { addIntent, findOpen, isUsed, type PlannedPayment, planPayment } from './intent.ts';
export { nameTransaction } from './naming.ts';
export { createId, entryKeyOf, findByTxid, findPayment, move, paymentsOf, serializePayment } from './payment.ts';
export type { Aim } from './purpose.ts';
export { refuse, settleFound } from './recovery.ts';
export { addPayments } from './routes.ts';
export { settlePayments } from './settlement.ts';
