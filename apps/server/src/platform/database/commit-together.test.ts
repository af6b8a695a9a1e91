import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { commitTogether } from './commit-together.ts';
import { DatabaseUnavailableError, openDatabase } from './index.ts';
import { fetchValue } from './raw-query.fixture.ts';

const opened = await openDatabase(':memory:');
if ('code' in opened) throw new Error(opened.message);
const db = opened;
afterAll(async () => db.close());

const add = async (owner: string): Promise<unknown> =>
  db.insertInto('accounts').values({ kind: 'player', owner }).execute();
const count = async (): Promise<number> => (await fetchValue<number>(db, 'SELECT count(*) FROM accounts')) ?? 0;
const changes = async (): Promise<unknown> => fetchValue(db, 'SELECT total_changes()');

/** How often a transaction was begun. */
let begun = 0;
const counted = new Proxy(db, {
  get(target, name) {
    if (name === 'inTransaction') begun++;
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === 'function' ? (value.bind(target) as unknown) : value;
  },
});

let names = 0;
const fresh = (): string => `player ${names++}`;

beforeEach(() => {
  begun = 0;
});

describe('work of the same turn', () => {
  it('is one transaction, and each gets its own value', async () => {
    const before = await count();
    const values = await Promise.all(
      Array.from({ length: 20 }, async (_, job) =>
        commitTogether(counted, async () => {
          await add(fresh());
          return job;
        }),
      ),
    );
    expect(values).toEqual(Array.from({ length: 20 }, (_, job) => job));
    expect(await count()).toBe(before + 20);
    expect(begun).toBe(1);
  });

  it('sees what the work before it did', async () => {
    const before = await count();
    const seen = await Promise.all(
      Array.from({ length: 5 }, async () =>
        commitTogether(db, async () => {
          await add(fresh());
          return count();
        }),
      ),
    );
    expect(seen).toEqual([1, 2, 3, 4, 5].map((more) => before + more));
  });

  it('that throws takes nothing along but itself', async () => {
    const before = await count();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, async (_, job) =>
        commitTogether(counted, async () => {
          await add(fresh());
          if (job === 4) throw new Error('no');
          return job;
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((job) => job !== 4),
    );
    expect(outcomes[4]).toMatchObject({ reason: new Error('no') });
    expect(await count()).toBe(before + 8);
    expect(begun).toBe(10);
  });

  it('is not repeated when the database cannot be used: all of it rejects at once', async () => {
    const before = await count();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, async (_, job) =>
        commitTogether(counted, async () => {
          await add(fresh());
          if (job === 2) throw new DatabaseUnavailableError('ERR_DATABASE_DOWN', new Error('no route'));
        }),
      ),
    );
    expect(outcomes).toMatchObject(
      Array.from({ length: 5 }, () => ({ status: 'rejected', reason: { code: 'ERR_DATABASE_DOWN' } })),
    );
    expect(await count()).toBe(before);
    expect(begun).toBe(1);
  });

  it('is not that of the next turn', async () => {
    await commitTogether(counted, async () => add(fresh()));
    await commitTogether(counted, async () => add(fresh()));
    expect(begun).toBe(2);
  });

  it('alone that throws rejects, and leaves nothing', async () => {
    const before = await changes();
    await expect(commitTogether(db, async () => add(null as never))).rejects.toThrow('NOT NULL');
    expect(await changes()).toBe(before);
  });
});
