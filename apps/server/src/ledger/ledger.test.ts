import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../platform/database/database.ts';
import {
  balanceOf,
  CHAIN_IN,
  postEntry,
  escrowAccount,
  hasEntry,
  HOUSE,
  playerAccount,
  PAYOUTS,
  type Entry,
} from './ledger.ts';

const opened: Database[] = [];
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

function open(): Database {
  const db = openDatabase(':memory:');
  if ('code' in db) throw new Error(db.message);
  opened.push(db);
  return db;
}

const NOW_MS = 1_700_000_000_000;
const ANN = playerAccount('ann');
const BOB = playerAccount('bob');

/** Moves an amount from one account to another. */
const movement = (
  key: string,
  from: Entry['postings'][number]['account'],
  to: typeof from,
  amountSun: number,
): Entry => ({
  key,
  kind: 'adjustment',
  reference: key,
  postings: [
    { account: from, amountSun: -amountSun },
    { account: to, amountSun },
  ],
});

/** Everything in the ledger's tables. */
const dump = (db: Database): unknown[] =>
  ['accounts', 'entries', 'postings'].map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all());

describe('an entry', () => {
  it('moves an amount from one account to another', () => {
    const db = open();
    expect(postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS)).toBe('posted');
    expect(postEntry(db, movement('b', ANN, BOB, 10), NOW_MS)).toBe('posted');
    expect([HOUSE, ANN, BOB].map((account) => balanceOf(db, account))).toEqual([-30, 20, 10]);
    expect(hasEntry(db, 'a')).toBe(true);
  });

  it('may have many postings', () => {
    const db = open();
    const postings = [
      { account: CHAIN_IN, amountSun: -100 },
      { account: escrowAccount('s'), amountSun: 60 },
      { account: ANN, amountSun: 25 },
      { account: HOUSE, amountSun: 15 },
    ];
    expect(postEntry(db, { key: 'many', kind: 'adjustment', reference: '', postings }, NOW_MS)).toBe('posted');
    expect(postings.map(({ account }) => balanceOf(db, account))).toEqual([-100, 60, 25, 15]);
  });

  it('is posted once for its key, even if it differs the second time', () => {
    const db = open();
    postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS);
    const before = dump(db);
    expect(postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS + 1)).toBe('known');
    expect(postEntry(db, movement('a', HOUSE, BOB, 99), NOW_MS)).toBe('known');
    // Known comes before overdrawn: what was done stays done when the money has gone on.
    expect(postEntry(db, movement('a', ANN, HOUSE, 999), NOW_MS)).toBe('known');
    expect(dump(db)).toEqual(before);
  });

  it('that would overdraw changes nothing, and its key stays free', () => {
    const db = open();
    postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS);
    const before = dump(db);
    expect(postEntry(db, movement('b', ANN, BOB, 31), NOW_MS)).toBe('overdrawn');
    expect(postEntry(db, movement('c', PAYOUTS, BOB, 1), NOW_MS)).toBe('overdrawn');
    expect(dump(db)).toEqual(before);
    postEntry(db, movement('d', HOUSE, ANN, 1), NOW_MS);
    expect(postEntry(db, movement('b', ANN, BOB, 31), NOW_MS)).toBe('posted');
  });

  it('may take what is not there from the house and the chain alone', () => {
    const db = open();
    expect(postEntry(db, movement('a', HOUSE, ANN, Number.MAX_SAFE_INTEGER), NOW_MS)).toBe('posted');
    expect(postEntry(db, movement('b', CHAIN_IN, BOB, 5), NOW_MS)).toBe('posted');
    expect(balanceOf(db, HOUSE)).toBe(-Number.MAX_SAFE_INTEGER);
  });

  it('of more than can be counted is refused by the database, and nothing of it stays', () => {
    const db = open();
    postEntry(db, movement('a', HOUSE, ANN, Number.MAX_SAFE_INTEGER), NOW_MS);
    const before = dump(db);
    expect(() => postEntry(db, movement('b', HOUSE, BOB, 1), NOW_MS)).toThrow(/CHECK/);
    expect(dump(db)).toEqual(before);
  });

  it.each<[string, readonly (readonly [typeof ANN, number])[]]>([
    ['no postings', []],
    ['one posting', [[ANN, 1]]],
    [
      'a sum above zero',
      [
        [HOUSE, -1],
        [ANN, 2],
      ],
    ],
    [
      'a sum below zero',
      [
        [HOUSE, -2],
        [ANN, 1],
      ],
    ],
    [
      'nothing moved',
      [
        [HOUSE, 0],
        [ANN, 0],
      ],
    ],
    [
      'a zero among others',
      [
        [HOUSE, -1],
        [ANN, 1],
        [BOB, 0],
      ],
    ],
    [
      'an account twice',
      [
        [HOUSE, -2],
        [ANN, 1],
        [ANN, 1],
      ],
    ],
    [
      'a fraction',
      [
        [HOUSE, -0.5],
        [ANN, 0.5],
      ],
    ],
    [
      'no number',
      [
        [HOUSE, Number.NaN],
        [ANN, Number.NaN],
      ],
    ],
    [
      'infinity',
      [
        [HOUSE, Number.NEGATIVE_INFINITY],
        [ANN, Number.POSITIVE_INFINITY],
      ],
    ],
    [
      'an amount past exactness',
      [
        [HOUSE, -(2 ** 53)],
        [ANN, 2 ** 53],
      ],
    ],
    // Rounding takes the last one away: -2^53 + 1 is exact, and so is each of them.
    [
      'a sum that rounds to zero',
      [
        [HOUSE, 2 ** 53 - 1],
        [ANN, 2 ** 53 - 1],
        [BOB, -(2 ** 53 - 1)],
        [PAYOUTS, -(2 ** 53 - 2)],
      ],
    ],
  ])('of %s is a bug, and throws', (_, amounts) => {
    const db = open();
    const postings = amounts.map(([account, amountSun]) => ({ account, amountSun }));
    const before = dump(db);
    expect(() => postEntry(db, { key: 'x', kind: 'adjustment', reference: '', postings }, NOW_MS)).toThrow(
      'x is no entry',
    );
    expect(dump(db)).toEqual(before);
  });
});

