import type { AccountKind, Database } from '../platform/database/index.ts';
import { findMissingEntries, findSurplusEntries } from './audit-entries.ts';
import {
  findWrongBattles,
  findWrongDebts,
  findWrongEscrows,
  findWrongPayouts,
  findWrongPurchases,
  findWrongSeats,
  findWrongShares,
  findWrongSkins,
} from './audit-sources.ts';

/** Kinds of errors in the ledger. */
export type DifferenceCode =
  /** An entry with fewer than two postings, or whose postings do not sum to zero. */
  | 'ERR_ENTRY_SUM'
  /** A posting whose number or balance does not follow from the posting before it. */
  | 'ERR_ACCOUNT_CARRY'
  /** A negative balance of an account that must not have one. */
  | 'ERR_ACCOUNT_OVERDRAWN'
  /** A round, payment, payout or battle whose entry is missing or different. */
  | 'ERR_ENTRY_MISSING'
  /** An entry for a round, payment, payout or battle that is missing or has another status. */
  | 'ERR_ENTRY_SURPLUS'
  /** An applied payment that does not match its purchase. */
  | 'ERR_PURCHASE'
  /** A seat whose fee differs from its payment. */
  | 'ERR_SEAT'
  /** A session's escrow that differs from the fees of its seats, or is not empty after the end. */
  | 'ERR_ESCROW'
  /** A settled session that does not match its battle, a battle whose shares do not sum to its pool, or a held share that does not match either. */
  | 'ERR_BATTLE'
  /** The debts of players after a restore differ from the account of these debts. */
  | 'ERR_RESTORED_DEBT';

/** An error in the ledger. */
export interface Difference {
  readonly code: DifferenceCode;
  /** Describes for the operator what is wrong. */
  readonly message: string;
}

/** The accounts of one kind, summed up. */
export interface KindTotal {
  readonly kind: AccountKind;
  readonly accounts: number;
  readonly balanceSun: number;
}

/** The result of an audit. */
export interface Audit {
  readonly entries: number;
  readonly totals: readonly KindTotal[];
  readonly differences: readonly Difference[];
}

/** Each check finds one kind of error, and returns a message for each error. */
const CHECKS: readonly (readonly [DifferenceCode, (db: Database) => Promise<readonly string[]>])[] = [
  ['ERR_ENTRY_SUM', findUnbalancedEntries],
  ['ERR_ACCOUNT_CARRY', findWrongBalances],
  ['ERR_ACCOUNT_OVERDRAWN', findOverdrawnAccounts],
  ['ERR_ENTRY_MISSING', findMissingEntries],
  ['ERR_ENTRY_SURPLUS', findSurplusEntries],
  ['ERR_PURCHASE', findWrongPurchases],
  ['ERR_PURCHASE', findWrongSkins],
  ['ERR_SEAT', findWrongSeats],
  ['ERR_ESCROW', findWrongEscrows],
  ['ERR_RESTORED_DEBT', findWrongDebts],
  ['ERR_BATTLE', findWrongBattles],
  ['ERR_BATTLE', findWrongPayouts],
  ['ERR_BATTLE', findWrongShares],
];

/**
 * Checks that the ledger is consistent and matches the rounds, payments, payouts and battles, in one snapshot of the database. It changes nothing and
 * blocks no writer. A million postings take some seconds.
 */
export async function auditLedger(db: Database): Promise<Audit> {
  return db.inSnapshot(async () => {
    const differences: Difference[] = [];
    for (const [code, check] of CHECKS) for (const message of await check(db)) differences.push({ code, message });
    return { entries: await countEntries(db), totals: await totalsOf(db), differences };
  });
}

async function countEntries(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const totalsOf = async (db: Database): Promise<KindTotal[]> =>
  db
    .selectFrom('accounts')
    .innerJoin('postings', 'postings.account_id', 'accounts.id')
    .select(({ fn }) => [
      'accounts.kind',
      fn.countAll<number>().as('accounts'),
      fn.sum<number>('postings.balance_sun').as('balanceSun'),
    ])
    .where('postings.number', '=', ({ selectFrom }) =>
      selectFrom('postings as newest')
        .select(({ fn }) => fn.max('newest.number').as('number'))
        .whereRef('newest.account_id', '=', 'accounts.id'),
    )
    .groupBy('accounts.kind')
    .orderBy('accounts.kind')
    .execute();

async function findUnbalancedEntries(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .leftJoin('postings', 'postings.entry_id', 'entries.id')
    .select(({ fn }) => [
      fn.max('entries.key').as('key'),
      fn.count<number>('postings.amount_sun').as('count'),
      fn.sum<number | null>('postings.amount_sun').as('sum'),
    ])
    .groupBy('entries.id')
    .having(({ eb, fn, or }) =>
      or([eb(fn.count('postings.amount_sun'), '<', 2), eb(fn.sum('postings.amount_sun'), '!=', 0)]),
    )
    .orderBy('entries.id')
    .execute();
  return rows.map(({ key, count, sum }) => `entry ${key} has ${count} postings that sum to ${sum ?? 0} sun`);
}

async function findWrongBalances(db: Database): Promise<string[]> {
  const rows = await db
    .with('linked', (cte) =>
      cte.selectFrom('postings').select(({ fn, lit }) => [
        'account_id',
        'number',
        'amount_sun',
        'balance_sun',
        fn
          .coalesce(
            fn.agg<number | null>('lag', ['number']).over((over) => over.partitionBy('account_id').orderBy('number')),
            lit(0),
          )
          .as('last_number'),
        fn
          .coalesce(
            fn
              .agg<number | null>('lag', ['balance_sun'])
              .over((over) => over.partitionBy('account_id').orderBy('number')),
            lit(0),
          )
          .as('last_balance_sun'),
      ]),
    )
    .selectFrom('linked')
    .innerJoin('accounts', 'accounts.id', 'linked.account_id')
    .select([
      'accounts.kind',
      'accounts.owner',
      'linked.number',
      'linked.amount_sun',
      'linked.balance_sun',
      'linked.last_number',
      'linked.last_balance_sun',
    ])
    .where(({ eb, or, lit }) =>
      or([
        eb('linked.number', '!=', eb('linked.last_number', '+', lit(1))),
        eb('linked.balance_sun', '!=', eb('linked.last_balance_sun', '+', eb.ref('linked.amount_sun'))),
      ]),
    )
    .orderBy('linked.account_id')
    .orderBy('linked.number')
    .execute();
  return rows.map(
    (row) =>
      `account ${row.kind} ${row.owner}: posting ${row.number} of ${row.amount_sun} sun leaves ${row.balance_sun}, ` +
      `after posting ${row.last_number} left ${row.last_balance_sun}`,
  );
}

async function findOverdrawnAccounts(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('postings')
    .innerJoin('accounts', 'accounts.id', 'postings.account_id')
    .select(['accounts.kind', 'accounts.owner', 'postings.number', 'postings.balance_sun'])
    .where('postings.balance_sun', '<', 0)
    .where('accounts.kind', 'not in', ['house', 'fees', 'chain-in', 'chain-out'])
    .orderBy('postings.account_id')
    .orderBy('postings.number')
    .execute();
  return rows.map((row) => `account ${row.kind} ${row.owner}: posting ${row.number} leaves ${row.balance_sun} sun`);
}
