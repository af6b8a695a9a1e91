import type { EntryKind } from '@popfray/protocol';
import { type AccountKind, type Database, prepareQuery } from '../platform/database/index.ts';

/** An account by its kind and its owner. */
export interface AccountName {
  readonly kind: AccountKind;
  /** A player's address or a session's id; empty for the others. */
  readonly owner: string;
}

/** The accounts of the house. */
export const HOUSE: AccountName = { kind: 'house', owner: '' };
/** Payouts made before a restore that the restored balances do not cover. Its balance is the negative of the debts. */
export const RESTORED_DEBTS: AccountName = { kind: 'house', owner: 'restored-debts' };
export const REWARD_BUDGET: AccountName = { kind: 'reward-budget', owner: '' };
export const FEES: AccountName = { kind: 'fees', owner: '' };
export const PAYOUTS: AccountName = { kind: 'payouts', owner: '' };
export const CHAIN_IN: AccountName = { kind: 'chain-in', owner: '' };
export const CHAIN_OUT: AccountName = { kind: 'chain-out', owner: '' };

/** A player's account. */
export const playerAccount = (address: string): AccountName => ({ kind: 'player', owner: address });

/** The account that holds the entry fees of a session. */
export const escrowAccount = (sessionId: string): AccountName => ({ kind: 'escrow', owner: sessionId });

/** A ledger entry to be posted. */
export interface Entry {
  /** Idempotency key. A second entry with the same key is ignored, even if it differs. */
  readonly key: string;
  readonly kind: EntryKind;
  /** Id of the round, payment, payout or session that it is for. */
  readonly reference: string;
  /** At least two postings to different accounts, none of them 0, with a sum of 0. Amounts are safe integers of sun. */
  readonly postings: readonly { readonly account: AccountName; readonly amountSun: number }[];
}

/** What came of entering: `entered`, or `known` when its key was entered before. `overdrawn`: nothing was changed. */
export type Entered = 'posted' | 'known' | 'overdrawn';

/** Kinds of accounts that may be negative: those of the house's income and expenses, and of transfers from and to the chain. */
const UNBOUNDED: ReadonlySet<AccountKind> = new Set(['house', 'fees', 'chain-in', 'chain-out']);

/** Most postings of an entry: a settlement has one for each seat, the creator, the house and the escrow. */
const MAX_POSTINGS = 32;

/** The state of an account: its id, which is null before the first posting, and the number and balance of its last posting. */
interface Standing {
  readonly accountId: number | null;
  readonly number: number;
  readonly balanceSun: number;
}

const UNUSED: Standing = { accountId: null, number: 0, balanceSun: 0 };

// Posting is the hottest path of the server, so each entry takes three queries, which are compiled once (bench: ledger.posting_vs_raw).

/**
 * The accounts of a number of names, kind and owner in turn, each with its last posting. The last posting is looked up by scalar subqueries: SQLite
 * compiles a statement again at each run when it has an ORDER BY or a join beside its parameters, which takes longer than the statement itself.
 */
const findStandings = Array.from({ length: MAX_POSTINGS + 1 }, (_, count) =>
  prepareQuery(
    (db: Database, ...names: readonly string[]) =>
      db
        .selectFrom('accounts')
        .select((account) => {
          const last = account
            .selectFrom('postings')
            .whereRef('postings.account_id', '=', 'accounts.id')
            .orderBy('postings.number', 'desc')
            .limit(1);
          return [
            'accounts.id',
            'accounts.kind',
            'accounts.owner',
            last.select('postings.number').as('number'),
            last.select('postings.balance_sun').as('balance_sun'),
          ];
        })
        .where((eb) =>
          eb.or(
            Array.from({ length: count }, (__, at) =>
              eb.and([
                eb('accounts.kind', '=', names[2 * at] as AccountKind),
                eb('accounts.owner', '=', names[2 * at + 1] as string),
              ]),
            ),
          ),
        ),
    2 * count,
  ),
);

const findEntry = prepareQuery((db: Database, key: string) =>
  db.selectFrom('entries').select('id').where('key', '=', key),
);

