import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { commitTogether } from './commit-together.ts';
import { openDatabase } from './database.ts';

const opened = openDatabase(':memory:');
if ('code' in opened) throw new Error(opened.message);
const db = opened;
afterAll(() => db.close());

const add = db.prepare<[string]>("INSERT INTO accounts (kind, owner) VALUES ('player', ?)");
const count = db.prepare<[], number>('SELECT count(*) FROM accounts').pluck();
const changes = db.prepare<[], number>('SELECT total_changes()').pluck();

/** How often a transaction was begun. */
let begun = 0;
const counted = new Proxy(db, {
  get(target, name) {
    if (name === 'transaction') begun++;
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
    const before = count.get() ?? 0;
    const values = await Promise.all(
      Array.from({ length: 20 }, async (_, job) =>
        commitTogether(counted, () => {
          add.run(fresh());
          return job;
        }),
      ),
    );
    expect(values).toEqual(Array.from({ length: 20 }, (_, job) => job));
    expect(count.get()).toBe(before + 20);
    expect(begun).toBe(1);
  });

  it('sees what the work before it did', async () => {
    const before = count.get() ?? 0;
    const seen = await Promise.all(
      Array.from({ length: 5 }, async () =>
        commitTogether(db, () => {
          add.run(fresh());
          return count.get();
        }),
      ),
    );
    expect(seen).toEqual([1, 2, 3, 4, 5].map((more) => before + more));
  });

  it('that throws takes nothing along but itself', async () => {
    const before = count.get() ?? 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, async (_, job) =>
        commitTogether(counted, () => {
          add.run(fresh());
          if (job === 4) throw new Error('no');
          return job;
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((job) => job !== 4),
    );
    expect(outcomes[4]).toMatchObject({ reason: new Error('no') });
    expect(count.get()).toBe(before + 8);
    expect(begun).toBe(10);
  });

  it('is not that of the next turn', async () => {
    await commitTogether(counted, () => add.run(fresh()));
    await commitTogether(counted, () => add.run(fresh()));
    expect(begun).toBe(2);
  });

  it('alone that throws rejects, and leaves nothing', async () => {
    const before = changes.get();
    await expect(commitTogether(db, () => add.run(null as never))).rejects.toThrow('NOT NULL');
    expect(changes.get()).toBe(before);
  });
});
