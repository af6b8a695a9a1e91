import { execute } from '../platform/database/raw-query.fixture.ts';
import type { Context } from '../platform/context/context.ts';
import { dirname } from 'node:path';
import type { DatabaseConnection } from 'kysely';
import type { TransactionMode } from '../platform/database/engine.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { recoverSessions } from '../sessions/recovery.ts';
import type { TestContext } from './context.fixture.ts';
import { testLocation } from './test-location.fixture.ts';

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
  restart(): Promise<void>;
}

/** Thrown where it dies. What it still does meanwhile is in vain: its database is closed. */
const KILLED = 'killed at a step';

/** Whether a fault in the log is only that the server died. */
export const isCrash = (stack: string): boolean =>
  /killed at a step|connection is not open|after calling end on the pool/.test(stack);

/** A server over a test's database file. */
export async function createCrashableServer(test: TestContext, file: string): Promise<CrashableServer> {
  let left = -1;
  let isDead = false;
  let deaths = 0;
  let context = await live(test.context.db);

  /** Whether its time has come. */
  const isDue = (): boolean => left >= 0 && left-- === 0;

  async function live(db: Database): Promise<Context> {
    // Data that was written to the system survives the process. Only a failure of the disk would lose it, which is not tested here.
    if (db.engine.name === 'sqlite') await execute(db, 'PRAGMA synchronous = OFF');
    const { engine } = db;
    const transact = engine.transact.bind(engine);
    engine.transact = async <Value>(
      mode: TransactionMode,
      body: (connection: DatabaseConnection) => Promise<Value>,
    ): Promise<Value> => {
      if (mode === 'snapshot') return transact(mode, body);
      try {
        return await transact(mode, async (connection) => {
          const value = await body(connection);
          if (isDue()) isDead = true;
          if (isDead) throw new Error(KILLED);
          return value;
        });
      } finally {
        if (isDead) await db.close();
      }
    };
    const onStep = (): void => {
      if (!isDue()) return;
      isDead = true;
      void db.close();
      throw new Error(KILLED);
    };
    return { ...test.context, db, onStep };
  }

  async function restart(): Promise<void> {
    await context.db.close();
    left = -1;
    isDead = false;
    deaths++;
    // Everything in memory is created again, and differs.
    test.clock.nowMs += 1_000;
    const db = await openDatabase(await testLocation(file), undefined, dirname(file));
    if ('code' in db) throw new Error(db.message);
    context = await live(db);
    await recoverSessions(context);
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
      await restart();
      return null;
    },
    restart,
  };
}
