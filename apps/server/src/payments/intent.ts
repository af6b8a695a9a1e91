import type { UnsignedPayment } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { PAYMENT_MS, type FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, PaymentRow } from '../platform/database/index.ts';
import { isPaused } from '../ledger/index.ts';
import { refusePaidAction } from '../protection/index.ts';
import { addPayment, createId, findByTxid, findOwn, findPayment, move, nextStamp } from './payment.ts';
import { columnsOf, isFor, purposeOf, BOOKINGS, type Aim } from './purpose.ts';
import { send } from './settlement.ts';

/** Time that a player needs to sign in the wallet, ms. An intent with less time left is replaced. */
const SIGNING_MS = 3 * 60_000;

/** Whether the player has enough time left to sign an intent. */
export const hasTimeToSign = ({ expires_at }: Pick<PaymentRow, 'expires_at'>, nowMs: number): boolean =>
  expires_at - nowMs > SIGNING_MS;

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
  const createdAt = await nextStamp(db, address, context.now());
  const plan = { from: address, to: house.address, amount: amountSun, expiresAtMs: createdAt + PAYMENT_MS };
  const built = await chain.buildPayment({ ...plan, timestampMs: createdAt });
  return built.ok ? ok({ transaction: built.value, amountSun, createdAt }) : err('ERR_CHAIN');
}

/** Begins the purchase of an upgrade. Returns the open intent for it, if there is one. */
export async function createPayment(context: Context, address: string, upgradeId: string): Promise<Outcome> {
  const { db } = context;
  const aim: Aim = { purpose: 'upgrade', id: upgradeId };
  const { price, refuse } = context.paymentPurposes.upgrade;
  if (address === context.house.address) return err('ERR_HOUSE');
  const open = async (): Promise<Outcome | undefined> => {
    const refusal =
      (await refuse(context, address, upgradeId)) ??
      ((await isPaused(db)) ? 'ERR_PAUSED' : null) ??
      (await refusePaidAction(context, address, (await price(db, upgradeId)) ?? 0));
    if (refusal !== null) return err(refusal);
    const known = await findOpen(context, address, aim);
    return known && ok(known);
  };
  return beginPayment(context, address, aim, (await price(db, upgradeId)) ?? 0, open);
}

/**
 * Begins a payment: builds its transaction and stores an intent. `open` returns the intent that is open already, or why there can be none; undefined
 * when a new one is to be stored. It runs before the node is asked, and again in the transaction that stores the intent.
 */
export async function beginPayment(
  context: Context,
  address: string,
  aim: Aim,
  amountSun: number,
  open: () => Promise<Outcome | undefined>,
): Promise<Outcome> {
  const { db } = context;
  const before = await open();
  if (before !== undefined) return before;
  const plan = await planPayment(context, address, amountSun);
  if (!plan.ok) return plan;
  // Another request may have created the intent while the node was asked.
  const created = await db.inTransaction(
    async (): Promise<Outcome> =>
      (await open()) ??
      ((await isUsed(db, plan.value)) ? err('ERR_CHAIN') : ok(await addIntent(context, address, aim, plan.value))),
  );
  context.onStep('payment.created');
  return created;
}

/** Whether another request built the same transaction, in the same millisecond. */
export const isUsed = async (db: Database, { transaction }: PlannedPayment): Promise<boolean> =>
  (await findByTxid(db, transaction.txid)) !== undefined;

/**
 * Stores an intent, in the caller's transaction, which has checked that its plan is not used. It replaces an intent with too little time left to
 * sign, and a deposit of another amount.
 */
export async function addIntent(
  context: Context,
  address: string,
  aim: Aim,
  plan: PlannedPayment,
): Promise<PaymentRow> {
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
    created_at: await nextStamp(db, address, plan.createdAt),
    expires_at: expiresAtMs,
    txid,
    claim: null,
    unsigned,
    signed: null,
    block_number: null,
    settled_at: null,
    check_at: expiresAtMs,
  };
  const stale = (await openPayments(db, address, aim)).find(({ status }) => status === 'awaiting');
  // Its transaction is still watched.
  if (stale !== undefined) await move(db, stale, hasTimeToSign(stale, context.now()) ? 'cancelled' : 'expired', {});
  await addPayment(db, row);
  return row;
}

