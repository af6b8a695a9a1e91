import type { PaidLookup } from '../chain/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { PaymentRow } from '../platform/database/index.ts';
import { CHAIN_IN, playerAccount, postEntry } from '../ledger/index.ts';
import { move } from './payment.ts';
import { BOOKINGS, purposeOf } from './purpose.ts';

/** Whether a transfer matches a payment exactly: its player, its recipient and its amount. */
export const isExact = (row: PaymentRow, { transfer }: PaidLookup): boolean =>
  transfer.from === row.address && transfer.to === row.recipient && transfer.amount === row.amount_sun;

/**
 * Settles a final payment: gives what it is for, or adds the amount to the player's balance when that is impossible (`isTimely` is false, it is not
 * available any more, the amount differs from the price, or the player may not pay now). Everything is one transaction, which can be the caller's. Returns null, and changes
 * nothing, when the payment is settled already. The caller has checked sender and recipient.
 */
export async function credit(
  context: Context,
  row: PaymentRow,
  paid: PaidLookup,
  isTimely = true,
): Promise<PaymentRow | null> {
  const { db } = context;
  const { txid, amount } = paid.transfer;
  const nowMs = Math.floor(context.now());
  return db.inTransaction(async () => {
    const wanted = isTimely && isExact(row, paid) ? purposeOf(context, row) : null;
    const refusal =
      wanted &&
      ((await wanted.refuse(context, row.address, wanted.id)) ??
        // A signed payment that the server has sent passed the gate when it was submitted.
        (row.signed === null ? await BOOKINGS[wanted.purpose].admit(context, row.address, amount) : null));
    const purpose = refusal === null ? wanted : null;
    const settled = await move(db, row, purpose === null ? 'refunded' : 'applied', {
      txid,
      amount_sun: amount,
      block_number: paid.blockNumber,
      settled_at: nowMs,
      check_at: null,
    });
    if (settled === null) return null;
    const entered = await postEntry(
      db,
      {
        key: `payment:${txid}`,
        kind: purpose === null ? 'refund' : BOOKINGS[purpose.purpose].kind,
        reference: row.id,
        postings: [
          { account: CHAIN_IN, amountSun: -amount },
          {
            account: purpose === null ? playerAccount(row.address) : BOOKINGS[purpose.purpose].account(settled),
            amountSun: amount,
          },
        ],
      },
      nowMs,
    );
    if (entered !== 'posted') throw new Error(`payment ${row.id}: ${txid} is in the ledger already`);
    if (purpose !== null) {
      await purpose.fulfil(context, settled);
      if (BOOKINGS[purpose.purpose].isOnce) await closeSiblings(context, settled);
    }
    return settled;
  });
}

/** Cancels the player's other unsigned payments for what has just been paid. */
export async function closeSiblings(
  { db }: Context,
  { id, address, purpose, upgrade_id, skin_id, session_id }: PaymentRow,
): Promise<void> {
  const siblings = await db
    .selectFrom('payments')
    .selectAll()
    .where('address', '=', address)
    .where('purpose', '=', purpose)
    .where('upgrade_id', 'is not distinct from', upgrade_id)
    .where('skin_id', 'is not distinct from', skin_id)
    .where('session_id', 'is not distinct from', session_id)
    .where('status', '=', 'awaiting')
    .where('id', '!=', id)
    .execute();
  for (const sibling of siblings) await move(db, sibling, 'cancelled', {});
}
