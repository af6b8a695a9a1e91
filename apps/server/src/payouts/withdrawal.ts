import { err, ok, type Result } from '@popfray/engine/result';
import {
  FREE_WITHDRAWAL_SUN,
  MAX_WITHDRAWALS_A_DAY,
  NETWORK_FEE_SUN,
  NEW_ACCOUNT_FEE_SUN,
  type FailureCode,
  type WithdrawalTerms,
} from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type PayoutRow, sql } from '../platform/database/index.ts';
import { balanceOf, playerAccount } from '../ledger/index.ts';
import { findPayout, RESTORED_ID } from './payout.ts';
import { queuePayout } from './queue.ts';

/** What a player asks for. */
export interface WithdrawalPlan {
  /** Chosen by the caller; a second request with the same id is the same withdrawal. */
  readonly id: string;
  /** What leaves the balance. */
  readonly amountSun: number;
  /** What the network's fee takes of it; from `FREE_WITHDRAWAL_SUN` on the house pays the fee, and this is 0. */
  readonly feeSun?: number;
}

const DAY_MS = 24 * 60 * 60_000;

/** What the network takes for a transfer to a player's wallet: more where the chain has never seen it. */
async function networkFeeOf({ chain }: Context, address: string): Promise<Result<number, FailureCode>> {
  const known = await chain.hasAccount(address);
  return known.ok ? ok(known.value ? NETWORK_FEE_SUN : NEW_ACCOUNT_FEE_SUN) : err('ERR_CHAIN');
}

/** What a withdrawal costs a player now. */
export async function showWithdrawalTerms(
  context: Context,
  address: string,
): Promise<Result<WithdrawalTerms, FailureCode>> {
  const fee = await networkFeeOf(context, address);
  return fee.ok ? ok({ feeSun: fee.value, freeFromSun: FREE_WITHDRAWAL_SUN }) : fee;
}

/** Makes a withdrawal for a player who has agreed to a fee of at most `feeSun`: `createWithdrawal`, with the fee of now. */
export async function requestWithdrawal(
  context: Context,
  address: string,
  { id, amountSun, feeSun }: Required<WithdrawalPlan>,
): Promise<Result<PayoutRow, FailureCode>> {
  const isFree = amountSun >= FREE_WITHDRAWAL_SUN || findPayout(context.db, id) !== undefined;
  const fee = isFree ? ok(0) : await networkFeeOf(context, address);
  if (!fee.ok) return fee;
  if (fee.value > feeSun) return err('ERR_WITHDRAWAL_FEE');
  return createWithdrawal(context, address, { id, amountSun, feeSun: fee.value });
}

/**
 * Takes an amount from a player's balance and queues its payout to the player's wallet, less the fee, in one transaction. Nothing reaches
 * the chain here. The same id again gives the payout that it made, in its present state.
 */
export function createWithdrawal(
  context: Context,
  address: string,
  { id, amountSun, feeSun = 0 }: WithdrawalPlan,
): Result<PayoutRow, FailureCode> {
  const { db, house } = context;
  const known = findPayout(db, id);
  if (known !== undefined) {
    const isSame = known.address === address && known.amount_sun + known.fee_sun === amountSun;
    return isSame ? ok(known) : err('ERR_WITHDRAWAL_ID');
  }
  // Otherwise a player could take the id that a payout has to get after a restore.
  if (id.startsWith(RESTORED_ID)) return err('ERR_WITHDRAWAL_ID');
  if (address === house.address) return err('ERR_HOUSE');
  if (!Number.isSafeInteger(amountSun) || amountSun <= Math.max(feeSun, NETWORK_FEE_SUN))
    return err('ERR_WITHDRAWAL_MIN');
  if (amountSun < FREE_WITHDRAWAL_SUN && feeSun === 0) return err('ERR_WITHDRAWAL_FEE');
  if (balanceOf(db, playerAccount(address)) < amountSun) return err('ERR_WITHDRAWAL_BALANCE');

  const nowMs = Math.floor(context.now());
  if (countSince(context, address, nowMs - DAY_MS) >= MAX_WITHDRAWALS_A_DAY) return err('ERR_WITHDRAWAL_LIMIT');
  const row = queuePayout(db, { id, address, amountSun: amountSun - feeSun, feeSun }, nowMs);
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
