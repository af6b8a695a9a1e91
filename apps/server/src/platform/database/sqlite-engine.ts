import type SQLite from 'better-sqlite3';
import {
  SqliteAdapter,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Engine, TransactionMode } from './engine.ts';
import { Mutex } from './mutex.ts';
import { makeStorable } from './storable.ts';

/** Most prepared statements kept; there are as many as there are queries in the code, unless a list varies in length. */
const MAX_STATEMENTS = 500;

/** The driver decides itself which query runs when. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * SQLite in this process, on one connection. A query blocks the process while it runs, so no other query can run meanwhile. One transaction
 * runs at a time, and queries outside of it wait until it has ended.
 */
export class SqliteEngine implements Engine {
  readonly name = 'sqlite';
  readonly adapter = new ConcurrentSqliteAdapter();
  readonly connections = 1;
  readonly retries = 0;
  readonly #file: SQLite.Database;
  readonly #statements = new Map<string, SQLite.Statement>();
  readonly #mutex = new Mutex();
  readonly #inside: DatabaseConnection;
  readonly #outside: DatabaseConnection;

  constructor(file: SQLite.Database) {
    this.#file = file;
    this.#inside = connect(async (query) => this.#execute(query));
    this.#outside = connect(async (query) => this.#executeOutside(query));
  }

  get location(): string {
    return this.#file.memory ? ':memory:' : this.#file.name;
  }

  get label(): string {
    return this.location;
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  async acquire(): Promise<DatabaseConnection> {
    return this.#outside;
  }

  release(): void {
    // The connection is shared.
  }

  async transact<Value>(
    mode: TransactionMode,
    body: (connection: DatabaseConnection) => Promise<Value>,
  ): Promise<Value> {
    await this.#mutex.lock();
    try {
      this.#prepare(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN').run();
      try {
        const value = await body(this.#inside);
        this.#prepare('COMMIT').run();
        return value;
      } catch (error) {
        // SQLite has rolled back already after some errors, such as a full disk.
        if (this.#file.inTransaction) this.#prepare('ROLLBACK').run();
        throw error;
      }
    } finally {
      this.#mutex.unlock();
    }
  }

  /** Sets the file's version to its current value. The commit reaches the disk. */
  async probeWrite(): Promise<void> {
    await this.transact('write', async () => {
      this.#file.pragma(`user_version = ${this.#file.pragma('user_version', { simple: true }) as number}`);
    });
  }

  async readBytes(): Promise<number> {
    const [pages, size] = ['page_count', 'page_size'].map(
      (name) => this.#file.pragma(name, { simple: true }) as number,
    );
    return (pages ?? 0) * (size ?? 0);
  }

  async findDamage(): Promise<string[]> {
    const integrity = this.#file.pragma('integrity_check') as { readonly integrity_check: string }[];
    const references = this.#file.pragma('foreign_key_check') as { readonly table: string; readonly rowid: number }[];
    return [
      ...integrity.map((line) => line.integrity_check).filter((line) => line !== 'ok'),
      ...references.map(({ table, rowid }) => `${table} row ${rowid} refers to what is not there`),
    ];
  }

  /** Writes a consistent copy into a new file while the database is in use. */
  backUp(path: string): void {
    this.#file.prepare('VACUUM INTO ?').run(path);
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  async #executeOutside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#mutex.isLocked) return this.#execute(query);
    await this.#mutex.lock();
    try {
      return this.#execute(query);
    } finally {
      this.#mutex.unlock();
    }
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(sql);
    const values = makeStorable(parameters);
    if (statement.reader) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(text: string): SQLite.Statement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
      statement = this.#file.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

const connect = (executeQuery: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>): DatabaseConnection => ({
  executeQuery,
  streamQuery() {
    throw new Error('queries are not streamed');
  },
});
