import type { Database } from '../database/database.ts';
import { sql } from '../database/database.ts';
import type { PayoutRow } from '../database/schema.ts';
import { enter, PAYOUTS, playerAccount } from '../ledger/ledger.ts';

/** A payout to be made. */
export interface PayoutPlan {
  readonly id: string;
  readonly address: string;
  /** sun that the player's balance holds. */
  readonly amountSun: number;
}

/**
 * Takes an amount from a player's balance and queues its payout to the player's wallet, in one transaction, which can be the
 * caller's. Throws when the balance does not hold it.
 */
export function queuePayout(db: Database, { id, address, amountSun }: PayoutPlan, nowMs: number): PayoutRow {
  const row: PayoutRow = {
    id,
    address,
    amount_sun: amountSun,
    status: 'queued',
    created_at: nowMs,
    confirmed_at: null,
    txid: null,
    block_number: null,
    trouble: '',
    check_at: nowMs,
  };
  const postings = [
    { account: playerAccount(address), amountSun: -amountSun },
    { account: PAYOUTS, amountSun },
  ];
  db.transaction(() => {
    db.run(sql.insertInto('payouts').values(row));
    const entered = enter(db, { key: `withdrawal:${id}`, kind: 'withdrawal', reference: id, postings }, nowMs);
    if (entered !== 'entered') throw new Error(`payout ${id} cannot be entered: ${entered}`);
  });
  return row;
}
