import {
  PostgresAdapter,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Engine, TransactionMode } from '../platform/database/engine.ts';
import { DatabaseUnavailableError } from '../platform/database/errors.ts';
import { unavailable, type SharedDatabase } from './shared-database.ts';
import { never, type SimulatedProcess } from './simulated-process.ts';

/** How often a transaction is run again after a conflict, as by PostgresEngine. */
const MAX_RETRIES = 8;

/** What goes wrong with a node's database, in per cent of the queries or transactions. */
export interface DatabaseFaults {
  /** The answer takes a while. */
  slow: number;
  /** Another transaction was first, so this one is run again. */
  conflict: number;
  /** The connection is lost before anything was done. */
  lost: number;
  /** The connection is lost during COMMIT; the transaction is kept or not. */
  lostCommit: number;
}

/** The longest that a slow answer takes, ms. */
const SLOWEST_MS = 40;

/** How long an attempt to connect takes to fail, ms. */
const CONNECT_MS = 500;

/**
 * A bug that is put into the cluster, to show that the simulation finds it. `loses-commits`: one commit in twenty is confirmed and rolled back.
 * `no-fences`: leases neither end nor protect writes.
 */
export type Mutation = 'loses-commits' | 'no-fences';

/** Share of the commits that the mutation `loses-commits` loses, per cent. */
const LOST_COMMITS = 5;

/** What is planned for the next commit of a process: a crash before or after it, or the loss of its answer. */
export type CommitFault = 'crash before' | 'crash after' | 'lose answer' | null;

/**
 * PostgreSQL as one node sees it, on a database that all nodes share: with delays, conflicts, lost connections and commits whose answer is lost.
 */
export class SimulatedEngine implements Engine {
  readonly name = 'postgres';
  readonly location = 'simulated';
  readonly label = 'simulated';
  readonly adapter = new PostgresAdapter();
  readonly connections = 1;
  retries = 0;
  readonly faults: Readonly<DatabaseFaults>;
  /** This node cannot reach the database before this virtual time, ms. */
  downUntilMs = 0;
  nextCommit: CommitFault = null;
  readonly #shared: SharedDatabase;
  readonly #process: SimulatedProcess;
  readonly #mutation: Mutation | null;
  readonly #inside: DatabaseConnection;
  readonly #outside: DatabaseConnection;

  constructor(
    shared: SharedDatabase,
    process: SimulatedProcess,
    faults: Readonly<DatabaseFaults>,
    mutation: Mutation | null = null,
  ) {
    this.faults = faults;
    this.#mutation = mutation;
    this.#shared = shared;
    this.#process = process;
    this.#inside = connect(async (query) => this.#executeInside(query));
    this.#outside = connect(async (query) => this.#executeOutside(query));
    process.onCrash(() => shared.cut(process));
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  async acquire(): Promise<DatabaseConnection> {
    return this.#outside;
  }

  release(): void {
    // There is one connection for all.
  }

  async transact<Value>(
    mode: TransactionMode,
    body: (connection: DatabaseConnection) => Promise<Value>,
  ): Promise<Value> {
    for (let attempt = 0; ; attempt++) {
      await this.#reach();
      const isConflict = mode === 'write' && this.#chance('conflict');
      const value = await this.#attempt(mode, body, isConflict);
      if (value !== CONFLICT) return value;
      if (attempt >= MAX_RETRIES) throw new DatabaseUnavailableError('ERR_DATABASE_BUSY', new Error('simulated'));
      this.retries++;
      await this.#process.sleep(this.#process.random.below(5 * 2 ** attempt), 'conflict');
    }
  }

  async probeWrite(): Promise<void> {
    await this.transact('write', async () => undefined);
  }

  async readBytes(): Promise<number> {
    return 0;
  }

  async findDamage(): Promise<string[]> {
    return [];
  }

  async close(): Promise<void> {
    // The database belongs to all nodes.
  }

  async #attempt<Value>(
    mode: TransactionMode,
    body: (connection: DatabaseConnection) => Promise<Value>,
    isConflict: boolean,
  ): Promise<Value | typeof CONFLICT> {
    const shared = this.#shared;
    const process = this.#process;
    await shared.lock(process);
    shared.begin();
    let value: Value;
    try {
      value = await body(this.#inside);
      await process.survive();
      if (isConflict) shared.rollBack();
      else await this.#commit(mode);
    } catch (error) {
      await process.survive();
      shared.rollBack();
      throw error;
    } finally {
      if (process.isAlive) shared.unlock();
    }
    await this.#wait();
    return isConflict ? CONFLICT : value;
  }

  async #commit(mode: TransactionMode): Promise<void> {
    const shared = this.#shared;
    if (mode === 'snapshot') return shared.rollBack();
    const isPlanned = this.nextCommit === 'lose answer';
    const isLost = isPlanned || this.#chance('lostCommit');
    if (isPlanned) this.nextCommit = null;
    if (isLost && !isPlanned && this.#process.random.chance(50))
      throw this.#lose('the connection was lost before COMMIT');
    await this.#crashAt('crash before');
    if (this.#mutation === 'loses-commits' && this.#process.random.chance(LOST_COMMITS)) shared.rollBack();
    else shared.commit();
    await this.#crashAt('crash after');
    if (isLost) throw this.#lose('the connection was lost after COMMIT');
  }

  async #crashAt(when: CommitFault): Promise<void> {
    if (this.nextCommit !== when) return;
    this.#process.crash(`${when} a commit`);
    await this.#process.survive();
  }

  async #executeInside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#process.isAlive) await never();
    if (this.faults.lost > 0 && this.#process.random.chance(this.faults.lost / 4))
      throw this.#lose('the connection was lost in a transaction');
    return this.#shared.execute(query);
  }

  async #executeOutside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.#reach();
    if (!this.#shared.isLocked) return this.#answer(query);
    await this.#shared.lock(this.#process);
    try {
      return this.#answer(query);
    } finally {
      if (this.#process.isAlive) this.#shared.unlock();
    }
  }

  /** Runs a query that is a separate transaction. */
  #answer<Row>(query: CompiledQuery): QueryResult<Row> {
    const result = this.#shared.execute<Row>(query);
    if (this.#chance('lostCommit')) throw this.#lose('the connection was lost after the query');
    return result;
  }

  /** Waits for the database, or rejects when it cannot be reached. */
  async #reach(): Promise<void> {
    await this.#wait();
    const untilMs = Math.max(this.downUntilMs, this.#shared.downUntilMs);
    if (untilMs > this.#process.scheduler.nowMs) {
      await this.#process.sleep(this.#process.random.below(CONNECT_MS), 'no database');
      throw unavailable('the database is away');
    }
    if (this.#chance('lost')) throw this.#lose('the connection was lost');
  }

  async #wait(): Promise<void> {
    const process = this.#process;
    if (!process.isAlive) await never();
    if (!this.#chance('slow')) return;
    await process.sleep(process.random.below(SLOWEST_MS), 'database');
    await process.survive();
  }

  #chance(fault: keyof DatabaseFaults): boolean {
    return this.faults[fault] > 0 && this.#process.random.chance(this.faults[fault]);
  }

  #lose(why: string): DatabaseUnavailableError {
    this.#process.note(why);
    return unavailable(why);
  }
}

/** What an attempt resolves with that met a conflict. */
const CONFLICT = Symbol('conflict');

const connect = (executeQuery: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>): DatabaseConnection => ({
  executeQuery,
  streamQuery() {
    throw new Error('queries are not streamed');
  },
});
