import type { Withdrawal } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, PayoutAttemptRow, PayoutRow } from '../platform/database/index.ts';

/** Status of a payout. */
type PayoutStatus = Withdrawal['status'];

/**
 * The allowed transitions of a payout's status. `sent` returns to `queued` only when its transaction is dead. A `stuck` payout waits for the operator,
 * and is still watched while a signed transaction may be included. After a restore the chain may show that a `queued` payout was paid, or that
 * its money left in another payout: restore/outgoing.ts.
 */
const TRANSITIONS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  queued: ['sent', 'stuck', 'confirmed', 'returned'],
  sent: ['confirmed', 'queued', 'stuck'],
  stuck: ['confirmed', 'queued', 'returned'],
  confirmed: [],
  returned: [],
};

/** Prefix of the ids of payouts that represent transfers found after a restore. Players cannot choose such an id. */
export const RESTORED_ID = 'restored-';

/** Most withdrawals that a player's list shows. */
const LISTED = 50;

/** Columns that may change together with a payout's status. */
export type PayoutChange = Partial<Pick<PayoutRow, 'txid' | 'block_number' | 'confirmed_at' | 'trouble' | 'check_at'>>;

/** Changes a payout's status. Returns null, and changes nothing, when the status is not that of `row` any more, or when the transition is not allowed. */
export async function movePayout(
  db: Database,
  row: PayoutRow,
  status: PayoutStatus,
  change: PayoutChange,
): Promise<PayoutRow | null> {
  if (!TRANSITIONS[row.status].includes(status)) return null;
  const changed = await db.countChanges(
    db
      .updateTable('payouts')
      .set({ ...change, status })
      .where('id', '=', row.id)
      .where('status', '=', row.status),
  );
  return changed === 1 ? { ...row, ...change, status } : null;
}

/** Changes a payout without changing its status. */
export async function changePayout(db: Database, row: PayoutRow, change: PayoutChange): Promise<void> {
  await db.updateTable('payouts').set(change).where('id', '=', row.id).where('status', '=', row.status).execute();
}

/** A payout by its id. */
export const findPayout = async (db: Database, id: string): Promise<PayoutRow | undefined> =>
  db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();

/** A player's newest payouts, the newest first; of those that began before a time, epoch ms, if one is given. */
export async function payoutsOf(db: Database, address: string, before?: number): Promise<PayoutRow[]> {
  let query = db
    .selectFrom('payouts')
    .selectAll()
    .where('address', '=', address)
    .orderBy('created_at', 'desc')
    .limit(LISTED);
  if (before !== undefined) query = query.where('created_at', '<', before);
  return query.execute();
}

/** A payout's signed transaction that may still be included; undefined without one. A payout never has two. */
export const findLiving = async (db: Database, payoutId: string): Promise<PayoutAttemptRow | undefined> =>
  db
    .selectFrom('payout_attempts')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .where('state', '=', 'live')
    // Selects the partial index; without it SQLite reads all attempts.
    .where('state', '!=', 'dead')
    .executeTakeFirst();

/** Serializes a payout for its player. */
export const showWithdrawal = ({ chain }: Context, row: PayoutRow): Withdrawal => ({
  id: row.id,
  amountSun: row.amount_sun,
  feeSun: row.fee_sun,
  status: row.status,
  txid: row.txid,
  blockNumber: row.block_number,
  explorerUrl: row.txid === null ? null : chain.explorerUrl(row.txid),
  createdAt: row.created_at,
  notBefore: row.not_before,
  confirmedAt: row.confirmed_at,
});
