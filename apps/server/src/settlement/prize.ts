import { FREE_WITHDRAWAL_SUN } from '@popfray/protocol';
import { createId } from '../payments/index.ts';
import { firstWaitOf, queuePayout } from '../payouts/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { Database, ResultRow } from '../platform/database/index.ts';
import { prizesOf } from '../players/index.ts';

/** A share of a battle that its player's balance has just been credited. */
interface Prize {
  readonly sessionId: string;
  readonly address: string;
  readonly shareSun: number;
}

/** How a share is paid, as its result stores it. */
type PaidPrize = Pick<ResultRow, 'payout_id' | 'to_balance'>;

/**
 * Sends a share of a battle from its player's balance to the wallet, in the transaction that credits it. A share that costs a fee to withdraw stays
 * on the balance, and so does a larger one when the player wants that, or when a fee of the battle was paid from a balance and the player's first
 * withdrawal would wait: otherwise two keys could move what they have earned past that wait by a battle between them.
 */
export async function payPrize(context: Context, prize: Prize, nowMs: number): Promise<PaidPrize> {
  const { db } = context;
  const { address, shareSun } = prize;
  if (shareSun < FREE_WITHDRAWAL_SUN) return { payout_id: null, to_balance: 0 };
  if (await staysOnBalance(context, prize, nowMs)) return { payout_id: null, to_balance: 1 };
  const payout = await queuePayout(db, { id: createId(context), address, amountSun: shareSun }, nowMs);
  return { payout_id: payout.id, to_balance: 0 };
}

async function staysOnBalance(context: Context, { sessionId, address }: Prize, nowMs: number): Promise<boolean> {
  if ((await prizesOf(context.db, address)) === 'balance') return true;
  return (await hasFeeFromBalance(context.db, sessionId)) && (await firstWaitOf(context, address, nowMs)) !== null;
}

const hasFeeFromBalance = async (db: Database, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('source', '=', 'balance')
    .limit(1)
    .executeTakeFirst()) !== undefined;
