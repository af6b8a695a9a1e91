import type { PaidLookup } from '../chain/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type PaymentRow, sql } from '../platform/database/index.ts';
import { CHAIN_IN, playerAccount, postEntry } from '../ledger/index.ts';
import { move } from './payment.ts';
import { BOOKINGS, purposeOf } from './purpose.ts';

/** Whether what was paid is exactly what a payment asks for: from its player, to its recipient, to the sun. */
export const isExact = (row: PaymentRow, { transfer }: PaidLookup): boolean =>
  transfer.from === row.address && transfer.to === row.recipient && transfer.amount === row.amount_sun;

/**
 * Gives what a final payment was for; where that cannot be (`isTimely` is false, it is not to be had any more, the amount is not its
 * price), adds the amount to the player's balance. The payment, what it was for and the ledger entry are one transaction, which can
 * be the caller's. Null, and nothing is changed, when the payment was settled before. The caller has checked who paid whom.
 */
export function credit(context: Context, row: PaymentRow, paid: PaidLookup, isTimely = true): PaymentRow | null {
  const { db } = context;
  const { txid, amount } = paid.transfer;
  const nowMs = Math.floor(context.now());
  return db.transaction(() => {
    const wanted = isTimely && isExact(row, paid) ? purposeOf(context, row) : null;
    const purpose = wanted?.refuse(context, row.address, wanted.id) === null ? wanted : null;
    const settled = move(db, row, purpose === null ? 'refunded' : 'applied', {
      txid,
      amount_sun: amount,
      block_number: paid.blockNumber,
      settled_at: nowMs,
      check_at: null,
    });
    if (settled === null) return null;
    const entered = postEntry(
      db,
      {
        key: `payment:${txid}`,
        kind: purpose === null ? 'refund' : BOOKINGS[purpose.purpose].kind,
        reference: row.id,
        postings: [
          { account: CHAIN_IN, amountSun: -amount },
          {
            account: purpose === null ? playerAccount(row.address) : BOOKINGS[purpose.purpose].account(purpose.id),
            amountSun: amount,
          },
        ],
      },
      nowMs,
    );
    if (entered !== 'posted') throw new Error(`payment ${row.id}: ${txid} is in the ledger already`);
    if (purpose !== null) {
      purpose.fulfil(context, settled);
      closeSiblings(context, settled);
    }
    return settled;
  });
}

/** Gives up what still awaits the wallet for something that has just been paid otherwise. */
export function closeSiblings({ db }: Context, { id, address, upgrade_id, session_id }: PaymentRow): void {
  const query = sql
    .selectFrom('payments')
    .selectAll()
    .where('address', '=', address)
    .where('upgrade_id', 'is', upgrade_id)
    .where('session_id', 'is', session_id)
    .where('status', '=', 'awaiting')
    .where('id', '!=', id);
  for (const sibling of db.all<PaymentRow>(query)) move(db, sibling, 'cancelled', {});
}
