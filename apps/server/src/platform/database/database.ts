import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Kysely,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';

/** A running transaction. */
interface Scope {
  readonly connection: DatabaseConnection;
  /** Whether it was committed or rolled back. Queries that its callback started without awaiting them run outside of it from then on. */
  isOver: boolean;
  /** Whether a part of it has failed. */
  hasFailed: boolean;
}

/**
 * An open database: a Kysely with transactions that are found by asynchronous context (AsyncLocalStorage). Every query that is run by the
 * callback of `inTransaction`, directly or in a function that it calls, is a part of that transaction. No other query is.
 */
export class Database<Tables = Schema> extends Kysely<Tables> {
  readonly engine: Engine;
  /** Folder of the files that belong to the database; null for a database in memory. */
  readonly folder: string | null;
  readonly #scopes: AsyncLocalStorage<Scope>;
  #isOpen = true;

  constructor(engine: Engine, folder: string | null) {
    const scopes = new AsyncLocalStorage<Scope>();
    super({
      dialect: {
        createAdapter: () => engine.adapter,
        createDriver: () => createDriver(engine, scopes),
        createQueryCompiler: () => engine.createQueryCompiler(),
        createIntrospector: (): DatabaseIntrospector => {
          throw new Error('the schema is known from the migrations');
        },
      },
    });
    this.engine = engine;
    this.folder = folder;
    this.#scopes = scopes;
  }

  /**
   * Runs `work` in a transaction, which a rejection rolls back. Within another transaction, `work` becomes a part of it, and a rejection rolls
   * back both, even when it is caught in between. On PostgreSQL `work` may run several times, so it must have no effects outside the
   * database. A query that changes several rows needs a transaction too: on PostgreSQL it would otherwise run beside the transactions of others,
   * and miss the rows that these are adding.
   */
  async inTransaction<Value>(work: () => Promise<Value>): Promise<Value> {
    const outer = scopeOf(this.#scopes);
    if (outer === undefined) return this.#run('write', work);
    try {
      return await work();
    } catch (error) {
      outer.hasFailed = true;
      throw error;
    }
  }

  /**
   * Runs `work` on a read-only snapshot: all its queries see the database as it was at the first one. Other processes can write meanwhile. On SQLite
   * the writers of this process wait.
   */
  async inSnapshot<Value>(work: () => Promise<Value>): Promise<Value> {
    return scopeOf(this.#scopes) === undefined ? this.#run('snapshot', work) : work();
  }

  /** Runs a compiled query without the layers of Kysely's executor, which a hot path would notice (bench: ledger.bulk_us). */
  override async executeQuery<Row>(query: CompiledQuery<Row> | Compilable<Row>): Promise<QueryResult<Row>> {
    const compiled = 'compile' in query ? query.compile() : query;
    const scope = scopeOf(this.#scopes);
    if (scope !== undefined) return scope.connection.executeQuery<Row>(compiled);
    const connection = await this.engine.acquire();
    try {
      return await connection.executeQuery<Row>(compiled);
    } finally {
      this.engine.release(connection);
    }
  }

  /** Runs a query that changes rows. Resolves with their number. */
  async countChanges(query: Compilable): Promise<number> {
    const { numAffectedRows } = await this.executeQuery(query.compile());
    return Number(numAffectedRows ?? 0);
  }

  /** Commits a write that changes nothing. Rejects with what any write would reject with. */
  async probeWrite(): Promise<void> {
    await this.engine.probeWrite();
  }

  /** Everything that was committed stays. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.engine.close();
  }

  async #run<Value>(mode: 'write' | 'snapshot', work: () => Promise<Value>): Promise<Value> {
    return this.engine.transact(mode, async (connection) => {
      const scope: Scope = { connection, isOver: false, hasFailed: false };
      try {
        const value = await this.#scopes.run(scope, work);
        if (scope.hasFailed) throw new Error('a part of this transaction has failed, so nothing of it stays');
        return value;
      } finally {
        scope.isOver = true;
      }
    });
  }
}

/** The transaction in which the caller runs; undefined outside of one. */
function scopeOf(scopes: AsyncLocalStorage<Scope>): Scope | undefined {
  const scope = scopes.getStore();
  return scope === undefined || scope.isOver ? undefined : scope;
}

/** Passes each query to the connection of the transaction in which it runs; outside of a transaction, to a separate connection. */
function createDriver(engine: Engine, scopes: AsyncLocalStorage<Scope>): Driver {
  const refuse = (): never => {
    throw new Error('transactions are begun by Database.inTransaction');
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => scopeOf(scopes)?.connection ?? engine.acquire(),
    async releaseConnection(connection) {
      if (scopes.getStore()?.connection !== connection) engine.release(connection);
    },
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => engine.close(),
  };
}
