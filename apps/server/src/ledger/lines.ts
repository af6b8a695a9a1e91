import type { EntryKind, LedgerPage } from '@popfray/protocol';
import type { Database } from '../platform/database/index.ts';
import { balanceOf, playerAccount } from './ledger.ts';

/**
 * A page of a player's account, newest first: at most `limit` lines before the line with the id `before`, or the newest ones when it is null. With a
 * direction, only lines that add money or only lines that remove it. Ids of lines count from 1 in each account.
 */
export async function lines(
  db: Database,
  address: string,
  before: number | null,
  limit: number,
  direction?: 'in' | 'out',
): Promise<LedgerPage> {
  return db.inSnapshot(async () => readLines(db, address, before, limit, direction));
}

async function readLines(
  db: Database,
  address: string,
  before: number | null,
  limit: number,
  direction?: 'in' | 'out',
): Promise<LedgerPage> {
  const { kind, owner } = playerAccount(address);
  let query = db
    .selectFrom('postings')
    .innerJoin('entries', 'entries.id', 'postings.entry_id')
    .select([
      'postings.number',
      'postings.amount_sun',
      'postings.balance_sun',
      'entries.kind',
      'entries.reference',
      'entries.created_at',
    ])
    // With a join instead, PostgreSQL would read and sort all postings of the account (bench: ledger.page_read_us_postgres).
    .where('postings.account_id', '=', (eb) =>
      eb
        .selectFrom('accounts')
        .select('accounts.id')
        .where('accounts.kind', '=', kind)
        .where('accounts.owner', '=', owner),
    );
  if (before !== null) query = query.where('postings.number', '<', before);
  if (direction !== undefined) query = query.where('postings.amount_sun', direction === 'in' ? '>' : '<', 0);
  const rows = await query
    .orderBy('postings.number', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    balanceSun: await balanceOf(db, playerAccount(address)),
    lines: page.map((row) => ({
      id: row.number,
      kind: row.kind as EntryKind,
      amountSun: row.amount_sun,
      balanceSun: row.balance_sun,
      reference: row.reference,
      createdAt: row.created_at,
    })),
    next: rows.length > limit ? (page.at(-1)?.number ?? null) : null,
  };
}
