import type { UnsignedPayment } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { PAYMENT_MS, type FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, type PaymentRow, sql } from '../platform/database/index.ts';
import { isPaused } from '../ledger/index.ts';
import { addPayment, createId, findByTxid, findOwn, findPayment, move, nextStamp } from './payment.ts';
import { columnsOf, purposeOf, BOOKINGS, type Aim } from './purpose.ts';
import { send } from './settlement.ts';

/** Time that a player needs to sign in the wallet, ms. An intent with less time left is replaced. */
const SIGNING_MS = 3 * 60_000;

/** A payment, or the code of a failure. */
type Outcome = Result<PaymentRow, FailureCode>;

/** A transaction for a wallet to sign, before a payment is stored for it. */
export interface PlannedPayment {
  readonly transaction: UnsignedPayment;
  readonly amountSun: number;
  readonly createdAt: number;
}

/**
 * Builds the transaction of a payment, so that its id is known before it is signed. It expires by the chain's clock, so the clocks of the player and
 * of the server do not matter.
 */
export async function planPayment(
  context: Context,
  address: string,
  amountSun: number,
): Promise<Result<PlannedPayment, FailureCode>> {
  const { db, chain, house } = context;
  if (address === house.address) return err('ERR_HOUSE');
  const balance = await chain.balance(address);
  if (!balance.ok) return err('ERR_CHAIN');
  if (balance.value < amountSun) return err('ERR_BALANCE');
  const createdAt = nextStamp(db, address, context.now());
  const plan = { from: address, to: house.address, amount: amountSun, expiresAtMs: createdAt + PAYMENT_MS };
  const built = await chain.buildPayment({ ...plan, timestampMs: createdAt });
  return built.ok ? ok({ transaction: built.value, amountSun, createdAt }) : err('ERR_CHAIN');
}

/** Begins the purchase of an upgrade. Returns the open intent for it, if there is one. */
export async function createPayment(context: Context, address: string, upgradeId: string): Promise<Outcome> {
  const { db } = context;
  const aim: Aim = { purpose: 'upgrade', id: upgradeId };
  const { price, refuse } = context.paymentPurposes.upgrade;
  const open = (): Outcome | undefined => {
    const refusal = refuse(context, address, upgradeId) ?? (isPaused(db) ? 'ERR_PAUSED' : null);
    if (refusal !== null) return err(refusal);
    const known = findOpen(context, address, aim);
    return known && ok(known);
  };
  const before = open();
  if (before !== undefined) return before;
  const plan = await planPayment(context, address, price(db, upgradeId) ?? 0);
  if (!plan.ok) return plan;
  // Another request may have created the intent while the node was asked.
  const created = db.transaction(
    (): Outcome =>
      open() ?? (isUsed(db, plan.value) ? err('ERR_CHAIN') : ok(addIntent(context, address, aim, plan.value))),
  );
  context.onStep('payment.created');
  return created;
}

/** Whether another request built the same transaction, in the same millisecond. */
export const isUsed = (db: Database, { transaction }: PlannedPayment): boolean =>
  findByTxid(db, transaction.txid) !== undefined;

/**
 * Stores an intent, in the caller's transaction, which has checked that its plan is not used. It replaces an intent with too little time left to
 * sign.
 */
export function addIntent(context: Context, address: string, aim: Aim, plan: PlannedPayment): PaymentRow {
  const { db, house } = context;
  const { txid, unsigned, expiresAtMs } = plan.transaction;
  const row: PaymentRow = {
    id: createId(context),
    address,
    source: 'wallet',
    ...columnsOf(aim),
    recipient: house.address,
    amount_sun: plan.amountSun,
    status: 'awaiting',
    created_at: nextStamp(db, address, plan.createdAt),
    expires_at: expiresAtMs,
    txid,
    claim: null,
    unsigned,
    signed: null,
    block_number: null,
    settled_at: null,
    check_at: expiresAtMs,
  };
  const stale = openPayments(db, address, aim).find(({ status }) => status === 'awaiting');
  // Its transaction is still watched.
  if (stale !== undefined) move(db, stale, 'expired', {});
  addPayment(db, row);
  return row;
}

/** Submits the signed transaction of an intent. It is stored before it is sent to the chain. A second call changes nothing. */
export async function submitPayment(context: Context, address: string, id: string, signed: string): Promise<Outcome> {
  const { db, chain } = context;
  const row = findOwn(db, address, id);
  if (row === undefined) return err('ERR_PAYMENT_UNKNOWN');
  const isOver = row.status === 'cancelled' || row.status === 'expired' || row.status === 'failed';
  if (isOver || row.unsigned === null) return err('ERR_PAYMENT_STATE');
  if (!chain.checkSigned(row.unsigned, signed).ok) return err('ERR_PAYMENT_SIGNED');
  if (row.status !== 'awaiting') return ok(row);
  if (row.expires_at <= context.now()) return err('ERR_PAYMENT_STATE');
  const sent = db.transaction((): Outcome => {
    const refusal = purposeOf(context, row)?.reserve(context, row) ?? null;
    if (refusal !== null) return err(refusal);
    const moved = move(db, row, 'sent', { signed, check_at: Math.floor(context.now()) });
    return moved === null ? err('ERR_PAYMENT_STATE') : ok(moved);
  });
  if (!sent.ok) return sent;
  context.onStep('payment.persisted');
  purposeOf(context, sent.value)?.notify(context, sent.value);
  await send(context, sent.value);
  return ok(findPayment(db, id) ?? sent.value);
}

/** Cancels an intent that was not signed. If it is paid later, the payment still counts. */
export function cancelPayment(context: Context, address: string, id: string): Outcome {
  const { db } = context;
  const row = findOwn(db, address, id);
  if (row === undefined) return err('ERR_PAYMENT_UNKNOWN');
  if (row.status === 'cancelled') return ok(row);
  const cancelled = db.transaction(() => {
    const moved = row.status === 'awaiting' ? move(db, row, 'cancelled', {}) : null;
    if (moved !== null) purposeOf(context, moved)?.release(context, moved);
    return moved;
  });
  if (cancelled === null) return err('ERR_PAYMENT_STATE');
  context.onStep('payment.cancelled');
  purposeOf(context, cancelled)?.notify(context, cancelled);
  return ok(cancelled);
}

/** A player's payment for the same purpose that can still be signed or is on its way. */
export function findOpen({ db, now }: Context, address: string, aim: Aim): PaymentRow | undefined {
  const nowMs = now();
  return openPayments(db, address, aim).find(({ status, txid, expires_at }) => {
    if (status === 'awaiting') return expires_at - nowMs > SIGNING_MS;
    // A transaction that the player only named, and that no node has seen, does not block a purchase.
    return txid !== null || status === 'confirming';
  });
}

/** A player's open payments for the same purpose, the newest first. */
export const openPayments = (db: Database, address: string, { purpose, id }: Aim): PaymentRow[] =>
  db.all(
    sql
      .selectFrom('payments')
      .selectAll()
      .where('address', '=', address)
      .where(BOOKINGS[purpose].column, '=', id)
      .where('status', 'in', ['awaiting', 'sent', 'confirming'])
      .orderBy('created_at', 'desc'),
  );
