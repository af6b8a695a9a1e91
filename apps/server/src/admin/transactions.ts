import { makeTrx } from '@popfray/protocol';
import type { AdminTransaction, AdminTransactionPage, TransactionType } from '@popfray/protocol/admin';
import { sql as fragment } from 'kysely';
import { MEMO_ID } from '../commitments/index.ts';
import type { Context } from '../platform/context/index.ts';
import { cutPage, type Database, parseCursor, type PaymentRow, type Place } from '../platform/database/index.ts';
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

/** A transaction before its amount and its link are added. */
type Row = Pick<AdminTransaction, 'id' | 'type' | 'status' | 'reference' | 'txid' | 'source'> & {
  readonly address: string;
  readonly created_at: number;
  readonly amount_sun: number;
};

/** Which rows a source returns, the newest first: those from a time on, before a place. Without an address, those of every player. */
interface Question {
  readonly address: string | undefined;
  readonly since: number;
  readonly before: Place;
  readonly limit: number;
}

/** Types of transactions by the purpose of a payment. */
const TYPES = {
  upgrade: 'upgrade',
  skin: 'skin',
  entry: 'entry-fee',
  deposit: 'deposit',
  recovered: 'deposit',
} as const satisfies Record<PaymentRow['purpose'], TransactionType>;

/** What is in the ledger alone: what was booked to a player's balance. */
const BOOKED = ['round-reward', 'battle-share', 'entry-refund', 'refund'] as const satisfies readonly TransactionType[];

/** A page of transactions, the newest first. What was begun and never paid is none. */
export async function transactionsOf(
  context: Pick<Context, 'db' | 'chain'>,
  filter: PageFilter,
): Promise<AdminTransactionPage> {
  const { db, chain } = context;
  const { limit } = filter;
  const day = filter.day === undefined ? null : dayOf(Date.parse(filter.day));
  const end: Place = { at: day?.endMs ?? Number.MAX_SAFE_INTEGER, id: '' };
  const place = parseCursor(filter.before);
  const question = {
    address: filter.address,
    since: day?.startMs ?? 0,
    before: place !== undefined && place.at < end.at ? place : end,
    limit: limit + 1,
  };
  const rows = [
    ...(await paymentRows(db, question, filter.type)),
    ...(await payoutRows(db, question, filter.type)),
    ...(await entryRows(db, question, filter.type)),
  ].toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
  const { page, next } = cutPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }));
  return { transactions: page.map((row) => showTransaction(chain, row)), next };
}

async function paymentRows(
  db: Database,
  { address, since, before, limit }: Question,
  type: TransactionType | undefined,
): Promise<Row[]> {
  const purposes = (Object.keys(TYPES) as PaymentRow['purpose'][]).filter(
    (purpose) => type === undefined || TYPES[purpose] === type,
  );
  if (purposes.length === 0) return [];
  let query = db
    .selectFrom('payments')
    .select(['id', 'purpose', 'address', 'created_at', 'amount_sun', 'status', 'source'])
    .select(['upgrade_id', 'skin_id', 'session_id', 'txid', 'claim'])
    // Literals: SQLite does not use a partial index for parameters of `in`.
    .where(fragment<boolean>`status in ('sent', 'confirming', 'applied', 'refunded', 'failed')`)
    .where('purpose', 'in', purposes)
    .where('created_at', '>=', since)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(before.at, before.id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (address !== undefined) query = query.where('address', '=', address);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    type: TYPES[row.purpose],
    address: row.address,
    created_at: row.created_at,
    amount_sun: row.amount_sun,
    status: row.status,
    reference: row.upgrade_id ?? row.skin_id ?? row.session_id ?? '',
    txid: row.txid ?? row.claim,
    source: row.source,
  }));
}

async function payoutRows(
  db: Database,
  { address, since, before, limit }: Question,
  type: TransactionType | undefined,
): Promise<Row[]> {
  if (type !== undefined && type !== 'payout') return [];
  let query = db
    .selectFrom('payouts')
    .select(['id', 'address', 'created_at', 'amount_sun', 'status', 'txid'])
    .select(({ selectFrom }) =>
      selectFrom('results')
        .select('results.session_id')
        .whereRef('results.payout_id', '=', 'payouts.id')
        .limit(1)
        .as('session_id'),
    )
    .where('created_at', '>=', since)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(before.at, before.id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (address !== undefined) query = query.where('address', '=', address);
  const rows = await query.execute();
  return rows.map(({ session_id, amount_sun, ...row }) => ({
    ...row,
    type: 'payout',
    amount_sun: -amount_sun,
    reference: session_id ?? (row.id.startsWith(MEMO_ID) ? row.id : ''),
    source: null,
  }));
}

async function entryRows(db: Database, question: Question, type: TransactionType | undefined): Promise<Row[]> {
  const { address } = question;
  const rows: Row[] = [];
  for (const kind of BOOKED.filter((booked) => type === undefined || type === booked)) {
    const entries =
      address === undefined
        ? await entriesOfKind(db, kind, question)
        : await entriesOfPlayer(db, kind, { ...question, address });
    for (const { amount_sun, ...entry } of entries)
      rows.push({ ...entry, type: kind, amount_sun: -amount_sun, status: 'booked', txid: null, source: null });
  }
  return rows;
}

/** Id of a transaction that is a posting. */
const POSTING_ID = fragment<string>`'entry-' || entries.id || '-' || postings.account_id`;

const entriesOfKind = async (
  db: Database,
  kind: (typeof BOOKED)[number],
  { since, before, limit }: Omit<Question, 'address'>,
) =>
  db
    .selectFrom('entries')
    .innerJoin('postings', 'postings.entry_id', 'entries.id')
    .innerJoin('accounts', 'accounts.id', 'postings.account_id')
    .select([
      POSTING_ID.as('id'),
      'accounts.owner as address',
      'entries.created_at',
      'postings.amount_sun',
      'entries.reference',
    ])
    .where('entries.kind', '=', kind)
    .where('accounts.kind', '=', 'player')
    .where('postings.amount_sun', '>', 0)
    .where('entries.created_at', '>=', since)
    .where('entries.created_at', '<=', before.at)
    .where(({ eb, or }) => or([eb('entries.created_at', '<', before.at), eb(POSTING_ID, '<', before.id)]))
    .orderBy('entries.created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

const entriesOfPlayer = async (
  db: Database,
  kind: (typeof BOOKED)[number],
  { address, since, before, limit }: Question & { readonly address: string },
) =>
  db
    // Materialized, because SQLite would otherwise read the entries of this kind of all players.
    .with(
      (cte) => cte('own').materialized(),
      (cte) =>
        cte
          .selectFrom('accounts')
          .innerJoin('postings', 'postings.account_id', 'accounts.id')
          .innerJoin('entries', 'entries.id', 'postings.entry_id')
          .select([
            POSTING_ID.as('id'),
            'accounts.owner as address',
            'entries.kind',
            'entries.created_at',
            'postings.amount_sun',
            'entries.reference',
          ])
          .where('accounts.kind', '=', 'player')
          .where('accounts.owner', '=', address)
          .where('postings.amount_sun', '>', 0),
    )
    .selectFrom('own')
    .select(['id', 'address', 'created_at', 'amount_sun', 'reference'])
    .where('kind', '=', kind)
    .where('created_at', '>=', since)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(before.at, before.id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

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
