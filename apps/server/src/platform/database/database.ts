import { Kysely, type Compilable, type CompiledQuery, type DatabaseIntrospector, type QueryResult } from 'kysely';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';
import { Transactions, type Fence } from './transactions.ts';

/**
 * An open database: a Kysely with transactions that are found by asynchronous context (AsyncLocalStorage). Every query that is run by the
 * callback of `inTransaction`, directly or in a function that it calls, is a part of that transaction. No other query is.
 */
export class Database<Tables = Schema> extends Kysely<Tables> {
  readonly engine: Engine;
  /** Folder of the files that belong to the database; null for a database in memory. */
  readonly folder: string | null;
  readonly #transactions: Transactions;
  #isOpen = true;

  constructor(engine: Engine, folder: string | null) {
    const transactions = new Transactions(engine);
    super({
      dialect: {
        createAdapter: () => engine.adapter,
        createDriver: () => transactions.createDriver(),
        createQueryCompiler: () => engine.createQueryCompiler(),
        createIntrospector: (): DatabaseIntrospector => {
          throw new Error('the schema is known from the migrations');
        },
      },
    });
    this.engine = engine;
    this.folder = folder;
    this.#transactions = transactions;
  }

  /**
   * Runs `work` in a transaction, which a rejection rolls back. Within another transaction, `work` becomes a part of it, and a rejection rolls
   * back both, even when it is caught in between. On PostgreSQL `work` may run several times, so it must have no effects outside the
   * database. A query that changes several rows needs a transaction too: on PostgreSQL it would otherwise run beside the transactions of others,
   * and miss the rows that these are adding.
   */
  async inTransaction<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#transactions.run('write', work);
  }

  /**
   * Runs `work` on a read-only snapshot: all its queries see the database as it was at the first one. Other processes can write meanwhile. On SQLite
   * the writers of this process wait.
   */
  async inSnapshot<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#transactions.run('snapshot', work);
  }

  /** Whether the caller runs within a transaction, which may be repeated or rolled back: what has an effect outside the database has to wait for its end. */
  get isInTransaction(): boolean {
    return this.#transactions.isInTransaction;
  }

  /** Whether the caller runs within `runFenced`. */
  get isFenced(): boolean {
    return this.#transactions.isFenced;
  }

  /**
   * Runs `work` with a fence: each transaction that begins within `work` checks it first, and so does each write outside of a transaction, which
   * becomes one. Several fences within one another are all checked.
   */
  async runFenced<Value>(fence: Fence, work: () => Promise<Value>): Promise<Value> {
    return this.#transactions.runFenced(fence, work);
  }

  /** Runs a compiled query without the layers of Kysely's executor, which a hot path would notice (bench: ledger.bulk_us). */
  override async executeQuery<Row>(query: CompiledQuery<Row> | Compilable<Row>): Promise<QueryResult<Row>> {
    return this.#transactions.executeQuery<Row>('compile' in query ? query.compile() : query);
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
}
