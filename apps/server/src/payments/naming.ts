import { err, ok, type Result } from '@popfray/engine/result';
import { PAYMENT_MS, type FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { PaymentRow } from '../platform/database/index.ts';
import { refusePaidAction } from '../protection/index.ts';
import { openPayments } from './intent.ts';
import { addPayment, findByTxid, findPayment, move } from './payment.ts';
import { type Aim, isFor } from './purpose.ts';
import { newPayment, parseTxid, refuse, settleFound } from './recovery.ts';
import { follow, isMadeSince } from './settlement.ts';

/** Most transactions that a player can have named and that no node has seen. */
const MAX_CLAIMS = 3;

/** A payment, or the code of a failure. */
type Outcome = Result<PaymentRow, FailureCode>;

/**
 * Pays with a transaction that the wallet has built and sent. A final transaction counts at once. Any other is watched and reserves nothing until it
 * is final, so that a player cannot claim another player's transaction by naming it first. It must be no older than the player's intent, or
 * without one than `PAYMENT_MS`.
 */
export async function nameTransaction(context: Context, address: string, aim: Aim, text: string): Promise<Outcome> {
  const { db, now } = context;
  const priceSun = await context.paymentPurposes[aim.purpose].price(db, aim.id);
  if (priceSun === null) return err(aim.purpose === 'upgrade' ? 'ERR_UPGRADE_UNKNOWN' : 'ERR_SESSION_UNKNOWN');
  const txid = parseTxid(text);
  if (txid === null) return err('ERR_TXID');
  // What the transaction has paid can be added to the balance by a recovery.
  const barred = await refusePaidAction(context, address, priceSun);
  if (barred !== null) return err(barred);
  const known = await findByTxid(db, txid);
  if (known !== undefined) return nameKnown(context, address, aim, known);

  const sinceMs = (await findIntent(context, address, aim))?.created_at ?? now() - PAYMENT_MS;
  const found = await context.chain.findPayment(txid);
  if (!found.ok) return err('ERR_CHAIN');
  switch (found.value.state) {
    case 'absent':
    case 'pending':
      return claim(context, address, aim, { txid, amountSun: priceSun, state: found.value.state });
    case 'failed':
      return err('ERR_TX_FAILED');
    case 'foreign':
      return err('ERR_TX_FOREIGN');
    case 'paid': {
      const refusal = refuse(context, address, found.value);
      if (refusal !== null) return err(refusal);
      if (found.value.transfer.amount !== priceSun) return err('ERR_TX_AMOUNT');
      if (!isMadeSince(found.value, sinceMs)) return err('ERR_TX_OLD');
      return settleFound(context, address, found.value, aim);
    }
  }
}

/** Handles a transaction that belongs to an intent: the intent is updated from the chain. */
async function nameKnown(context: Context, address: string, aim: Aim, known: PaymentRow): Promise<Outcome> {
  if (known.address !== address) return err('ERR_TX_SENDER');
  if (known.settled_at !== null) return err('ERR_TX_USED');
  if (!isFor(known, aim)) return err('ERR_TX_AMOUNT');
  const change = { check_at: Math.floor(context.now()) };
  const watched = (known.status === 'awaiting' ? await move(context.db, known, 'sent', change) : null) ?? known;
  const trouble = await follow(context, watched);
  if (trouble !== null) return err('ERR_CHAIN');
  const row = (await findPayment(context.db, known.id)) ?? known;
  return row.status === 'failed' ? err('ERR_TX_FAILED') : ok(row);
}

/** A named transaction that is not final. */
interface Named {
  readonly txid: string;
  readonly amountSun: number;
  readonly state: 'absent' | 'pending';
}

/** Stores a claim to a transaction that is not final. The same claim again changes nothing. */
async function claim(context: Context, address: string, aim: Aim, { txid, amountSun, state }: Named): Promise<Outcome> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const claimed = await db.inTransaction(async (): Promise<Outcome> => {
    const open = await db
      .selectFrom('payments')
      .selectAll()
      .where('address', '=', address)
      .where('claim', 'is not', null)
      .where('status', 'in', ['sent', 'confirming'])
      .execute();
    const same = open.find((row) => row.claim === txid);
    if (same !== undefined) return ok(same);
    if (open.length >= MAX_CLAIMS) return err('ERR_RATE');
    const row = await newPayment(context, address, aim, amountSun);
    const claimedRow: PaymentRow = {
      ...row,
      status: state === 'pending' ? 'confirming' : 'sent',
      claim: txid,
      check_at: nowMs,
    };
    await addPayment(db, claimedRow);
    return ok(claimedRow);
  });
  context.onStep('payment.claimed');
  return claimed;
}

/** The player's unsigned intent for a purpose. */
const findIntent = async ({ db }: Context, address: string, aim: Aim): Promise<PaymentRow | undefined> =>
  (await openPayments(db, address, aim)).find(({ status }) => status === 'awaiting');
