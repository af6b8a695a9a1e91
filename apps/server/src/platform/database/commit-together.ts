import type { Database } from './database.ts';
import { perDatabase } from './per-database.ts';

/** Work that waits for the next commit, and the promise of its result. */
interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

const waiting = perDatabase((): Job[] => []);

/**
 * Group commit: runs all work that is requested in the same turn of the event loop in one transaction, which waits for the disk once.
 * Resolves after the commit. When one function throws, the transaction is repeated without it, so functions must have no effects outside the
 * database.
 */
export async function commitTogether<Value>(db: Database, work: () => Value): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const jobs = waiting(db);
    jobs.push({ work, resolve, reject });
    if (jobs.length === 1) setImmediate(() => commit(db, jobs.splice(0)));
  });
}

function commit(db: Database, jobs: readonly Job[]): void {
  let values: unknown[];
  try {
    values = db.transaction(() => jobs.map(({ work }) => work()));
  } catch (error) {
    if (jobs.length === 1) jobs[0]?.reject(error);
    else for (const job of jobs) commit(db, [job]);
    return;
  }
  for (const [at, { resolve }] of jobs.entries()) resolve(values[at] as never);
}
