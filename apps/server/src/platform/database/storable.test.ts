import { afterEach, expect, it } from 'vitest';
import { testLocation } from '../../testing/test-location.fixture.ts';
import { openDatabase, type Database } from './index.ts';
import { prepareQuery } from './prepared-query.ts';

const opened: Database[] = [];
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

async function open(): Promise<Database> {
  const db = await openDatabase(await testLocation());
  if ('code' in db) throw new Error(db.message);
  opened.push(db);
  return db;
}

const findMute = prepareQuery((db: Database, address: string) =>
  db.selectFrom('mutes').select('reason').where('address', '=', address),
);

it.each([
  ['NUL', 'a\0b\0', 'a\u{fffd}b\u{fffd}'],
  ['half of a surrogate pair', 'a\ud800b\udc00', 'a\u{fffd}b\u{fffd}'],
  ['a whole pair, and control characters', '\ud83c\udf88\u0001\n\u007f', '\ud83c\udf88\u0001\n\u007f'],
])('a text with %s is stored alike on both systems, and found by the same text', async (_case, text, stored) => {
  const db = await open();
  const mute = { address: text, until: 1, reason: text, by: 'desk', since: 1 };
  await db.inTransaction(async () => db.insertInto('mutes').values(mute).execute());
  expect(await db.selectFrom('mutes').select(['address', 'reason']).execute()).toEqual([
    { address: stored, reason: stored },
  ]);
  expect(await findMute(db, text)).toEqual([{ reason: stored }]);
});

it('bytes are stored as they are', async () => {
  const db = await open();
  const bytes = Buffer.from([0, 1, 0, 255]);
  const round = { date: '2026-01-15', entrant: '\0', name: '', score: 1, popped: 1, best_combo: 1, inputs_hash: '' };
  await db
    .insertInto('daily_results')
    .values({ ...round, replay: bytes, played_at: 1 })
    .execute();
  const { replay } = await db.selectFrom('daily_results').select('replay').executeTakeFirstOrThrow();
  expect(Buffer.from(replay)).toEqual(bytes);
});
