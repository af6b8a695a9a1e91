import { err, ok, type Result } from '@popfray/engine/result';
import { recordAuditEvent } from '../platform/audit/index.ts';
import type { Database, PayoutRow } from '../platform/database/index.ts';
import { HOUSE, PAYOUTS, playerAccount, postEntry } from '../ledger/index.ts';
import { arePayoutsFrozen } from './freeze.ts';
import { findLiving, findPayout, movePayout } from './payout.ts';

/** Why an operator's request cannot be executed. */
export type WishError =
  | 'ERR_PAYOUT_UNKNOWN'
  /** The payout is not stuck: the server is processing it, or it has ended. */
  | 'ERR_PAYOUT_STATE'
  /** Payouts are frozen after a restore. This one may have been paid since the backup, so its money cannot be returned yet. */
  | 'ERR_PAYOUTS_FROZEN'
  /** A signed transaction of it may still be included. The server notices when it cannot any more. */
  | 'ERR_PAYOUT_LIVING';

/** All open payouts, the oldest first. */
export const unfinishedPayouts = async (db: Database): Promise<PayoutRow[]> =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('status', 'in', ['queued', 'sent', 'stuck'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** An operator's request for a stuck payout: to queue it again, or to return it to its player's balance. */
export interface PayoutWish {
  readonly id: string;
  readonly act: 'retry' | 'return';
  readonly reason: string;
  readonly by: string;
}

/** Executes an operator's request for a stuck payout without a live transaction, with the audit event in the same database transaction. */
export async function rescuePayout(
  db: Database,
  { id, act, reason, by }: PayoutWish,
  nowMs: number,
): Promise<Result<PayoutRow, WishError>> {
  return db.inTransaction(async (): Promise<Result<PayoutRow, WishError>> => {
    const row = await findPayout(db, id);
    if (row === undefined) return err('ERR_PAYOUT_UNKNOWN');
    if (row.status !== 'stuck') return err('ERR_PAYOUT_STATE');
    if ((await findLiving(db, id)) !== undefined) return err('ERR_PAYOUT_LIVING');
    if (act === 'return' && (await arePayoutsFrozen(db))) return err('ERR_PAYOUTS_FROZEN');
    const changed = act === 'retry' ? await queueAgain(db, row, nowMs) : await giveBack(db, row, nowMs);
    if (changed === null) throw new Error(`payout ${id} is not where it was`);
    await recordAuditEvent(
      db,
      { by, act: act === 'retry' ? 'payout-retried' : 'payout-returned', subject: id, reason },
      nowMs,
    );
    return ok(changed);
  });
}

const queueAgain = async (db: Database, row: PayoutRow, nowMs: number): Promise<PayoutRow | null> =>
  movePayout(db, row, 'queued', { trouble: '', check_at: Math.floor(nowMs) });

/** Returns a payout's money to its player's balance. Returns null when the status is not that of `row` any more. */
export async function giveBack(db: Database, row: PayoutRow, nowMs: number): Promise<PayoutRow | null> {
  const { id, address, amount_sun: amountSun, fee_sun: feeSun } = row;
  const postings = [
    { account: PAYOUTS, amountSun: -amountSun },
    { account: playerAccount(address), amountSun: amountSun + feeSun },
    ...(feeSun > 0 ? [{ account: HOUSE, amountSun: -feeSun }] : []),
  ];
  const key = `withdrawal-return:${id}`;
  const entered = await postEntry(db, { key, kind: 'withdrawal-return', reference: id, postings }, nowMs);
  if (entered !== 'posted') throw new Error(`payout ${id} cannot be entered as returned: ${entered}`);
  return movePayout(db, row, 'returned', { trouble: '', check_at: null });
}