const addEntry = prepareQuery((db: Database, key: string, kind: EntryKind, reference: string, created_at: number) =>
  db
    .insertInto('entries')
    .values({ key, kind, reference, created_at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id'),
);

/** Adds postings: account, number, entry, amount and balance of each in turn. */
const addPostings = Array.from({ length: MAX_POSTINGS + 1 }, (_, count) =>
  prepareQuery(
    (db: Database, ...cells: readonly number[]) =>
      db.insertInto('postings').values(
        Array.from({ length: count }, (__, at) => {
          const [account_id = 0, number = 0, entry_id = 0, amount_sun = 0, balance_sun = 0] = cells.slice(5 * at);
          return { account_id, number, entry_id, amount_sun, balance_sun };
        }),
      ),
    5 * count,
  ),
);

/**
 * Posts an entry, once for each key, in one transaction, which can be the caller's. Rejects for invalid postings: fewer than two or more than 32,
 * an account twice, amounts that are not safe integers, a sum that is not zero.
 */
export async function postEntry(db: Database, entry: Entry, nowMs: number): Promise<Entered> {
  check(entry);
  return db.inTransaction(async () => write(db, entry, nowMs));
}

async function write(db: Database, { key, kind, reference, postings }: Entry, nowMs: number): Promise<Entered> {
  const standings = await standingsOf(
    db,
    postings.map(({ account }) => account),
  );
  const isOverdrawn = postings.some(
    ({ account, amountSun }, at) =>
      (standings[at] ?? UNUSED).balanceSun + amountSun < 0 && !UNBOUNDED.has(account.kind),
  );
  if (isOverdrawn) return (await hasEntry(db, key)) ? 'known' : 'overdrawn';
  const [entryRow] = await addEntry(db, key, kind, reference, Math.floor(nowMs));
  if (entryRow === undefined) return 'known';
  const cells: number[] = [];
  for (const [at, { account, amountSun }] of postings.entries()) {
    const { accountId, number, balanceSun } = standings[at] ?? UNUSED;
    cells.push(
      accountId ?? (await openAccount(db, account)),
      number + 1,
      entryRow.id,
      amountSun,
      balanceSun + amountSun,
    );
  }
  await addPostings[postings.length]?.(db, ...cells);
  return 'posted';
}

/** Whether an entry with a key was posted. */
export const hasEntry = async (db: Database, key: string): Promise<boolean> => (await findEntry(db, key)).length > 0;

/** Balance of an account in sun: 0 for one that was never used. */
export async function balanceOf(db: Database, account: AccountName): Promise<number> {
  const [standing] = await standingsOf(db, [account]);
  return standing?.balanceSun ?? 0;
}

/** The standings of accounts, in the order of their names. */
async function standingsOf(db: Database, names: readonly AccountName[]): Promise<readonly Standing[]> {
  const find = findStandings[names.length];
  const rows = (await find?.(db, ...names.flatMap(({ kind, owner }) => [kind, owner]))) ?? [];
  return names.map(({ kind, owner }) => {
    const row = rows.find((known) => known.kind === kind && known.owner === owner);
    return row === undefined
      ? UNUSED
      : { accountId: row.id, number: row.number ?? 0, balanceSun: row.balance_sun ?? 0 };
  });
}

async function openAccount(db: Database, { kind, owner }: AccountName): Promise<number> {
  const { id } = await db.insertInto('accounts').values({ kind, owner }).returning('id').executeTakeFirstOrThrow();
  return id;
}

function check({ key, postings }: Entry): void {
  let sum = 0;
  // An intermediate sum that is not a safe integer could be rounded, and make the total 0 by mistake.
  const isWhole = postings.every(({ amountSun }) => {
    sum += amountSun;
    return Number.isSafeInteger(amountSun) && amountSun !== 0 && Number.isSafeInteger(sum);
  });
  const isTwice = postings.some(({ account }, at) =>
    postings.some(
      (other, place) => place < at && other.account.kind === account.kind && other.account.owner === account.owner,
    ),
  );
  if (postings.length < 2 || postings.length > MAX_POSTINGS || isTwice || !isWhole || sum !== 0)
    throw new RangeError(`${key} is no entry`);
}
