import { CALLS } from '@popfray/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchRows } from '../platform/database/raw-query.fixture.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { testLocation } from '../testing/test-location.fixture.ts';
import { postEntry, HOUSE, playerAccount } from './ledger.ts';
import { lines } from './lines.ts';

const opened: Database[] = [];
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

/** A ledger in which ann was given 1, 2, 3, … sun, at the times 1, 2, 3, …, and bob as much after each. */
async function open(entries: number, location?: string): Promise<Database> {
  const db = await openDatabase(location ?? (await testLocation()));
  if ('code' in db) throw new Error(db.message);
  opened.push(db);
  for (let number = 1; number <= entries; number++) {
    for (const player of ['ann', 'bob']) {
      const postings = [
        { account: HOUSE, amountSun: -number },
        { account: playerAccount(player), amountSun: number },
      ];
      const reference = `round-${number}`;
      await postEntry(db, { key: `${player}-${number}`, kind: 'round-reward', reference, postings }, number);
    }
  }
  return db;
}

describe("a player's page", () => {
  it('has the newest lines first, each with the balance after it', async () => {
    const page = await lines(await open(3), 'ann', null, 2);
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

  it('leads on to the next until the first line', async () => {
    const db = await open(7);
    const seen: number[] = [];
    let before: number | null = null;
    do {
      const page = await lines(db, 'ann', before, 3);
      seen.push(...page.lines.map(({ id }) => id));
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('stays the same page when lines come after it', async () => {
    const db = await open(5);
    const page = await lines(db, 'ann', 4, 2);
    await postEntry(
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
    expect(await lines(db, 'ann', 4, 2)).toEqual({ ...page, balanceSun: page.balanceSun + 1 });
  });

  it('ends where it fits exactly', async () => {
    expect((await lines(await open(2), 'ann', null, 2)).next).toBeNull();
  });

  it.each([[1], [0], [-5], [Number.MAX_SAFE_INTEGER]])('before line %i is what there is before it', async (before) => {
    expect((await lines(await open(2), 'ann', before, 10)).lines.every(({ id }) => id < before)).toBe(true);
  });

  it('of one who has none is empty', async () => {
    expect(await lines(await open(1), 'eve', null, 10)).toEqual({ balanceSun: 0, lines: [], next: null });
  });

  it('is found by an index, however large the ledger is', async () => {
    const plan = await fetchRows<{ detail: string }>(
      await open(1, ':memory:'),
      `EXPLAIN QUERY PLAN SELECT * FROM postings JOIN accounts ON accounts.id = account_id JOIN entries ON entries.id = entry_id
         WHERE accounts.kind = 'player' AND owner = 'ann' AND number < 9 ORDER BY number DESC LIMIT 2`,
    );
    expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});
