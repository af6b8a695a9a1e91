import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
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
import { MEMO_ID } from '../commitments/index.ts';
import type { PayoutRow, Schema } from '../platform/database/index.ts';
import { readSettings } from '../earning-limits/index.ts';
import { balanceOf, playerAccount } from '../ledger/index.ts';
import { findPayout, RESTORED_ID } from './payout.ts';
import { queuePayout } from './queue.ts';

/** A player's request for a withdrawal. */
export interface WithdrawalPlan {
  /** Chosen by the caller; a second request with the same id is the same withdrawal. */
  readonly id: string;
  /** Amount that leaves the balance. */
  readonly amountSun: number;
  /** The part of it that pays the network's fee; 0 from `FREE_WITHDRAWAL_SUN` on, when the house pays the fee. */
  readonly feeSun?: number;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** The network's fee for a transfer to a player's wallet. It is higher for a wallet that is new on the chain. */
async function networkFeeOf({ chain }: Context, address: string): Promise<Result<number, FailureCode>> {
  const known = await chain.hasAccount(address);
  return known.ok ? ok(known.value ? NETWORK_FEE_SUN : NEW_ACCOUNT_FEE_SUN) : err('ERR_CHAIN');
}

/** The player's fee for a withdrawal now. */
export async function showWithdrawalTerms(
  context: Context,
  address: string,
): Promise<Result<WithdrawalTerms, FailureCode>> {
  const fee = await networkFeeOf(context, address);
  if (!fee.ok) return fee;
  const notBefore = await firstWaitOf(context, address, Math.floor(context.now()));
  return ok({ feeSun: fee.value, freeFromSun: FREE_WITHDRAWAL_SUN, notBefore });
}

/** Makes a withdrawal for a player who has accepted a fee of at most `feeSun`: calls `createWithdrawal` with the current fee. */
export async function requestWithdrawal(
  context: Context,
  address: string,
  { id, amountSun, feeSun }: Required<WithdrawalPlan>,
): Promise<Result<PayoutRow, FailureCode>> {
  const isFree = amountSun >= FREE_WITHDRAWAL_SUN || (await findPayout(context.db, id)) !== undefined;
  const fee = isFree ? ok(0) : await networkFeeOf(context, address);
  if (!fee.ok) return fee;
  if (fee.value > feeSun) return err('ERR_WITHDRAWAL_FEE');
  return createWithdrawal(context, address, { id, amountSun, feeSun: fee.value });
}

/** What came of a request: a payout, and whether it is a new one. */
interface Requested {
  readonly isNew: boolean;
  readonly outcome: Result<PayoutRow, FailureCode>;
}

/**
 * Debits a player's balance and queues the payout to the player's wallet, less the fee, in one transaction. Nothing is sent to the chain here. The same
 * id returns the existing payout in its current state.
 */
export async function createWithdrawal(
  context: Context,
  address: string,
  plan: WithdrawalPlan,
): Promise<Result<PayoutRow, FailureCode>> {
  const nowMs = Math.floor(context.now());
  const { isNew, outcome } = await context.db.inTransaction(async (): Promise<Requested> => {
    const known = await findPayout(context.db, plan.id);
    if (known === undefined) return { isNew: true, outcome: await queueWithdrawal(context, address, plan, nowMs) };
    const isSame = known.address === address && known.amount_sun + known.fee_sun === plan.amountSun;
    return { isNew: false, outcome: isSame ? ok(known) : err('ERR_WITHDRAWAL_ID') };
  });
  if (isNew && outcome.ok) context.onStep('payout.queued');
  return outcome;
}

/** Queues a withdrawal of a new id, in the caller's transaction, or returns why that is not allowed. */
async function queueWithdrawal(
  context: Context,
  address: string,
  { id, amountSun, feeSun = 0 }: WithdrawalPlan,
  nowMs: number,
): Promise<Result<PayoutRow, FailureCode>> {
  const { db, house } = context;
  // Otherwise a player could take an id that a payout needs after a restore, or for a memo.
  if (id.startsWith(RESTORED_ID) || id.startsWith(MEMO_ID)) return err('ERR_WITHDRAWAL_ID');
  if (address === house.address) return err('ERR_HOUSE');
  if (!Number.isSafeInteger(amountSun) || amountSun <= Math.max(feeSun, NETWORK_FEE_SUN))
    return err('ERR_WITHDRAWAL_MIN');
  if (amountSun < FREE_WITHDRAWAL_SUN && feeSun === 0) return err('ERR_WITHDRAWAL_FEE');
  if ((await balanceOf(db, playerAccount(address))) < amountSun) return err('ERR_WITHDRAWAL_BALANCE');
  if ((await countSince(context, address, nowMs - DAY_MS)) >= MAX_WITHDRAWALS_A_DAY) return err('ERR_WITHDRAWAL_LIMIT');
  const notBefore = await firstWaitOf(context, address, nowMs);
  return ok(await queuePayout(db, { id, address, amountSun: amountSun - feeSun, feeSun, notBefore }, nowMs));
}

/**
 * Before which time a withdrawal that is requested now is not sent, epoch ms; null when it is sent at once. The first withdrawal waits as the operator
 * has set, and others that are requested meanwhile wait with it.
 */
export async function firstWaitOf(context: Context, address: string, nowMs: number): Promise<number | null> {
  const first = await context.db
    .selectFrom('payouts')
    .select('not_before')
    .where('address', '=', address)
    .where(isWithdrawal)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (first !== undefined) return first.not_before !== null && first.not_before > nowMs ? first.not_before : null;
  const hours = (await readSettings(context))['first-withdrawal-wait'];
  return hours === 0 ? null : nowMs + hours * HOUR_MS;
}

/** How many withdrawals a player has requested since a time, epoch ms. Payouts of battles do not count. */
async function countSince({ db }: Context, address: string, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('created_at', '>', sinceMs)
    .where(isWithdrawal)
    .executeTakeFirstOrThrow();
  return count;
}

/** Selects withdrawals: payouts that are neither a share of a battle nor a memo. */
const isWithdrawal = (eb: ExpressionBuilder<Schema, 'payouts'>): Expression<SqlBool> =>
  eb.and([
    eb('payouts.id', 'not like', `${MEMO_ID}%`),
    eb.not(eb.exists(eb.selectFrom('results').select('payout_id').whereRef('payout_id', '=', 'payouts.id'))),
  ]);
