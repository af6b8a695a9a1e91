import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Engine, TransactionMode } from './engine.ts';

/** Checks at the beginning of a transaction whether its writes are still allowed, and rejects when they are not. */
export type Fence = () => Promise<void>;

/** A running transaction. */
interface Scope {
  readonly connection: DatabaseConnection;
  /** Whether it was committed or rolled back. Queries that its callback started without awaiting them run outside of it from then on. */
  isOver: boolean;
  /** Whether a part of it has failed. */
  hasFailed: boolean;
}

/** The transactions of a database, and the fences that they check. Both are found by asynchronous context. */
export class Transactions {
  readonly #engine: Engine;
  readonly #scopes = new AsyncLocalStorage<Scope>();
  readonly #fences = new AsyncLocalStorage<Fence>();
  /** Stands for a connection within a fence and outside of a transaction. */
  readonly #fenced: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => this.executeQuery<Row>(query),
    streamQuery() {
      throw new Error('queries are not streamed');
    },
  };

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Whether the caller runs within a transaction. */
  get isInTransaction(): boolean {
    return this.#scope() !== undefined;
  }

  /** Whether the caller runs within a fence. */
  get isFenced(): boolean {
    return this.#fences.getStore() !== undefined;
  }

  /** Runs `work` in a transaction, or as a part of the one in which the caller runs. */
  async run<Value>(mode: TransactionMode, work: () => Promise<Value>): Promise<Value> {
    const outer = this.#scope();
    if (outer === undefined) return this.#begin(mode, work);
    if (mode === 'snapshot') return work();
    try {
      return await work();
    } catch (error) {
      outer.hasFailed = true;
      throw error;
    }
  }

  /** Runs `work` with a fence, besides those within which the caller runs. */
  async runFenced<Value>(fence: Fence, work: () => Promise<Value>): Promise<Value> {
    const outer = this.#fences.getStore();
    const both = async (): Promise<void> => {
      await outer?.();
      await fence();
    };
    return this.#fences.run(outer === undefined ? fence : both, work);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const scope = this.#scope();
    if (scope !== undefined) return scope.connection.executeQuery<Row>(query);
    if (this.isFenced && query.query.kind !== 'SelectQueryNode')
      return this.run('write', async () => this.executeQuery<Row>(query));
    const connection = await this.#engine.acquire();
    try {
      return await connection.executeQuery<Row>(query);
    } finally {
      this.#engine.release(connection);
    }
  }

  /** Passes each query to the connection of the transaction in which it runs; outside of a transaction, to a separate connection. */
  createDriver(): Driver {
    const refuse = (): never => {
      throw new Error('transactions are begun by Database.inTransaction');
    };
    return {
      init: async () => undefined,
      acquireConnection: async () =>
        this.#scope()?.connection ?? (this.isFenced ? this.#fenced : this.#engine.acquire()),
      releaseConnection: async (connection) => {
        if (connection !== this.#fenced && this.#scopes.getStore()?.connection !== connection)
          this.#engine.release(connection);
      },
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      destroy: async () => this.#engine.close(),
    };
  }

  async #begin<Value>(mode: TransactionMode, work: () => Promise<Value>): Promise<Value> {
    const fence = mode === 'write' ? this.#fences.getStore() : undefined;
    return this.#engine.transact(mode, async (connection) => {
      const scope: Scope = { connection, isOver: false, hasFailed: false };
      try {
        const value = await this.#scopes.run(scope, async () => {
          await fence?.();
          return work();
        });
        if (scope.hasFailed) throw new Error('a part of this transaction has failed, so nothing of it stays');
        return value;
      } finally {
        scope.isOver = true;
      }
    });
  }

  /** The transaction in which the caller runs; undefined outside of one. */
  #scope(): Scope | undefined {
    const scope = this.#scopes.getStore();
    return scope === undefined || scope.isOver ? undefined : scope;
  }
}
