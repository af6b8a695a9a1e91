import { perDatabase, type Database } from '../platform/database/index.ts';

/**
 * Returns a function that counts from 1 for each database. Test data that are named by it are the same whichever test files ran before in the process:
 * rows are sorted by their names, and bots play by them.
 */
export function countPerDatabase(): (db: Database) => number {
  const last = perDatabase(() => ({ number: 0 }));
  return (db) => ++last(db).number;
}
