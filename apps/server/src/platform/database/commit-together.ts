import type { Database } from './database.ts';
import { DatabaseUnavailableError } from './errors.ts';
import { perDatabase } from './per-database.ts';

/** Work that waits for the next commit, and the promise of its result. */
interface Job {
  readonly work: () => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** The jobs of a database that wait, and whether a commit is under way. */
const queues = perDatabase((): { waiting: Job[]; isRunning: boolean } => ({ waiting: [], isRunning: false }));

/**
 * Group commit: runs all work that is requested in the same turn of the event loop, or while the commit before is under way, in one transaction,
 * which waits for the disk once. Resolves after the commit. When one function rejects, all are repeated, each in a separate transaction, so functions
 * must have no effects outside the database. When the database cannot be used, all reject. Work under a
 * fence has a separate transaction, because the fence of one caller must not decide about the work of another.
 */
export async function commitTogether<Value>(db: Database, work: () => Promise<Value>): Promise<Value> {
  if (db.isFenced) return db.inTransaction(work);
  return new Promise<Value>((resolve, reject) => {
    const queue = queues(db);
    queue.waiting.push({ work, resolve, reject });
    if (queue.isRunning) return;
    queue.isRunning = true;
    setImmediate(() => void commitAll(db));
  });
}

async function commitAll(db: Database): Promise<void> {
  const queue = queues(db);
  while (queue.waiting.length > 0) await commit(db, queue.waiting.splice(0));
  queue.isRunning = false;
}

async function commit(db: Database, jobs: readonly Job[]): Promise<void> {
  const values: unknown[] = [];
  try {
    await db.inTransaction(async () => {
      values.length = 0;
      for (const { work } of jobs) values.push(await work());
    });
  } catch (error) {
    // Each attempt could wait for the database's timeouts, and those of many jobs would add up.
    const isOver = jobs.length === 1 || error instanceof DatabaseUnavailableError;
    if (isOver) for (const { reject } of jobs) reject(error);
    else for (const job of jobs) await commit(db, [job]);
    return;
  }
  for (const [at, { resolve }] of jobs.entries()) resolve(values[at] as never);
}