describe('in a transaction of the caller', () => {
  it('an entry is undone with it', () => {
    const db = open();
    expect(() =>
      db.transaction(() => {
        postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS);
        throw new Error('the caller changed its mind');
      }),
    ).toThrow('changed its mind');
    expect(balanceOf(db, ANN)).toBe(0);
    expect(postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS)).toBe('posted');
  });

  it('an entry that fails undoes it all, even when the caller looks away', () => {
    const db = open();
    postEntry(db, movement('full', HOUSE, ANN, Number.MAX_SAFE_INTEGER), NOW_MS);
    const before = dump(db);
    expect(() =>
      db.transaction(() => {
        postEntry(db, movement('a', CHAIN_IN, BOB, 30), NOW_MS);
        try {
          postEntry(db, movement('b', HOUSE, BOB, 1), NOW_MS);
        } catch {
          // Looks away.
        }
      }),
    ).toThrow('nothing of it stays');
    expect(dump(db)).toEqual(before);
  });
});

describe('an account', () => {
  it('that was never used has nothing, and asking does not make it', () => {
    const db = open();
    expect(balanceOf(db, ANN)).toBe(0);
    expect(db.prepare('SELECT * FROM accounts').all()).toEqual([]);
  });

  it('is named by kind and owner together', () => {
    const db = open();
    postEntry(db, movement('a', HOUSE, escrowAccount('same'), 5), NOW_MS);
    expect(balanceOf(db, playerAccount('same'))).toBe(0);
  });
});

