import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { execute, fetchRow, fetchRows } from '../platform/database/raw-query.fixture.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { testLocation } from '../testing/test-location.fixture.ts';
import { auditLedger } from './audit.ts';
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
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

async function open(location?: string): Promise<Database> {
  const db = await openDatabase(location ?? (await testLocation()));
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
const dump = async (db: Database): Promise<unknown[]> =>
  Array.fromAsync(['accounts', 'entries', 'postings'], async (table) =>
    fetchRows(db, `SELECT * FROM ${table} ORDER BY 1, 2`),
  );

describe('an entry', () => {
  it('moves an amount from one account to another', async () => {
    const db = await open();
    expect(await postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS)).toBe('posted');
    expect(await postEntry(db, movement('b', ANN, BOB, 10), NOW_MS)).toBe('posted');
    expect(await Array.fromAsync([HOUSE, ANN, BOB], async (account) => balanceOf(db, account))).toEqual([-30, 20, 10]);
    expect(await hasEntry(db, 'a')).toBe(true);
  });

  it('may have many postings', async () => {
    const db = await open();
    const postings = [
      { account: CHAIN_IN, amountSun: -100 },
      { account: escrowAccount('s'), amountSun: 60 },
      { account: ANN, amountSun: 25 },
      { account: HOUSE, amountSun: 15 },
    ];
    expect(await postEntry(db, { key: 'many', kind: 'adjustment', reference: '', postings }, NOW_MS)).toBe('posted');
    expect(await Array.fromAsync(postings, async ({ account }) => balanceOf(db, account))).toEqual([-100, 60, 25, 15]);
  });

  it('is posted once for its key, even if it differs the second time', async () => {
    const db = await open();
    await postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS);
    const before = await dump(db);
    expect(await postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS + 1)).toBe('known');
    expect(await postEntry(db, movement('a', HOUSE, BOB, 99), NOW_MS)).toBe('known');
    // Known comes before overdrawn: what was done stays done when the money has gone on.
    expect(await postEntry(db, movement('a', ANN, HOUSE, 999), NOW_MS)).toBe('known');
    expect(await dump(db)).toEqual(before);
  });

  it('that would overdraw changes nothing, and its key stays free', async () => {
    const db = await open();
    await postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS);
    const before = await dump(db);
    expect(await postEntry(db, movement('b', ANN, BOB, 31), NOW_MS)).toBe('overdrawn');
    expect(await postEntry(db, movement('c', PAYOUTS, BOB, 1), NOW_MS)).toBe('overdrawn');
    expect(await dump(db)).toEqual(before);
    await postEntry(db, movement('d', HOUSE, ANN, 1), NOW_MS);
    expect(await postEntry(db, movement('b', ANN, BOB, 31), NOW_MS)).toBe('posted');
  });

  it('may take what is not there from the house and the chain alone', async () => {
    const db = await open();
    expect(await postEntry(db, movement('a', HOUSE, ANN, Number.MAX_SAFE_INTEGER), NOW_MS)).toBe('posted');
    expect(await postEntry(db, movement('b', CHAIN_IN, BOB, 5), NOW_MS)).toBe('posted');
    expect(await balanceOf(db, HOUSE)).toBe(-Number.MAX_SAFE_INTEGER);
  });

  it('of more than can be counted is refused by the database, and nothing of it stays', async () => {
    const db = await open();
    await postEntry(db, movement('a', HOUSE, ANN, Number.MAX_SAFE_INTEGER), NOW_MS);
    const before = await dump(db);
    await expect(async () => postEntry(db, movement('b', HOUSE, BOB, 1), NOW_MS)).rejects.toThrow(
      /CHECK|check constraint/,
    );
    expect(await dump(db)).toEqual(before);
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
  ])('of %s is a bug, and throws', async (_, amounts) => {
    const db = await open();
    const postings = amounts.map(([account, amountSun]) => ({ account, amountSun }));
    const before = await dump(db);
    await expect(async () =>
      postEntry(db, { key: 'x', kind: 'adjustment', reference: '', postings }, NOW_MS),
    ).rejects.toThrow('x is no entry');
    expect(await dump(db)).toEqual(before);
  });
});

describe('entries at the same time', () => {
  it('do not overdraw an account together', async () => {
    const db = await open();
    await postEntry(db, movement('a', HOUSE, ANN, 70), NOW_MS);
    const moved = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => postEntry(db, movement(`b${at}`, ANN, BOB, 30), NOW_MS)),
    );
    expect(moved.filter((entered) => entered === 'posted')).toHaveLength(2);
    expect(moved.filter((entered) => entered === 'overdrawn')).toHaveLength(4);
    expect([await balanceOf(db, ANN), await balanceOf(db, BOB)]).toEqual([10, 60]);
    expect((await auditLedger(db)).differences.filter(({ code }) => code.startsWith('ERR_ACCOUNT'))).toEqual([]);
  });

  it('of one key are posted once', async () => {
    const db = await open();
    const entered = await Promise.all(
      [1, 2, 3, 4].map(async () => postEntry(db, movement('a', HOUSE, ANN, 5), NOW_MS)),
    );
    expect(entered.toSorted()).toEqual(['known', 'known', 'known', 'posted']);
    expect(await balanceOf(db, ANN)).toBe(5);
  });
});

