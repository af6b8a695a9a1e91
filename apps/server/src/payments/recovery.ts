import { err, ok, type Result } from '@popfray/engine/result';
import { PAYMENT_MS, type FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { PaymentRow } from '../platform/database/index.ts';
import type { PaidLookup } from '../chain/index.ts';
import { credit, isExact } from './credit.ts';
import { addPayment, createId, findByTxid, nextStamp } from './payment.ts';
import { columnsOf, isFor, purposeOf, type Aim } from './purpose.ts';
import { isMadeSince } from './settlement.ts';

/** How long after the expiry of an intent a payment still counts for it, ms: the longest lifetime of a transaction on TRON. */
const LATE_MS = 24 * 60 * 60_000;

/** A payment, or the code of a failure. */
type Outcome = Result<PaymentRow, FailureCode>;

/**
 * Settles a final payment from the player's wallet to the house that was not settled yet. If it matches an unpaid intent (the exact amount, made after
 * it), the player gets what the intent was for; otherwise the amount is added to the balance.
 */
export async function recoverPayment(context: Context, address: string, text: string): Promise<Outcome> {
  const txid = parseTxid(text);
  if (txid === null) return err('ERR_TXID');
  const known = await findByTxid(context.db, txid);
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

/** Normalizes a transaction's id; null for other text. */
export const parseTxid = (text: string): string | null => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null);

/** Why a final payment is not one from the player to the house; null when it is. */
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
 * Settles a final transfer from the player to the house with the payment it belongs to: the one that built or named the transaction, the intent that
 * it matches, or a new one.
 */
export async function settleFound(
  context: Context,
  address: string,
  paid: PaidLookup,
  aim: Aim | null = null,
): Promise<Outcome> {
  const { db } = context;
  const { txid, amount } = paid.transfer;
  const settled = await db.inTransaction(async (): Promise<Outcome> => {
    const known = await findByTxid(db, txid);
    if (known !== undefined && known.settled_at !== null) return err('ERR_TX_USED');
    if (known !== undefined && !isExact(known, paid)) return err('ERR_CHAIN');
    const carrier =
      known ?? (await findClaim(context, address, txid)) ?? (await findFitting(context, address, paid, aim));
    const row = carrier ?? (await newPayment(context, address, aim, amount));
    if (carrier === undefined) await addPayment(db, row);
    const credited = await credit(context, row, paid);
    if (credited === null) return err('ERR_TX_USED');
    if (row.txid !== null && row.txid !== txid) await keepWatching(context, row);
    return ok(credited);
  });
  if (!settled.ok) return settled;
  context.onStep(settled.value.status === 'applied' ? 'payment.applied' : 'payment.refunded');
  await purposeOf(context, settled.value)?.notify(context, settled.value);
  return settled;
}

/** A player's open claim to a transaction. */
const findClaim = async ({ db }: Context, address: string, txid: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('address', '=', address)
    .where('claim', '=', txid)
    .where('status', 'in', ['sent', 'confirming'])
    .executeTakeFirst();

/** The newest intent that a transfer matches: of the exact amount, begun before it, unpaid, and for something that is still available. */
async function findFitting(
  context: Context,
  address: string,
  paid: PaidLookup,
  aim: Aim | null,
): Promise<PaymentRow | undefined> {
  const query = context.db
    .selectFrom('payments')
    .selectAll()
    .where('address', '=', address)
    .where('amount_sun', '=', paid.transfer.amount)
    .where('recipient', '=', paid.transfer.to)
    .where('status', 'in', ['awaiting', 'cancelled', 'expired'])
    .where('expires_at', '>=', paid.blockTimestampMs - LATE_MS)
    .orderBy('created_at', 'desc');
  const intents = (await query.execute()).filter((row) => aim === null || isFor(row, aim));
  for (const row of intents.filter(({ created_at: createdAt }) => isMadeSince(paid, createdAt))) {
    const purpose = purposeOf(context, row);
    if (purpose !== null && (await purpose.refuse(context, address, purpose.id)) === null) return row;
  }
  return undefined;
}

/** When an intent was paid by another transaction, its own can still arrive: stores a cancelled payment that watches it. */
async function keepWatching(context: Context, { txid, unsigned, ...row }: PaymentRow): Promise<void> {
  if (row.check_at === null) return;
  const stamps = { created_at: await nextStamp(context.db, row.address, context.now()), expires_at: row.expires_at };
  await addPayment(context.db, { ...row, ...stamps, id: createId(context), status: 'cancelled', txid, unsigned });
}

/** Makes a payment that had no intent. */
export async function newPayment(
  context: Context,
  address: string,
  aim: Aim | null,
  amountSun: number,
): Promise<PaymentRow> {
  const createdAt = await nextStamp(context.db, address, context.now());
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
