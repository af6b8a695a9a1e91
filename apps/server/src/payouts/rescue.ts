import { err, ok, type Result } from '@popfray/chain';
import { sql, type Database } from '../database/database.ts';
import type { PayoutRow } from '../database/schema.ts';
import { enter, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { findLiving, findPayout, movePayout } from './payout.ts';

/** Why an operator's wish cannot be granted. */
export type WishError =
  | 'ERR_PAYOUT_UNKNOWN'
  /** It is not stuck: the server is at work on it, or it is over. */
  | 'ERR_PAYOUT_STATE'
  /** A signed transaction of it may still be included. The server finds out when it cannot any more. */
  | 'ERR_PAYOUT_LIVING';

/** Every payout that is not over, the oldest first. */
export const unfinishedPayouts = (db: Database): PayoutRow[] =>
  db.all<PayoutRow>(
    sql
      .selectFrom('payouts')
      .selectAll()
      .where('status', 'in', ['queued', 'sent', 'stuck'])
      .orderBy('created_at')
      .orderBy('id'),
  );

/** Gives a stuck payout back to the player's balance. */
export const returnPayout = (db: Database, id: string, nowMs: number): Result<PayoutRow, WishError> =>
  grant(db, id, (row) => {
    const postings = [
      { account: PAYOUTS, amountSun: -row.amount_sun },
      { account: playerAccount(row.address), amountSun: row.amount_sun },
    ];
    const key = `withdrawal-return:${id}`;
    const entered = enter(db, { key, kind: 'withdrawal-return', reference: id, postings }, nowMs);
    if (entered !== 'entered') throw new Error(`payout ${id} cannot be entered as returned: ${entered}`);
    return movePayout(db, row, 'returned', { trouble: '', check_at: null });
  });

/** Queues a stuck payout again. */
export const retryPayout = (db: Database, id: string, nowMs: number): Result<PayoutRow, WishError> =>
  grant(db, id, (row) => movePayout(db, row, 'queued', { trouble: '', check_at: Math.floor(nowMs) }));

/** Does something to a stuck payout that has no living transaction, in one database transaction. */
function grant(db: Database, id: string, act: (row: PayoutRow) => PayoutRow | null): Result<PayoutRow, WishError> {
  return db.transaction((): Result<PayoutRow, WishError> => {
    const row = findPayout(db, id);
    if (row === undefined) return err('ERR_PAYOUT_UNKNOWN');
    if (row.status !== 'stuck') return err('ERR_PAYOUT_STATE');
    if (findLiving(db, id) !== undefined) return err('ERR_PAYOUT_LIVING');
    const changed = act(row);
    if (changed === null) throw new Error(`payout ${id} is not where it was`);
    return ok(changed);
  });
}
