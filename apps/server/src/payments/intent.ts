import { err, ok, type Result } from '@popfray/chain';
import { PAYMENT_MS, type FailureCode } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { sql, type Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema.ts';
import { findOffer } from '../upgrades/catalogue.ts';
import { isActive } from '../upgrades/purchase.ts';
import { addPayment, createId, findByTxid, findOwn, findPayment, move, nextStamp } from './payment.ts';
import { send } from './settlement.ts';

/** What a person needs to find the wallet's window and to sign, ms: an intent with less time left is made anew. */
const SIGNING_MS = 3 * 60_000;

/** A payment, or why there is none. */
type Outcome = Result<PaymentRow, FailureCode>;

/**
 * Begins the purchase of an upgrade: builds the transaction, so that its id is known before anybody has signed it. One that is
 * open for the same upgrade is given again. A person's clock and the server's do not matter: the transaction ends by the chain's.
 */
export async function createPayment(context: Context, address: string, upgradeId: string): Promise<Outcome> {
  const { db, chain, house } = context;
  const offer = findOffer(upgradeId);
  if (offer === undefined) return err('ERR_UPGRADE_UNKNOWN');
  if (address === house.address) return err('ERR_HOUSE');
  const open = findOpen(context, address, upgradeId);
  if (open !== undefined) return open;

  const balance = await chain.balance(address);
  if (!balance.ok) return err('ERR_CHAIN');
  if (balance.value < offer.priceSun) return err('ERR_BALANCE');
  const createdAt = nextStamp(db, address, context.now());
  const expiresAt = createdAt + PAYMENT_MS;
  const plan = { from: address, to: house.address, amount: offer.priceSun, expiresAtMs: expiresAt };
  const built = await chain.buildPayment({ ...plan, timestampMs: createdAt });
  if (!built.ok) return err('ERR_CHAIN');

  // Another request may have been quicker while the node was asked.
  const created = db.transaction((): Outcome => {
    const meanwhile = findOpen(context, address, upgradeId);
    if (meanwhile !== undefined) return meanwhile;
    // It built the same transaction in the same millisecond, and that has been given up since.
    if (findByTxid(db, built.value.txid) !== undefined) return err('ERR_CHAIN');
    const row: PaymentRow = {
      id: createId(context),
      address,
      purpose: 'upgrade',
      upgrade_id: upgradeId,
      session_id: null,
      recipient: house.address,
      amount_sun: offer.priceSun,
      status: 'awaiting',
      created_at: nextStamp(db, address, createdAt),
      expires_at: built.value.expiresAtMs,
      txid: built.value.txid,
      claim: null,
      unsigned: built.value.unsigned,
      signed: null,
      block_number: null,
      settled_at: null,
      check_at: built.value.expiresAtMs,
    };
    closeStale(db, row);
    addPayment(db, row);
    return ok(row);
  });
  context.onStep('payment.created');
  return created;
}

/** Hands in the signed transaction of an intent. It is on the disk before the chain sees it. The same again changes nothing. */
export async function submitPayment(context: Context, address: string, id: string, signed: string): Promise<Outcome> {
  const { db, chain } = context;
  const row = findOwn(db, address, id);
  if (row === undefined) return err('ERR_PAYMENT_UNKNOWN');
  const isOver = row.status === 'cancelled' || row.status === 'expired' || row.status === 'failed';
  if (isOver || row.unsigned === null) return err('ERR_PAYMENT_STATE');
  if (!chain.checkSigned(row.unsigned, signed).ok) return err('ERR_PAYMENT_SIGNED');
  if (row.status !== 'awaiting') return ok(row);
  if (row.expires_at <= context.now()) return err('ERR_PAYMENT_STATE');
  if (row.upgrade_id !== null && isActive(db, address, row.upgrade_id, context.now())) return err('ERR_UPGRADE_ACTIVE');

  const sent = move(db, row, 'sent', { signed, check_at: Math.floor(context.now()) });
  if (sent === null) return err('ERR_PAYMENT_STATE');
  context.onStep('payment.persisted');
  await send(context, sent);
  return ok(findPayment(db, id) ?? sent);
}

/** Gives up an intent that no wallet has signed. Were it paid all the same, it would count. */
export function cancelPayment(context: Context, address: string, id: string): Outcome {
  const row = findOwn(context.db, address, id);
  if (row === undefined) return err('ERR_PAYMENT_UNKNOWN');
  if (row.status === 'cancelled') return ok(row);
  const cancelled = row.status === 'awaiting' ? move(context.db, row, 'cancelled', {}) : null;
  if (cancelled === null) return err('ERR_PAYMENT_STATE');
  context.onStep('payment.cancelled');
  return ok(cancelled);
}

/** What stands in the way of a new intent: the upgrade is in force, or a payment for it is open. */
function findOpen({ db, now }: Context, address: string, upgradeId: string): Outcome | undefined {
  const nowMs = now();
  if (isActive(db, address, upgradeId, nowMs)) return err('ERR_UPGRADE_ACTIVE');
  const open = openPayments(db, address, upgradeId).find(({ status, txid, expires_at }) => {
    if (status === 'awaiting') return expires_at - nowMs > SIGNING_MS;
    // What a player only named and nobody has seen does not keep them from buying.
    return txid !== null || status === 'confirming';
  });
  return open && ok(open);
}

/** An intent that has no time left for a person makes room for its successor. Its transaction is watched on. */
function closeStale(db: Database, { address, upgrade_id }: PaymentRow): void {
  const stale = openPayments(db, address, upgrade_id ?? '').find(({ status }) => status === 'awaiting');
  if (stale !== undefined) move(db, stale, 'expired', {});
}

const openPayments = (db: Database, address: string, upgradeId: string): PaymentRow[] =>
  db.all<PaymentRow>(
    sql
      .selectFrom('payments')
      .selectAll()
      .where('address', '=', address)
      .where('upgrade_id', '=', upgradeId)
      .where('status', 'in', ['awaiting', 'sent', 'confirming'])
      .orderBy('created_at', 'desc'),
  );
