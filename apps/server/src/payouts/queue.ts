import type { Database, PayoutRow } from '../platform/database/index.ts';
import { HOUSE, PAYOUTS, playerAccount, postEntry } from '../ledger/index.ts';

/** A payout to be queued. */
export interface PayoutPlan {
  readonly id: string;
  readonly address: string;
  /** Amount that arrives, sun. */
  readonly amountSun: number;
  /** The network's fee that the player pays in addition, sun; 0 when the house pays it. The balance must cover both. */
  readonly feeSun?: number;
  /** The payout is not sent before this time; null for at once. */
  readonly notBefore?: number | null;
}

/**
 * Debits a player's balance and queues the payout to the player's wallet, in one transaction, which can be the caller's. Throws when the balance is
 * too low.
 */
export async function queuePayout(
  db: Database,
  { id, address, amountSun, feeSun = 0, notBefore = null }: PayoutPlan,
  nowMs: number,
): Promise<PayoutRow> {
  const row: PayoutRow = {
    id,
    address,
    amount_sun: amountSun,
    fee_sun: feeSun,
    status: 'queued',
    created_at: nowMs,
    confirmed_at: null,
    txid: null,
    block_number: null,
    trouble: '',
    check_at: nowMs,
    not_before: notBefore,
  };
  const postings = [
    { account: playerAccount(address), amountSun: -amountSun - feeSun },
    { account: PAYOUTS, amountSun },
    // The house pays the network when the payout is sent.
    ...(feeSun > 0 ? [{ account: HOUSE, amountSun: feeSun }] : []),
  ];
  await db.inTransaction(async () => {
    await db.insertInto('payouts').values(row).execute();
    const entered = await postEntry(
      db,
      { key: `withdrawal:${id}`, kind: 'withdrawal', reference: id, postings },
      nowMs,
    );
    if (entered !== 'posted') throw new Error(`payout ${id} cannot be entered: ${entered}`);
  });
  return row;
}
