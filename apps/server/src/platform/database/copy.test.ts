import { afterEach, describe, expect, it } from 'vitest';
import { testLocation } from '../../testing/test-location.fixture.ts';
import { compareDatabases, copyDatabase, type CopyProgress } from './copy.ts';
import { openDatabase, type Database } from './index.ts';
import { execute, fetchRows, fetchValue } from './raw-query.fixture.ts';

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

const ROUND = `INSERT INTO daily_results (id, date, entrant, name, score, popped, best_combo, inputs_hash, replay, played_at)
  VALUES (?, '2026-01-15', ?, '', 9, 1, 1, ?, ?, 1)`;

/** A database with some rows. */
async function openFilled(players: number): Promise<Database> {
  const db = await open();
  await db.inTransaction(async () => {
    for (let number = 0; number < players; number++)
      await execute(db, `INSERT INTO mutes VALUES (?, 1, '', 'desk', ?)`, `player ${number}`, number);
    await execute(db, ROUND, 7, 'ann', 'hash', Buffer.from([1, 2]));
  });
  return db;
}

describe('a copy', () => {
  it('has the rows of several batches, and reports each batch', async () => {
    const source = await openFilled(1_234);
    const target = await open();
    const reported: CopyProgress[] = [];
    const copied = await copyDatabase(source, target, { onProgress: (progress) => reported.push(progress) });
    expect(copied).toEqual({ rows: 1_235 });
    expect(reported.filter(({ table }) => table === 'mutes').map(({ step, rows, of }) => [step, rows, of])).toEqual([
      ['copied', 0, 1_234],
      ['copied', 500, 1_234],
      ['copied', 1_000, 1_234],
      ['copied', 1_234, 1_234],
      ['compared', 500, 1_234],
      ['compared', 1_000, 1_234],
      ['compared', 1_234, 1_234],
    ]);
    expect(await fetchRows(target, 'SELECT * FROM mutes ORDER BY address')).toEqual(
      await fetchRows(source, 'SELECT * FROM mutes ORDER BY address'),
    );
  });

  it('is rolled back when its check fails', async () => {
    const target = await open();
    const error = { code: 'ERR_COPY_AUDIT', message: 'wrong' } as const;
    expect(await copyDatabase(await openFilled(3), target, { check: async () => error })).toBe(error);
    expect(await fetchValue(target, 'SELECT count(*) FROM mutes')).toBe(0);
  });

  it('that fails says where, and is rolled back', async () => {
    const target = await open();
    const check = async (): Promise<never> => {
      throw new Error('the disk is gone');
    };
    expect(await copyDatabase(await openFilled(3), target, { check })).toEqual({
      code: 'ERR_COPY_FAILED',
      message: expect.stringMatching(
        /^The copy failed after \d+ of \d+ rows of \w+ were compared, and .*: the disk is gone\.$/,
      ),
    });
    expect(await fetchValue(target, 'SELECT count(*) FROM mutes')).toBe(0);
  });

  it('is refused where the target has a row', async () => {
    const target = await open();
    await execute(target, `INSERT INTO mutes VALUES ('a', 1, '', 'desk', 1)`);
    expect(await copyDatabase(await openFilled(3), target)).toMatchObject({
      code: 'ERR_COPY_NOT_EMPTY',
      message: expect.stringContaining('mutes'),
    });
    expect(await fetchValue(target, 'SELECT count(*) FROM mutes')).toBe(1);
  });
});

describe('a comparison', () => {
  it.each([
    ['a value', `UPDATE mutes SET since = 99 WHERE address = 'player 2'`, 'mutes with address = "player 2"'],
    ['a byte', `UPDATE daily_results SET replay = ?`, 'daily_results with id = 7'],
    ['a missing row', `DELETE FROM mutes WHERE address = 'player 999'`, 'mutes with address = "player 999"'],
    ['a row more', `INSERT INTO mutes VALUES ('z', 1, '', 'desk', 1)`, 'mutes with address = "z"'],
    ['a row more in an empty table', `INSERT INTO pauses VALUES ('desk', 1, '', '')`, 'pauses with kind = "desk"'],
    [
      'a key',
      `UPDATE mutes SET address = 'player 10b' WHERE address = 'player 10'`,
      'mutes with address = "player 10"',
    ],
  ])('finds a difference of %s', async (_case, change, row) => {
    const [source, target] = [await openFilled(1_000), await open()];
    await copyDatabase(source, target);
    expect(await compareDatabases(source, target)).toBeUndefined();
    await execute(target, change, ...(change.includes('?') ? [Buffer.from([1, 3])] : []));
    expect(await compareDatabases(source, target)).toEqual({
      code: 'ERR_COPY_DIFFERS',
      message: expect.stringContaining(`differ in the row of ${row}.`),
    });
  });

  it('finds a row that is the last of a full batch in one and not in the other', async () => {
    const [source, target] = [await openFilled(500), await openFilled(500)];
    await execute(target, `INSERT INTO mutes VALUES ('z', 1, '', 'desk', 1)`);
    const difference = { code: 'ERR_COPY_DIFFERS', message: expect.stringContaining('mutes with address = "z"') };
    expect(await compareDatabases(source, target)).toEqual(difference);
    expect(await compareDatabases(target, source)).toEqual(difference);
  });
});