describe('in a transaction of the caller', () => {
  it('an entry is undone with it', async () => {
    const db = await open();
    await expect(async () =>
      db.inTransaction(async () => {
        await postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS);
        throw new Error('the caller changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    expect(await balanceOf(db, ANN)).toBe(0);
    expect(await postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS)).toBe('posted');
  });

  it('an entry that fails undoes it all, even when the caller looks away', async () => {
    const db = await open();
    await postEntry(db, movement('full', HOUSE, ANN, Number.MAX_SAFE_INTEGER), NOW_MS);
    const before = await dump(db);
    await expect(async () =>
      db.inTransaction(async () => {
        await postEntry(db, movement('a', CHAIN_IN, BOB, 30), NOW_MS);
        try {
          await postEntry(db, movement('b', HOUSE, BOB, 1), NOW_MS);
        } catch {
          // Looks away.
        }
      }),
    ).rejects.toThrow('nothing of it stays');
    expect(await dump(db)).toEqual(before);
  });
});

describe('an account', () => {
  it('that was never used has nothing, and asking does not make it', async () => {
    const db = await open();
    expect(await balanceOf(db, ANN)).toBe(0);
    expect(await fetchRows(db, 'SELECT * FROM accounts')).toEqual([]);
  });

  it('is named by kind and owner together', async () => {
    const db = await open();
    await postEntry(db, movement('a', HOUSE, escrowAccount('same'), 5), NOW_MS);
    expect(await balanceOf(db, playerAccount('same'))).toBe(0);
  });
});

describe('the database itself refuses', () => {
  /** An account of ann's with two postings (30, then -10) and the house's. */
  async function fill(location?: string): Promise<Database> {
    const db = await open(location);
    await postEntry(db, movement('a', HOUSE, ANN, 30), NOW_MS);
    await postEntry(db, movement('b', ANN, HOUSE, 10), NOW_MS);
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
    ['a number that is taken', posting(2, 5, 35)],
    ['a number that leaves a gap', posting(4, 5, 25)],
    ['a number below 1', posting(0, 5, 5)],
    ['a first posting of an account that has one', posting(1, 5, 5)],
    ['a balance that is not the sum', posting(3, 5, 26)],
    ['an overdraft', posting(3, -21, -1)],
    ['a posting of nothing', posting(3, 0, 20)],
    ['an amount past exactness', posting(3, 2 ** 54, 2 ** 54 + 20)],
    ['a posting of no entry', posting(3, 5, 25).replace(', 1, 5', ', 99, 5')],
    ['a posting of no account', posting(1, 5, 5).replace(ANN_ID, '99')],
    ['a second entry of a key', `INSERT INTO entries (key, kind, reference, created_at) VALUES ('a', 'x', '', 0)`],
    ['an unknown kind of account', `INSERT INTO accounts (kind, owner) VALUES ('slush', '')`],
    ['an account twice', `INSERT INTO accounts (kind, owner) VALUES ('player', 'ann')`],
  ])('%s', async (_, text) => {
    const db = await fill();
    const before = await dump(db);
    await expect(async () => execute(db, text)).rejects.toThrow(/ledger|constraint|cannot store/i);
    expect(await dump(db)).toEqual(before);
  });

  it.each([
    ['to replace a posting', posting(2, -5, 25, 'INSERT OR REPLACE')],
    ['to replace an entry', `INSERT OR REPLACE INTO entries VALUES (1, 'z', 'adjustment', '', 0)`],
    ['to replace an account', `INSERT OR REPLACE INTO accounts VALUES (1, 'player', 'eve')`],
    ['a fraction', posting(3, 0.5, 20.5)],
  ])('%s, on SQLite', async (_, text) => {
    const db = await fill(':memory:');
    const before = await dump(db);
    await expect(async () => execute(db, text)).rejects.toThrow(/ledger|constraint|cannot store/i);
    expect(await dump(db)).toEqual(before);
  });

  it('but not the posting that is next', async () => {
    const db = await fill();
    await execute(db, posting(3, 5, 25));
    expect(await balanceOf(db, ANN)).toBe(25);
  });
});

describe('for any postings', () => {
  it('an entry is entered, or throws and changes nothing', async () => {
    const account = fc.constantFrom(HOUSE, CHAIN_IN, ANN, BOB, PAYOUTS);
    const amountSun = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.maxSafeInteger(), fc.double());
    const postings = fc.array(fc.record({ account, amountSun }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(postings, async (drawn) => {
        const db = await open();
        const before = await dump(db);
        let isThrown = false;
        try {
          await postEntry(db, { key: 'x', kind: 'adjustment', reference: '', postings: drawn }, NOW_MS);
        } catch {
          isThrown = true;
        }
        if (isThrown) expect(await dump(db)).toEqual(before);
        expect(await fetchRow(db, 'SELECT coalesce(sum(amount_sun), 0) AS sun FROM postings')).toEqual({ sun: 0 });
        await opened.pop()?.close();
      }),
      { numRuns: 150 },
    );
  });
});
