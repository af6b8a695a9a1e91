import type { Context } from '../platform/context/context.ts';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { recoverSessions } from '../sessions/recovery.ts';
import type { TestContext } from './context.fixture.ts';

/** A server within a test that dies between two durable steps, or right before a commit, and starts again over the same file. */
export interface CrashableServer {
  /** The context since its last start. */
  readonly context: Context;
  /** How often it has died. */
  readonly deaths: number;
  /** Lets it die at so many commits and steps from now; 0: at the next. */
  crashAfter(after: number): void;
  /** Does something. Null when it died of it, or had to die before; then it has started again. */
  attempt<Value>(work: (context: Context) => Value | Promise<Value>): Promise<Value | null>;
  /** Ends it where it is, and starts it again. */
  restart(): void;
}

/** Thrown where it dies. What it still does meanwhile is in vain: its database is closed. */
const KILLED = 'killed at a step';

/** Whether a fault in the log is only that the server died. */
export const isCrash = (stack: string): boolean => stack.includes(KILLED) || stack.includes('connection is not open');

/** A server over a test's database file. */
export function createCrashableServer(test: TestContext, file: string): CrashableServer {
  let left = -1;
  let isDead = false;
  let deaths = 0;
  let context = live(test.context.db);

  /** Whether its time has come. */
  const isDue = (): boolean => left >= 0 && left-- === 0;

  function live(db: Database): Context {
    // Data that was written to the system survives the process. Only a failure of the disk would lose it, which is not tested here.
    db.prepare('PRAGMA synchronous = OFF').run();
    const { transaction } = db;
    let isWithin = false;
    db.transaction = function (work: () => unknown): never {
      if (isWithin) return transaction.call(db, work) as never;
      isWithin = true;
      try {
        return transaction.call(db, () => {
          const value = work();
          if (isDue()) isDead = true;
          if (isDead) throw new Error(KILLED);
          return value;
        }) as never;
      } finally {
        isWithin = false;
        if (isDead) db.close();
      }
    };
    const onStep = (): void => {
      if (!isDue()) return;
      isDead = true;
      db.close();
      throw new Error(KILLED);
    };
    return { ...test.context, db, onStep };
  }

  function restart(): void {
    context.db.close();
    left = -1;
    isDead = false;
    deaths++;
    // Everything in memory is created again, and differs.
    test.clock.nowMs += 1_000;
    const db = openDatabase(file);
    if ('code' in db) throw new Error(db.message);
    context = live(db);
    recoverSessions(context);
  }

  return {
    get context() {
      return context;
    },
    get deaths() {
      return deaths;
    },
    crashAfter(after) {
      left = after;
    },
    async attempt(work) {
      let value = null;
      try {
        value = await work(context);
      } catch (error) {
        if (!isDead) throw error;
      }
      if (!isDead) return value;
      restart();
      return null;
    },
    restart,
  };
}
