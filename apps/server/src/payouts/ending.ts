import type { Context } from '../platform/context/index.ts';
import type { Database, PayoutAttemptRow, PayoutRow } from '../platform/database/index.ts';
import { CHAIN_OUT, FEES, HOUSE, PAYOUTS, postEntry } from '../ledger/index.ts';
import type { PaidLookup } from '../chain/index.ts';
import { changePayout, movePayout } from './payout.ts';

/** Most failed transactions of one payout, without a cause that an operator could fix, before it is stuck. */
const MAX_DEAD = 5;

/** Confirms a payout whose transaction is final: payout, attempt and ledger entry in one transaction. */
export async function confirm(
  context: Context,
  row: PayoutRow,
  { txid }: PayoutAttemptRow,
  paid: PaidLookup,
): Promise<void> {
  const { db } = context;
  const isConfirmed = await db.inTransaction(async () => {
    if (!(await confirmPaid(db, row, paid, context.now()))) return false;
    await setState(db, txid, 'confirmed');
    return true;
  });
  if (isConfirmed) context.onStep('payout.confirmed');
}

/**
 * Sets a payout to `confirmed` by a final transfer and books what left the wallet, in the caller's transaction. Returns false, and changes nothing,
 * when the status is not that of `row` any more.
 */
export async function confirmPaid(db: Database, row: PayoutRow, paid: PaidLookup, now: number): Promise<boolean> {
  const nowMs = Math.floor(now);
  const { txid } = paid.transfer;
  const change = { txid, block_number: paid.blockNumber, confirmed_at: nowMs, trouble: '', check_at: null };
  if ((await movePayout(db, row, 'confirmed', change)) === null) return false;
  const key = `withdrawal-sent:${row.id}`;
  const out = [
    { account: PAYOUTS, amountSun: -row.amount_sun },
    { account: CHAIN_OUT, amountSun: row.amount_sun },
  ];
  const entered = await postEntry(db, { key, kind: 'withdrawal-sent', reference: row.id, postings: out }, nowMs);
  if (entered !== 'posted') throw new Error(`payout ${row.id} cannot be entered as sent: ${entered}`);
  if (paid.fee !== undefined && paid.fee > 0) await enterFee(db, row.id, paid.fee, nowMs);
  return true;
}

/** The chain's fee for a payout. */
async function enterFee(db: Database, id: string, fee: number, nowMs: number): Promise<void> {
  const postings = [
    { account: HOUSE, amountSun: -fee },
    { account: FEES, amountSun: fee },
  ];
  await postEntry(db, { key: `withdrawal-fee:${id}`, kind: 'network-fee', reference: id, postings }, nowMs);
}

/**
 * Handles a payout's transaction that can never be included any more: the payout is queued to be signed again. After too many of them it is stuck. It
 * is stuck at once when `isFinal`: the transaction failed in a final block, and only a person may trust the node about that.
 */
export async function die(
  context: Context,
  row: PayoutRow,
  { txid }: PayoutAttemptRow,
  reason: string,
  isFinal: boolean,
): Promise<void> {
  const { db } = context;
  const message = await db.inTransaction(async (): Promise<string> => {
    await setState(db, txid, 'dead');
    if (row.status === 'stuck') {
      await changePayout(db, row, { check_at: null });
      return `The payout has no living transaction any more: ${reason}. It can be tried again, or returned.`;
    }
    const isStuck = isFinal || (await unexplainedDeaths(db, row.id)) >= MAX_DEAD;
    const change = { trouble: reason, check_at: isStuck ? null : Math.floor(context.now()) };
    await movePayout(db, row, isStuck ? 'stuck' : 'queued', change);
    return `The payout ${isStuck ? 'is stuck' : 'will be signed again'}: ${reason}.`;
  });
  context.log({ event: 'notice', about: 'payout', id: row.id, message });
  context.onStep('payout.dead');
}

/** How many transactions of a payout have failed after the chain had accepted them, or without a reported reason. */
async function unexplainedDeaths(db: Database, id: string): Promise<number> {
  const dead = await db
    .selectFrom('payout_attempts')
    .select('last_verdict')
    .where('payout_id', '=', id)
    .where('state', '=', 'dead')
    .execute();
  return dead.filter(({ last_verdict }) => !/^(?:unfunded|later)/.test(last_verdict)).length;
}

async function setState(db: Database, txid: string, state: PayoutAttemptRow['state']): Promise<void> {
  await db.updateTable('payout_attempts').set({ state }).where('txid', '=', txid).execute();
}
