import { err, ok, type Result } from '@popfray/chain';
import { MAX_WITHDRAWALS_A_DAY, MIN_WITHDRAWAL_SUN, type FailureCode } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import type { PayoutRow } from '../database/schema.ts';
import { balanceOf, playerAccount } from '../ledger/ledger.ts';
import { findPayout } from './payout.ts';
import { queuePayout } from './queue.ts';

/** What a player asks for. */
export interface WithdrawalPlan {
  /** Made by whoever asks; the same again is the same withdrawal. */
  readonly id: string;
  readonly amountSun: number;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Takes an amount from a player's balance and queues its payout to the player's wallet, in one transaction. Nothing reaches the
 * chain here. The same id again gives the payout it made, whatever has become of it.
 */
export function createWithdrawal(
  context: Context,
  address: string,
  { id, amountSun }: WithdrawalPlan,
): Result<PayoutRow, FailureCode> {
  const { db, house } = context;
  const known = findPayout(db, id);
  if (known !== undefined) {
    const isSame = known.address === address && known.amount_sun === amountSun;
    return isSame ? ok(known) : err('ERR_WITHDRAWAL_ID');
  }
  if (address === house.address) return err('ERR_HOUSE');
  if (!Number.isSafeInteger(amountSun) || amountSun < MIN_WITHDRAWAL_SUN) return err('ERR_WITHDRAWAL_MIN');
  if (balanceOf(db, playerAccount(address)) < amountSun) return err('ERR_WITHDRAWAL_BALANCE');

  const nowMs = Math.floor(context.now());
  if (countSince(context, address, nowMs - DAY_MS) >= MAX_WITHDRAWALS_A_DAY) return err('ERR_WITHDRAWAL_LIMIT');
  const row = queuePayout(db, { id, address, amountSun }, nowMs);
  context.onStep('payout.queued');
  return ok(row);
}

/** How many withdrawals a player has asked for since a time, epoch ms. What battles have paid was not asked for. */
function countSince({ db }: Context, address: string, sinceMs: number): number {
  const query = sql
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('created_at', '>', sinceMs)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('results').select('payout_id').whereRef('payout_id', '=', 'payouts.id'))),
    );
  return db.get(query)?.count ?? 0;
}
