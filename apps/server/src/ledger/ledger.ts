import type { EntryKind } from '@popfray/protocol';
import { type AccountKind, type Database, perDatabase } from '../platform/database/index.ts';

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

/** Prepared statements: this is the hottest path of the server. */
const statementsOf = perDatabase((db) => ({
  hasEntry: db.prepare<[key: string], 1>('SELECT 1 FROM entries WHERE key = ?').pluck(),
  addEntry: db.prepare<[key: string, kind: EntryKind, reference: string, createdAt: number]>(
    'INSERT INTO entries (key, kind, reference, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING',
  ),
  /** An account's id. */
  findAccount: db
    .prepare<[kind: AccountKind, owner: string], number>('SELECT id FROM accounts WHERE kind = ? AND owner = ?')
    .pluck(),
  addAccount: db.prepare<[kind: AccountKind, owner: string]>('INSERT INTO accounts (kind, owner) VALUES (?, ?)'),
  /** Number and balance of an account's last posting. */
  findLast: db
    .prepare<[accountId: number], [number: number, balanceSun: number]>(
      'SELECT number, balance_sun FROM postings WHERE account_id = +? ORDER BY number DESC LIMIT 1',
    )
    .raw(),
  addPosting: db.prepare<[accountId: number, number: number, entryId: number, amountSun: number, balanceSun: number]>(
    'INSERT INTO postings (account_id, number, entry_id, amount_sun, balance_sun) VALUES (?, ?, ?, ?, ?)',
  ),
}));

/** The state of an account: its id, which is null before the first posting, and the number and balance of its last posting. */
interface Standing {
  readonly accountId: number | null;
  readonly number: number;
  readonly balanceSun: number;
}

const UNUSED: Standing = { accountId: null, number: 0, balanceSun: 0 };

/**
 * Posts an entry, once for each key, in one transaction, which can be the caller's. Throws for invalid postings: fewer than two, an account twice,
 * amounts that are not safe integers, a sum that is not zero.
 */
export function postEntry(db: Database, entry: Entry, nowMs: number): Entered {
  check(entry);
  return db.transaction(() => write(db, entry, nowMs));
}

function write(db: Database, { key, kind, reference, postings }: Entry, nowMs: number): Entered {
  const { addEntry, addPosting } = statementsOf(db);
  const standings = postings.map(({ account }) => standingOf(db, account));
  const isOverdrawn = postings.some(
    ({ account, amountSun }, at) =>
      (standings[at] ?? UNUSED).balanceSun + amountSun < 0 && !UNBOUNDED.has(account.kind),
  );
  if (isOverdrawn) return hasEntry(db, key) ? 'known' : 'overdrawn';
  const { changes, lastInsertRowid } = addEntry.run(key, kind, reference, Math.floor(nowMs));
  if (changes === 0) return 'known';
  for (const [at, { account, amountSun }] of postings.entries()) {
    const { accountId, number, balanceSun } = standings[at] ?? UNUSED;
    addPosting.run(
      accountId ?? openAccount(db, account),
      number + 1,
      Number(lastInsertRowid),
      amountSun,
      balanceSun + amountSun,
    );
  }
  return 'posted';
}

/** Whether an entry with a key was posted. */
export const hasEntry = (db: Database, key: string): boolean => statementsOf(db).hasEntry.get(key) !== undefined;

/** Balance of an account in sun: 0 for one that was never used. */
export const balanceOf = (db: Database, account: AccountName): number => standingOf(db, account).balanceSun;

function standingOf(db: Database, { kind, owner }: AccountName): Standing {
  const { findAccount, findLast } = statementsOf(db);
  const accountId = findAccount.get(kind, owner);
  if (accountId === undefined) return UNUSED;
  const [number, balanceSun] = findLast.get(accountId) ?? [0, 0];
  return { accountId, number, balanceSun };
}

const openAccount = (db: Database, { kind, owner }: AccountName): number =>
  Number(statementsOf(db).addAccount.run(kind, owner).lastInsertRowid);

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
  if (postings.length < 2 || isTwice || !isWhole || sum !== 0) throw new RangeError(`${key} is no entry`);
}
