import type { Payment, PaymentStatus } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, PaymentRow } from '../platform/database/index.ts';

/**
 * The allowed transitions of a payment's status. A payment that is `cancelled` or `expired` for the player can still arrive until its transaction is
 * dead; it is applied or refunded then. So is a payment that a node reported as `failed`, when its player recovers it and the node shows it
 * as paid.
 */
const TRANSITIONS: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  awaiting: ['sent', 'confirming', 'applied', 'refunded', 'failed', 'cancelled', 'expired'],
  sent: ['confirming', 'applied', 'refunded', 'failed', 'expired'],
  confirming: ['applied', 'refunded', 'failed', 'expired'],
  cancelled: ['applied', 'refunded'],
  expired: ['applied', 'refunded'],
  applied: [],
  refunded: [],
  failed: ['applied', 'refunded'],
};

/** Most payments that a player's list shows. */
const LISTED = 50;

/** How long an intent with a dead transaction is stored, ms. During the first day another transaction may pay it. */
const REMEMBERED_MS = 2 * 24 * 60 * 60_000;

/** Columns that may change together with a payment's status. */
export type PaymentChange = Partial<
  Pick<PaymentRow, 'amount_sun' | 'txid' | 'unsigned' | 'signed' | 'block_number' | 'settled_at' | 'check_at'>
>;

/**
 * Changes a payment's status and returns the new row. Returns null, and changes nothing, when the status is not that of `row` any more, or when the
 * transition is not allowed.
 */
export async function move(
  db: Database,
  row: PaymentRow,
  status: PaymentStatus,
  change: PaymentChange,
): Promise<PaymentRow | null> {
  if (!TRANSITIONS[row.status].includes(status)) return null;
  const changed = await db.countChanges(
    db
      .updateTable('payments')
      .set({ ...change, status })
      .where('id', '=', row.id)
      .where('status', '=', row.status),
  );
  return changed === 1 ? { ...row, ...change, status } : null;
}

/** Sets when the chain is asked about a payment next; null for never. */
export async function postpone(db: Database, row: PaymentRow, checkAt: number | null): Promise<void> {
  await db
    .updateTable('payments')
    .set({ check_at: checkAt })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .execute();
}

/** A payment by its id. */
export const findPayment = async (db: Database, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

/** The payment of a transaction. */
export const findByTxid = async (db: Database, txid: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('txid', '=', txid).executeTakeFirst();

/** A player's payment by its id; undefined for another player's. */
export async function findOwn(db: Database, address: string, id: string): Promise<PaymentRow | undefined> {
  const row = await findPayment(db, id);
  return row?.address === address ? row : undefined;
}

/** A player's newest payments, the newest first; of those that began before a time, epoch ms, if one is given. */
export async function paymentsOf(db: Database, address: string, before?: number): Promise<PaymentRow[]> {
  let query = db
    .selectFrom('payments')
    .selectAll()
    .where('address', '=', address)
    .orderBy('created_at', 'desc')
    .limit(LISTED);
  if (before !== undefined) query = query.where('created_at', '<', before);
  return query.execute();
}

/** Stores a new payment, and deletes the player's old payments that were never paid, because anyone can begin many. */
export async function addPayment(db: Database, row: PaymentRow): Promise<void> {
  await db
    .deleteFrom('payments')
    .where('address', '=', row.address)
    .where('created_at', '<', row.created_at - REMEMBERED_MS)
    .where('status', 'in', ['cancelled', 'expired'])
    .where('check_at', 'is', null)
    .execute();
  await db.insertInto('payments').values(row).execute();
}

/** Creation time of a player's new payment, epoch ms: now, but later than that of the last one. */
export async function nextStamp(db: Database, address: string, nowMs: number): Promise<number> {
  const newest = await db
    .selectFrom('payments')
    .select('created_at')
    .where('address', '=', address)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.max(Math.floor(nowMs), (newest?.created_at ?? 0) + 1);
}

/** A new public id, 22 characters. */
export const createId = (context: Context): string => Buffer.from(context.randomBytes(16)).toString('base64url');

/**
 * Key of a payment's ledger entry, from the id of its transaction, or from its own id when it has none. The two kinds of keys differ, because players
 * choose the ids of payments from the balance and could choose the id of another player's transaction.
 */
export const entryKeyOf = ({ id, txid }: Pick<PaymentRow, 'id' | 'txid'>): string =>
  txid === null ? `balance-payment:${id}` : `payment:${txid}`;

/** Serializes a payment for its player. */
export function serializePayment({ chain }: Context, row: PaymentRow): Payment {
  const txid = row.txid ?? row.claim;
  const isOnItsWay = row.status !== 'awaiting' && row.status !== 'cancelled';
  return {
    id: row.id,
    source: row.source,
    purpose: row.purpose,
    upgradeId: row.upgrade_id,
    skinId: row.skin_id,
    sessionId: row.session_id,
    amountSun: row.amount_sun,
    to: row.recipient,
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    txid,
    unsigned: row.status === 'awaiting' ? row.unsigned : null,
    blockNumber: row.block_number,
    explorerUrl: txid !== null && isOnItsWay ? chain.explorerUrl(txid) : null,
  };
}