/** A payment after a call, and whether the call has changed it. */
interface Changed {
  readonly row: PaymentRow;
  readonly isChanged: boolean;
}

/** Submits the signed transaction of an intent. It is stored before it is sent to the chain. A second call changes nothing. */
export async function submitPayment(context: Context, address: string, id: string, signed: string): Promise<Outcome> {
  const { db } = context;
  const submitted = await db.inTransaction(async () => submit(context, address, id, signed));
  if (!submitted.ok) return submitted;
  const { row, isChanged } = submitted.value;
  if (!isChanged) return ok(row);
  context.onStep('payment.persisted');
  await purposeOf(context, row)?.notify(context, row);
  await send(context, row);
  return ok((await findPayment(db, id)) ?? row);
}

/** Stores the signed transaction of an intent, and reserves what it pays for, in the caller's transaction. */
async function submit(
  context: Context,
  address: string,
  id: string,
  signed: string,
): Promise<Result<Changed, FailureCode>> {
  const { db, chain } = context;
  const row = await findOwn(db, address, id);
  if (row === undefined) return err('ERR_PAYMENT_UNKNOWN');
  const isOver = row.status === 'cancelled' || row.status === 'expired' || row.status === 'failed';
  if (isOver || row.unsigned === null) return err('ERR_PAYMENT_STATE');
  if (!chain.checkSigned(row.unsigned, signed).ok) return err('ERR_PAYMENT_SIGNED');
  if (row.status !== 'awaiting') return ok({ row, isChanged: false });
  if (row.expires_at <= context.now()) return err('ERR_PAYMENT_STATE');
  const purpose = purposeOf(context, row);
  if (purpose === null) throw new Error(`payment ${id} awaits its signature for nothing`);
  const refusal =
    (await BOOKINGS[purpose.purpose].admit(context, address, row.amount_sun)) ?? (await purpose.reserve(context, row));
  if (refusal !== null) return err(refusal);
  const moved = await move(db, row, 'sent', { signed, check_at: Math.floor(context.now()) });
  if (moved === null) throw new Error(`payment ${id} is not awaiting its signature any more`);
  return ok({ row: moved, isChanged: true });
}

/** Cancels an intent that was not signed. If it is paid later, the payment still counts. A second call changes nothing. */
export async function cancelPayment(context: Context, address: string, id: string): Promise<Outcome> {
  const cancelled = await context.db.inTransaction(async () => cancel(context, address, id));
  if (!cancelled.ok) return cancelled;
  const { row, isChanged } = cancelled.value;
  if (!isChanged) return ok(row);
  context.onStep('payment.cancelled');
  await purposeOf(context, row)?.notify(context, row);
  return ok(row);
}

/** Cancels an intent, and releases what was reserved for it, in the caller's transaction. */
async function cancel(context: Context, address: string, id: string): Promise<Result<Changed, FailureCode>> {
  const { db } = context;
  const row = await findOwn(db, address, id);
  if (row === undefined) return err('ERR_PAYMENT_UNKNOWN');
  if (row.status === 'cancelled') return ok({ row, isChanged: false });
  const moved = row.status === 'awaiting' ? await move(db, row, 'cancelled', {}) : null;
  if (moved === null) return err('ERR_PAYMENT_STATE');
  await purposeOf(context, moved)?.release(context, moved);
  return ok({ row: moved, isChanged: true });
}

/** A player's payment for the same purpose that can still be signed or is on its way. */
export async function findOpen({ db, now }: Context, address: string, aim: Aim): Promise<PaymentRow | undefined> {
  const nowMs = now();
  return (await openPayments(db, address, aim)).find(({ status, txid, expires_at }) => {
    if (status === 'awaiting') return hasTimeToSign({ expires_at }, nowMs);
    // A transaction that the player only named, and that no node has seen, does not block a purchase.
    return txid !== null || status === 'confirming';
  });
}

/** A player's open payments for the same purpose, the newest first. */
export const openPayments = async (db: Database, address: string, aim: Aim): Promise<PaymentRow[]> =>
  (
    await db
      .selectFrom('payments')
      .selectAll()
      .where('address', '=', address)
      .where('status', 'in', ['awaiting', 'sent', 'confirming'])
      .orderBy('created_at', 'desc')
      .execute()
  ).filter((row) => isFor(row, aim));