describe('the database itself refuses', () => {
  /** An account of ann's with two postings (30, then -10) and the house's. */
  function fill(): Database {
    const db = open();
    postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS);
    postEntry(db, movement('b', ANN, HOUSE, 10), NOW_MS);
    return db;
  }

  const ANN_ID = `(SELECT id FROM accounts WHERE owner = 'ann')`;
  const posting = (number: number, amount: number, balance: number, verb = 'INSERT'): string =>
    `${verb} INTO postings (account_id, number, entry_id, amount_sun, balance_sun)
     VALUES (${ANN_ID}, ${number}, 1, ${amount}, ${balance})`;

  it.each([
    ['to change a posting', 'UPDATE postings SET amount_sun = 1'],
    ['to change an entry', `UPDATE entries SET key = 'c' WHERE key = 'a'`],
    ['to change an account', `UPDATE accounts SET owner = 'eve'`],
    ['to delete a posting', 'DELETE FROM postings WHERE number = 2'],
    ['to delete an entry', `DELETE FROM entries WHERE key = 'a'`],
    ['to delete an account', 'DELETE FROM accounts'],
    ['to replace a posting', posting(2, -5, 25, 'INSERT OR REPLACE')],
    ['to replace an entry', `INSERT OR REPLACE INTO entries VALUES (1, 'z', 'adjustment', '', 0)`],
    ['to replace an account', `INSERT OR REPLACE INTO accounts VALUES (1, 'player', 'eve')`],
    ['a number that is taken', posting(2, 5, 35)],
    ['a number that leaves a gap', posting(4, 5, 25)],
    ['a number below 1', posting(0, 5, 5)],
    ['a first posting of an account that has one', posting(1, 5, 5)],
    ['a balance that is not the sum', posting(3, 5, 26)],
    ['an overdraft', posting(3, -21, -1)],
    ['a posting of nothing', posting(3, 0, 20)],
    ['a fraction', posting(3, 0.5, 20.5)],
    ['an amount past exactness', posting(3, 2 ** 54, 2 ** 54 + 20)],
    ['a posting of no entry', posting(3, 5, 25).replace(', 1, 5', ', 99, 5')],
    ['a posting of no account', posting(1, 5, 5).replace(ANN_ID, '99')],
    ['a second entry of a key', `INSERT INTO entries (key, kind, reference, created_at) VALUES ('a', 'x', '', 0)`],
    ['an unknown kind of account', `INSERT INTO accounts (kind, owner) VALUES ('slush', '')`],
    ['an account twice', `INSERT INTO accounts (kind, owner) VALUES ('player', 'ann')`],
  ])('%s', (_, text) => {
    const db = fill();
    const before = dump(db);
    expect(() => db.prepare(text).run()).toThrow(/ledger|constraint|cannot store/i);
    expect(dump(db)).toEqual(before);
  });

  it('but not the posting that is next', () => {
    const db = fill();
    db.prepare(posting(3, 5, 25)).run();
    expect(balanceOf(db, ANN)).toBe(25);
  });
});

describe('for any postings', () => {
  it('an entry is entered, or throws and changes nothing', () => {
    const account = fc.constantFrom(HOUSE, CHAIN_IN, ANN, BOB, PAYOUTS);
    const amountSun = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.maxSafeInteger(), fc.double());
    const postings = fc.array(fc.record({ account, amountSun }), { maxLength: 5 });
    fc.assert(
      fc.property(postings, (drawn) => {
        const db = open();
        const before = dump(db);
        let isThrown = false;
        try {
          postEntry(db, { key: 'x', kind: 'adjustment', reference: '', postings: drawn }, NOW_MS);
        } catch {
          isThrown = true;
        }
        if (isThrown) expect(dump(db)).toEqual(before);
        expect(db.prepare('SELECT coalesce(sum(amount_sun), 0) AS sun FROM postings').get()).toEqual({ sun: 0 });
        opened.pop()?.close();
      }),
      { numRuns: 150 },
    );
  });
});
