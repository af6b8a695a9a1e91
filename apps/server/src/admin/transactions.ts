import { makeTrx, type PaymentSource } from '@popfray/protocol';
import type { AdminTransaction, AdminTransactionPage, TransactionType } from '@popfray/protocol/admin';
import type { Context } from '../platform/context/index.ts';
import { cutPage, type Database, parseCursor, perDatabase, type Place } from '../platform/database/index.ts';
import { dayOf } from '../platform/clock/index.ts';

/** Which transactions are asked for. */
export interface TransactionFilter {
  readonly address?: string | undefined;
  readonly type?: TransactionType | undefined;
  /** By UTC: `2026-01-15`. */
  readonly day?: string | undefined;
}

/** A page of them. */
interface PageFilter extends TransactionFilter {
  readonly before?: string | undefined;
  readonly limit: number;
}

interface Row {
  readonly id: string;
  readonly type: TransactionType;
  readonly address: string;
  readonly created_at: number;
  readonly amount_sun: number;
  readonly status: string;
  readonly reference: string;
  readonly txid: string | null;
  /** Null for what is no payment in. */
  readonly source: PaymentSource | null;
}

/** What a source is asked with: rows of one type or address (null: of any) within a time, before a place, the newest first. */
interface Question {
  readonly address: string | null;
  readonly purpose: string | null;
  readonly kind: string | null;
  readonly since: number;
  readonly at: number;
  readonly id: string;
  readonly limit: number;
}

/** Kinds of payments, by the name that transactions have for them. */
const PURPOSES: Partial<Record<TransactionType, string>> = {
  upgrade: 'upgrade',
  'entry-fee': 'entry',
  deposit: 'recovered',
};

/** What is in the ledger alone: what was booked to a player's balance. */
const BOOKED = ['round-reward', 'battle-share', 'entry-refund', 'refund'] as const satisfies readonly TransactionType[];

// An index is used for each: with an address the account's or the player's own, without one that of the time. CROSS JOIN keeps the order.
const PAYMENTS = `
  SELECT id, CASE purpose WHEN 'entry' THEN 'entry-fee' WHEN 'recovered' THEN 'deposit' ELSE purpose END AS type, address, created_at,
    amount_sun, status, coalesce(upgrade_id, session_id, '') AS reference, coalesce(txid, claim) AS txid, source
  FROM payments
  WHERE status IN ('sent', 'confirming', 'applied', 'refunded', 'failed') AND (@purpose IS NULL OR purpose = @purpose)
    AND created_at >= @since AND (created_at, id) < (@at, @id)`;
const PAYOUTS = `
  SELECT id, 'payout' AS type, address, created_at, -amount_sun AS amount_sun, status,
    coalesce((SELECT session_id FROM results WHERE payout_id = payouts.id), '') AS reference, txid, NULL AS source
  FROM payouts WHERE created_at >= @since AND (created_at, id) < (@at, @id)`;
const ID = "format('entry-%d-%d', entries.id, account_id)";
const ENTRIES = `
  SELECT ${ID} AS id, entries.kind AS type, accounts.owner AS address, created_at, -amount_sun AS amount_sun, 'booked' AS status,
    reference, NULL AS txid, NULL AS source`;
const WITHIN = `created_at >= @since AND created_at <= @at AND (created_at < @at OR ${ID} < @id)`;
const NEWEST = 'ORDER BY created_at DESC, id DESC LIMIT @limit';

const statements = perDatabase((db) => {
  const prepare = (text: string) => db.prepare<[Question], Row>(`${text} ${NEWEST}`);
  return {
    payments: prepare(PAYMENTS),
    paymentsOf: prepare(`${PAYMENTS} AND address = @address`),
    payouts: prepare(PAYOUTS),
    payoutsOf: prepare(`${PAYOUTS} AND address = @address`),
    entries: prepare(`${ENTRIES}
      FROM entries JOIN postings ON entry_id = entries.id JOIN accounts ON accounts.id = account_id
      WHERE entries.kind = @kind AND accounts.kind = 'player' AND amount_sun > 0 AND ${WITHIN}`),
    entriesOf: prepare(`${ENTRIES}
      FROM accounts CROSS JOIN postings ON account_id = accounts.id CROSS JOIN entries ON entries.id = entry_id
      WHERE entries.kind = @kind AND accounts.kind = 'player' AND owner = @address AND amount_sun > 0 AND ${WITHIN}`),
  };
});

/** A page of transactions, the newest first. What was begun and never paid is none. */
export function transactionsOf(context: Pick<Context, 'db' | 'chain'>, filter: PageFilter): AdminTransactionPage {
  const { db, chain } = context;
  const { limit } = filter;
  const day = filter.day === undefined ? null : dayOf(Date.parse(filter.day));
  const end: Place = { at: day?.endMs ?? Number.MAX_SAFE_INTEGER, id: '' };
  const place = parseCursor(filter.before);
  const { at, id } = place !== undefined && place.at < end.at ? place : end;
  const question = { address: filter.address ?? null, since: day?.startMs ?? 0, at, id, limit: limit + 1 };
  const rows = [
    ...paymentRows(db, question, filter.type),
    ...payoutRows(db, question, filter.type),
    ...entryRows(db, question, filter.type),
  ].toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
  const { page, next } = cutPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }));
  return { transactions: page.map((row) => showTransaction(chain, row)), next };
}

type Asked = Omit<Question, 'purpose' | 'kind'>;

function paymentRows(db: Database, asked: Asked, type: TransactionType | undefined): Row[] {
  const purpose = type === undefined ? null : PURPOSES[type];
  if (purpose === undefined) return [];
  const { payments, paymentsOf } = statements(db);
  return (asked.address === null ? payments : paymentsOf).all({ ...asked, purpose, kind: null });
}

function payoutRows(db: Database, asked: Asked, type: TransactionType | undefined): Row[] {
  if (type !== undefined && type !== 'payout') return [];
  const { payouts, payoutsOf } = statements(db);
  return (asked.address === null ? payouts : payoutsOf).all({ ...asked, purpose: null, kind: null });
}

function entryRows(db: Database, asked: Asked, type: TransactionType | undefined): Row[] {
  const { entries, entriesOf } = statements(db);
  const kinds = BOOKED.filter((kind) => type === undefined || type === kind);
  return kinds.flatMap((kind) => (asked.address === null ? entries : entriesOf).all({ ...asked, purpose: null, kind }));
}

const showTransaction = (chain: Context['chain'], row: Row): AdminTransaction => ({
  id: row.id,
  type: row.type,
  playerAddress: row.address,
  createdAt: row.created_at,
  amount: makeTrx(row.amount_sun),
  amountSun: row.amount_sun,
  status: row.status,
  reference: row.reference,
  txid: row.txid,
  source: row.source,
  explorerUrl: row.txid === null ? null : chain.explorerUrl(row.txid),
});
