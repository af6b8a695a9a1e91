import type { Database } from './database.ts';
import { perDatabase } from './per-database.ts';

/** Work that waits for its turn, and whoever waits for it. */
interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

const waiting = perDatabase((): Job[] => []);

/**
 * Does work in a transaction that all work asked for in the same turn of the event loop shares: the disk is waited for once, as
 * group commit has it. Resolves when it is on the disk. Work that throws stays alone with it: the others are done again without
 * it, so work only reads and writes the database.
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
