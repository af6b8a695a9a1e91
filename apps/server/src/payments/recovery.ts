import { err, ok, type Result } from '@popfray/engine/result';
import { PAYMENT_MS, type FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type PaymentRow, sql } from '../platform/database/index.ts';
import type { PaidLookup } from '../chain/index.ts';
import { credit, isExact } from './credit.ts';
import { addPayment, createId, findByTxid, nextStamp } from './payment.ts';
import { columnsOf, purposeOf, BOOKINGS, type Aim } from './purpose.ts';
import { isMadeSince } from './settlement.ts';

/** How long after an intent has lapsed a payment still counts for it, ms: as long as TRON lets a transaction live. */
const LATE_MS = 24 * 60 * 60_000;

/** A payment, or why there is none. */
type Outcome = Result<PaymentRow, FailureCode>;

/**
 * Finds any final payment from the player's wallet to the house that nothing has come of: gives what it was for when it fits an
 * intent that was not paid (its exact amount, made after it), adds it to the balance otherwise.
 */
export async function recoverPayment(context: Context, address: string, text: string): Promise<Outcome> {
  const txid = parseTxid(text);
  if (txid === null) return err('ERR_TXID');
  const known = findByTxid(context.db, txid);
  if (known !== undefined && known.address !== address) return err('ERR_TX_SENDER');
  if (known !== undefined && known.settled_at !== null) return err('ERR_TX_USED');
  const found = await context.chain.findPayment(txid);
  if (!found.ok) return err('ERR_CHAIN');
  switch (found.value.state) {
    case 'absent':
      return err('ERR_TX_ABSENT');
    case 'pending':
      return err('ERR_TX_PENDING');
    case 'failed':
      return err('ERR_TX_FAILED');
    case 'foreign':
      return err('ERR_TX_FOREIGN');
    case 'paid': {
      const refusal = refuse(context, address, found.value, known?.recipient);
      return refusal === null ? settleFound(context, address, found.value) : err(refusal);
    }
  }
}

/** A transaction's id in the one spelling that counts; null for what is none. */
export const parseTxid = (text: string): string | null => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null);

/** Why a final payment is not the player's to the house; null when it is. */
export function refuse(
  context: Context,
  address: string,
  { transfer }: PaidLookup,
  recipient?: string,
): FailureCode | null {
  if (transfer.to !== (recipient ?? context.house.address)) return 'ERR_TX_RECIPIENT';
  return transfer.from === address ? null : 'ERR_TX_SENDER';
}

/**
 * Settles a final payment of the player to the house, by whichever payment it belongs to: the one that built or named it, the
 * intent it fits, or one of its own.
 */
export function settleFound(context: Context, address: string, paid: PaidLookup, aim: Aim | null = null): Outcome {
  const { db } = context;
  const { txid, amount } = paid.transfer;
  const settled = db.transaction((): Outcome => {
    const known = findByTxid(db, txid);
    if (known !== undefined && known.settled_at !== null) return err('ERR_TX_USED');
    if (known !== undefined && !isExact(known, paid)) return err('ERR_CHAIN');
    const carrier = known ?? findClaim(context, address, txid) ?? findFitting(context, address, paid, aim);
    const row = carrier ?? newPayment(context, address, aim, amount);
    if (carrier === undefined) addPayment(db, row);
    const credited = credit(context, row, paid);
    if (credited === null) return err('ERR_TX_USED');
    if (row.txid !== null && row.txid !== txid) keepWatching(context, row);
    return ok(credited);
  });
  if (!settled.ok) return settled;
  context.onStep(settled.value.status === 'applied' ? 'payment.applied' : 'payment.refunded');
  purposeOf(context, settled.value)?.notify(context, settled.value);
  return settled;
}

/** A player's open claim to a transaction. */
const findClaim = ({ db }: Context, address: string, txid: string): PaymentRow | undefined =>
  db.get<PaymentRow>(
    sql
      .selectFrom('payments')
      .selectAll()
      .where('address', '=', address)
      .where('claim', '=', txid)
      .where('status', 'in', ['sent', 'confirming']),
  );

/** The newest intent that a payment fits: of its exact amount, begun before it, not paid, and what it is for can still be had. */
function findFitting(context: Context, address: string, paid: PaidLookup, aim: Aim | null): PaymentRow | undefined {
  const query = sql
    .selectFrom('payments')
    .selectAll()
    .where('address', '=', address)
    .where('amount_sun', '=', paid.transfer.amount)
    .where('recipient', '=', paid.transfer.to)
    .where('status', 'in', ['awaiting', 'cancelled', 'expired'])
    .where('expires_at', '>=', paid.blockTimestampMs - LATE_MS)
    .orderBy('created_at', 'desc');
  return context.db
    .all<PaymentRow>(aim === null ? query : query.where(BOOKINGS[aim.purpose].column, '=', aim.id))
    .find((row) => {
      const purpose = purposeOf(context, row);
      return isMadeSince(paid, row.created_at) && purpose?.refuse(context, address, purpose.id) === null;
    });
}

/** An intent has been paid by another transaction than its own, and its own can still be paid: a payment of its own goes on watching. */
function keepWatching(context: Context, { txid, unsigned, ...row }: PaymentRow): void {
  if (row.check_at === null) return;
  const stamps = { created_at: nextStamp(context.db, row.address, context.now()), expires_at: row.expires_at };
  addPayment(context.db, { ...row, ...stamps, id: createId(context), status: 'cancelled', txid, unsigned });
}

/** A payment that no intent came before. */
export function newPayment(context: Context, address: string, aim: Aim | null, amountSun: number): PaymentRow {
  const createdAt = nextStamp(context.db, address, context.now());
  return {
    id: createId(context),
    address,
    source: 'wallet',
    ...columnsOf(aim),
    recipient: context.house.address,
    amount_sun: amountSun,
    status: 'confirming',
    created_at: createdAt,
    expires_at: createdAt + PAYMENT_MS,
    txid: null,
    claim: null,
    unsigned: null,
    signed: null,
    block_number: null,
    settled_at: null,
    check_at: null,
  };
}
