import type { EntryKind } from '@popfray/protocol';
import { type AccountKind, type Database, perDatabase } from '../platform/database/index.ts';

/** An account by what it is and whose. */
export interface AccountName {
  readonly kind: AccountKind;
  /** A player's address or a session's id; empty for the others. */
  readonly owner: string;
}

/** The accounts that there is one of. */
export const HOUSE: AccountName = { kind: 'house', owner: '' };
/** What players were paid before a restore and their restored balances do not cover: below zero by what they owe. */
export const RESTORED_DEBTS: AccountName = { kind: 'house', owner: 'restored-debts' };
export const REWARD_BUDGET: AccountName = { kind: 'reward-budget', owner: '' };
export const FEES: AccountName = { kind: 'fees', owner: '' };
export const PAYOUTS: AccountName = { kind: 'payouts', owner: '' };
export const CHAIN_IN: AccountName = { kind: 'chain-in', owner: '' };
export const CHAIN_OUT: AccountName = { kind: 'chain-out', owner: '' };

/** A player's account. */
export const playerAccount = (address: string): AccountName => ({ kind: 'player', owner: address });

/** The account that holds a session's stakes. */
export const escrowAccount = (sessionId: string): AccountName => ({ kind: 'escrow', owner: sessionId });

/** A movement of money to be entered. */
export interface Entry {
  /** The same key is entered once, whatever it says the second time. */
  readonly key: string;
  readonly kind: EntryKind;
  /** Id of what it is for. */
  readonly reference: string;
  /** At least two, of different accounts, none 0, summing to 0. Safe integers of sun. */
  readonly postings: readonly { readonly account: AccountName; readonly amountSun: number }[];
}

/** What came of entering: `entered`, or `known` when its key was entered before. `overdrawn`: nothing was changed. */
export type Entered = 'posted' | 'known' | 'overdrawn';

/** Accounts that may be below zero: what the house has earned and spent, and what came from and went to the chain. */
const UNBOUNDED: ReadonlySet<AccountKind> = new Set(['house', 'fees', 'chain-in', 'chain-out']);

/** Statements of the hottest path of the server. */
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

/** Where an account stands: its id, null for one never used, and its last posting's number and balance. */
interface Standing {
  readonly accountId: number | null;
  readonly number: number;
  readonly balanceSun: number;
}

const UNUSED: Standing = { accountId: null, number: 0, balanceSun: 0 };

/**
 * Enters a movement of money, once for each key, in one transaction (its own, or that of the caller). Throws for postings
 * that are no entry: fewer than two, an account twice, amounts that are not safe integers, a sum that is not zero.
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

/** Whether a movement was entered, by its key. */
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
  // A sum that is no safe integer on its way may come out as 0 without being it.
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
