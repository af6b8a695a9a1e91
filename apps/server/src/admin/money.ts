import type { DeskPayment, DeskPayout } from '@popfray/protocol/admin';
import type { Context } from '../platform/context/index.ts';
import type { Database, PaymentRow, PayoutRow } from '../platform/database/index.ts';
import { findLiving, findPayout, unfinishedPayouts } from '../payouts/index.ts';

/** Payments and payouts as the desk sees them. */

/** A payment in as the desk sees it. */
export function showDeskPayment({ chain }: Pick<Context, 'chain'>, row: PaymentRow): DeskPayment {
  const txid = row.txid ?? row.claim;
  return {
    id: row.id,
    address: row.address,
    source: row.source,
    purpose: row.purpose,
    reference: row.upgrade_id ?? row.skin_id ?? row.session_id ?? '',
    amountSun: row.amount_sun,
    status: row.status,
    txid,
    explorerUrl: txid === null ? null : chain.explorerUrl(txid),
    createdAt: row.created_at,
    settledAt: row.settled_at,
  };
}

/** A payout as the desk sees it. */
export async function showDeskPayout(
  { db, chain }: Pick<Context, 'db' | 'chain'>,
  row: PayoutRow,
): Promise<DeskPayout> {
  const result = await db.selectFrom('results').select('session_id').where('payout_id', '=', row.id).executeTakeFirst();
  return {
    id: row.id,
    address: row.address,
    amountSun: row.amount_sun,
    feeSun: row.fee_sun,
    status: row.status,
    trouble: row.trouble,
    txid: row.txid,
    explorerUrl: row.txid === null ? null : chain.explorerUrl(row.txid),
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    sessionId: result?.session_id ?? null,
    isLiving: (await findLiving(db, row.id)) !== undefined,
  };
}

/** Most payouts that the desk lists: while the house is short there may be thousands, and each poll asks for all. */
const LISTED = 200;

/** Payouts that are not over: those that need a hand first, then the oldest. */
export const openPayouts = async (context: Context): Promise<DeskPayout[]> =>
  Array.fromAsync(
    (await unfinishedPayouts(context.db))
      .toSorted((a, b) => Number(b.status === 'stuck') - Number(a.status === 'stuck'))
      .slice(0, LISTED),
    async (row) => showDeskPayout(context, row),
  );

/** Most payments that name one transaction: several players can name it before it is final. */
const CLAIMS = 10;

/** Payments by their id, their transaction's, or that of one which a player has only named. */
export async function findPaymentsBy(db: Database, text: string): Promise<PaymentRow[]> {
  const txid = text.toLowerCase();
  const known = await db
    .selectFrom('payments')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', '=', text), eb('txid', '=', txid)]))
    .orderBy('id')
    .execute();
  if (known.length > 0 || !/^[0-9a-f]{64}$/.test(txid)) return known;
  // No index has these: they are looked for when nothing else is found.
  return db
    .selectFrom('payments')
    .selectAll()
    .where('claim', '=', txid)
    .orderBy('created_at', 'desc')
    .limit(CLAIMS)
    .execute();
}

/** A payout by its id, or by that of any transaction that was signed for it. */
export async function findPayoutBy(db: Database, text: string): Promise<PayoutRow | undefined> {
  const attempt = await db
    .selectFrom('payout_attempts')
    .select('payout_id')
    .where('txid', '=', text.toLowerCase())
    .executeTakeFirst();
  return findPayout(db, attempt?.payout_id ?? text);
}
