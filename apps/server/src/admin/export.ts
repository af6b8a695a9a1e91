import { setImmediate as turn } from 'node:timers/promises';
import { makeTrx } from '@popfray/protocol';
import type { ExportTable } from '@popfray/protocol/admin';
import type { Context } from '../platform/context/index.ts';
import { balanceOf, playerAccount } from '../ledger/index.ts';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';
import { auditEventsOf } from '../platform/audit/index.ts';
import { makeLine } from '../platform/http/index.ts';
import { revenueOf } from './revenue.ts';
import { transactionsOf, type TransactionFilter } from './transactions.ts';

/** Most rows of a file, and how many are read at once: between two of these everybody else has a turn. */
const MAX_ROWS = 100_000;
const AT_ONCE = 200;

type Cells = readonly (string | number | null)[];

/** A table as CSV, its first line the names of its columns: pieces of some hundred lines. Times are ISO 8601, amounts TRX. */
export async function* exportTable(
  context: Context,
  table: ExportTable,
  filter: TransactionFilter,
): AsyncGenerator<string, void> {
  let rows = 0;
  for await (const lines of TABLES[table](context, filter)) {
    yield lines
      .slice(0, MAX_ROWS + 1 - rows)
      .map(makeLine)
      .join('');
    rows += lines.length;
    if (rows > MAX_ROWS) return;
    await turn();
  }
}

/** Each table's lines, some hundred at a time. */
const TABLES: Readonly<
  Record<ExportTable, (context: Context, filter: TransactionFilter) => AsyncIterable<readonly Cells[]>>
> = {
  async *transactions(context, filter) {
    yield [['id', 'type', 'playerAddress', 'createdAt', 'amountTrx', 'status', 'reference', 'txid', 'source']];
    for (let before: string | undefined; ;) {
      const { transactions, next } = await transactionsOf(context, { ...filter, before, limit: AT_ONCE });
      yield transactions.map((of) => [
        of.id,
        of.type,
        of.playerAddress,
        makeTime(of.createdAt),
        of.amount,
        of.status,
        of.reference,
        of.txid,
        of.source,
      ]);
      if (next === null) return;
      before = next;
    }
  },
  async *players({ db }) {
    yield [['address', 'username', 'gamesPlayed', 'totalScore', 'balanceTrx', 'createdAt', 'lastConnected']];
    for (let after = ''; ;) {
      const rows = await db
        .selectFrom('players')
        .selectAll()
        .where('address', '>', after)
        .orderBy('address')
        .limit(AT_ONCE)
        .execute();
      // The query has no condition on `deleted_at`: SQLite would use that column's index and sort all players for each page.
      const shown = rows.filter(({ deleted_at: deletedAt }) => deletedAt === null);
      yield await Array.fromAsync(shown, async (row) => [
        row.address,
        row.username,
        row.games_played,
        row.total_score,
        makeTrx(await balanceOf(db, playerAccount(row.address))),
        makeTime(row.created_at),
        makeTime(row.last_connected),
      ]);
      const last = rows.at(-1);
      if (last === undefined || rows.length < AT_ONCE) return;
      after = last.address;
    }
  },
  async *revenue({ db, now }) {
    const revenue = await revenueOf(db).catchUp(now());
    const { startMs: today } = dayOf(now());
    const first = revenue.firstDayMs ?? today;
    yield [['date', 'revenueTrx', 'transactions']];
    yield Array.from({ length: (today - first) / DAY_MS + 1 }, (_, day) => {
      const startMs = first + day * DAY_MS;
      const { revenueSun, transactions } = revenue.ofDay(startMs);
      return [dayOf(startMs).date, makeTrx(revenueSun), transactions];
    });
  },
  async *audit({ db }) {
    yield [['id', 'at', 'by', 'act', 'subject', 'reason']];
    for (let before: number | undefined; ;) {
      const { lines, next } = await auditEventsOf(db, { before, limit: AT_ONCE });
      yield lines.map(({ id, at, by, act, subject, reason }) => [id, makeTime(at), by, act, subject, reason]);
      if (next === null) return;
      before = next;
    }
  },
};

const makeTime = (ms: number): string => new Date(ms).toISOString();
