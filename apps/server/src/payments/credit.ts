import type { PaymentLookup } from '@popfray/chain';
import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import type { PaymentRow } from '../database/schema.ts';
import { CHAIN_IN, enter, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { findOffer } from '../upgrades/catalogue.ts';
import { addPurchase, isActive } from '../upgrades/purchase.ts';
import { move } from './payment.ts';

/** A final payment, as a node found it. The only state that money may follow from. */
export type PaidLookup = Extract<PaymentLookup, { state: 'paid' }>;

/** Whether what was paid is exactly what a payment asks for: from its player, to its recipient, to the sun. */
export const isExact = (row: PaymentRow, { transfer }: PaidLookup): boolean =>
  transfer.from === row.address && transfer.to === row.recipient && transfer.amount === row.amount_sun;

/**
 * Gives what a final payment was for; where that cannot be (`isTimely` is false, the upgrade is in force already, the amount is
 * not its price), adds the amount to the player's balance. Payment, purchase and ledger entry are one transaction, which can be
 * the caller's. Null, and nothing is changed, when the payment was settled before. The caller has checked who paid whom.
 */
export function credit(context: Context, row: PaymentRow, paid: PaidLookup, isTimely = true): PaymentRow | null {
  const { db } = context;
  const { txid, amount } = paid.transfer;
  const nowMs = Math.floor(context.now());
  return db.transaction(() => {
    const offer = isTimely && isExact(row, paid) ? findOffer(row.upgrade_id ?? '') : undefined;
    const isApplied = offer !== undefined && !isActive(db, row.address, offer.id, nowMs);
    const settled = move(db, row, isApplied ? 'applied' : 'refunded', {
      txid,
      amount_sun: amount,
      block_number: paid.blockNumber,
      settled_at: nowMs,
      check_at: null,
    });
    if (settled === null) return null;
    const entered = enter(
      db,
      {
        key: `payment:${txid}`,
        kind: isApplied ? 'purchase' : 'refund',
        reference: row.id,
        postings: [
          { account: CHAIN_IN, amountSun: -amount },
          { account: isApplied ? HOUSE : playerAccount(row.address), amountSun: amount },
        ],
      },
      nowMs,
    );
    if (entered !== 'entered') throw new Error(`payment ${row.id}: ${txid} is in the ledger already`);
    if (offer !== undefined && isApplied) {
      addPurchase(db, { id: row.id, address: row.address, offer, paidSun: amount, txid }, nowMs);
      closeSiblings(context, settled);
    }
    return settled;
  });
}

/** Gives up what still awaits the wallet for an upgrade that has just been paid otherwise. */
function closeSiblings({ db }: Context, { id, address, upgrade_id }: PaymentRow): void {
  const query = sql
    .selectFrom('payments')
    .selectAll()
    .where('address', '=', address)
    .where('upgrade_id', '=', upgrade_id)
    .where('status', '=', 'awaiting')
    .where('id', '!=', id);
  for (const sibling of db.all<PaymentRow>(query)) move(db, sibling, 'cancelled', {});
}
