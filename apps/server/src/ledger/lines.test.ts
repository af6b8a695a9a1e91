import { CALLS } from '@popfray/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { postEntry, HOUSE, playerAccount } from './ledger.ts';
import { lines } from './lines.ts';

const opened: Database[] = [];
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

/** A ledger in which ann was given 1, 2, 3, … sun, at the times 1, 2, 3, …, and bob as much after each. */
function open(entries: number): Database {
  const db = openDatabase(':memory:');
  if ('code' in db) throw new Error(db.message);
  opened.push(db);
  for (let number = 1; number <= entries; number++) {
    for (const player of ['ann', 'bob']) {
      const postings = [
        { account: HOUSE, amountSun: -number },
        { account: playerAccount(player), amountSun: number },
      ];
      const reference = `round-${number}`;
      postEntry(db, { key: `${player}-${number}`, kind: 'round-reward', reference, postings }, number);
    }
  }
  return db;
}

describe("a player's page", () => {
  it('has the newest lines first, each with the balance after it', () => {
    const page = lines(open(3), 'ann', null, 2);
    expect(page).toEqual({
      balanceSun: 6,
      lines: [
        { id: 3, kind: 'round-reward', amountSun: 3, balanceSun: 6, reference: 'round-3', createdAt: 3 },
        { id: 2, kind: 'round-reward', amountSun: 2, balanceSun: 3, reference: 'round-2', createdAt: 2 },
      ],
      next: 2,
    });
    expect(CALLS.getMyLedger.answer.parse(page)).toEqual(page);
  });

  it('leads on to the next until the first line', () => {
    const db = open(7);
    const seen: number[] = [];
    let before: number | null = null;
    do {
      const page = lines(db, 'ann', before, 3);
      seen.push(...page.lines.map(({ id }) => id));
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('stays the same page when lines come after it', () => {
    const db = open(5);
    const page = lines(db, 'ann', 4, 2);
    postEntry(
      db,
      {
        key: 'new',
        kind: 'adjustment',
        reference: '',
        postings: [
          { account: HOUSE, amountSun: -1 },
          { account: playerAccount('ann'), amountSun: 1 },
        ],
      },
      9,
    );
    expect(lines(db, 'ann', 4, 2)).toEqual({ ...page, balanceSun: page.balanceSun + 1 });
  });

  it('ends where it fits exactly', () => {
    expect(lines(open(2), 'ann', null, 2).next).toBeNull();
  });

  it.each([[1], [0], [-5], [Number.MAX_SAFE_INTEGER]])('before line %i is what there is before it', (before) => {
    expect(lines(open(2), 'ann', before, 10).lines.every(({ id }) => id < before)).toBe(true);
  });

  it('of one who has none is empty', () => {
    expect(lines(open(1), 'eve', null, 10)).toEqual({ balanceSun: 0, lines: [], next: null });
  });

  it('is found by an index, however large the ledger is', () => {
    const plan = open(1)
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT * FROM postings JOIN accounts ON accounts.id = account_id JOIN entries ON entries.id = entry_id
         WHERE accounts.kind = 'player' AND owner = 'ann' AND number < 9 ORDER BY number DESC LIMIT 2`,
      )
      .all();
    expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});
