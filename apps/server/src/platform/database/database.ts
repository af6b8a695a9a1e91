import SQLite from 'better-sqlite3';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Compilable } from 'kysely';
import { MIGRATIONS } from './migrations/index.ts';
import type { Schema } from './schema.ts';

/** Why a database file cannot be used. */
export interface DatabaseError {
  readonly code: 'ERR_DATABASE_OPEN' | 'ERR_DATABASE_NEWER' | 'ERR_DATABASE_OLDER';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** Name of the database in DATA_DIR. */
export const DATABASE_FILE = 'popfray.db';

/** How long a write waits for another process to end its own, ms. */
const BUSY_MS = 5_000;

/** Most prepared statements kept; there are as many as there are queries in the code, unless a list varies in length. */
const MAX_STATEMENTS = 500;

/**
 * Kysely as a builder of typed SQL only. SQLite runs queries synchronously, and no transaction awaits anything, so no other code can run
 * between the statements of a transaction.
 */
export const createSql = <Tables>(): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });

/** SQL of the product's database. */
export const sql: Kysely<Schema> = createSql<Schema>();

let openFiles = 0;

/** Connections to databases that this process has open. */
export const countConnections = (): number => openFiles;

/** An open database. */
export class Database {
  readonly #file: SQLite.Database;
  readonly #statements = new Map<string, SQLite.Statement>();
  readonly #transact: (work: () => unknown) => unknown;
  readonly #read: (work: () => unknown) => unknown;
  /** Whether a part of the current transaction has failed. */
  #isSpoilt = false;

  constructor(file: SQLite.Database) {
    this.#file = file;
    openFiles++;
    this.#read = file.transaction((work: () => unknown) => work()).deferred;
    this.#transact = file.transaction((work: () => unknown) => {
      const value = work();
      if (this.#isSpoilt) throw new Error('a part of this transaction has failed, so nothing of it stays');
      return value;
    }).immediate;
  }

  /** All rows of a query. */
  all<Row>(query: Compilable<Row>): Row[] {
    const { sql: text, parameters } = query.compile();
    return this.#prepare(text).all(...parameters) as Row[];
  }

  /** The first row of a query, or undefined. */
  get<Row>(query: Compilable<Row>): Row | undefined {
    const { sql: text, parameters } = query.compile();
    return this.#prepare(text).get(...parameters) as Row | undefined;
  }

  /** Runs a query without a result. Returns the number of changed rows. */
  run(query: Compilable): number {
    const { sql: text, parameters } = query.compile();
    return this.#prepare(text).run(...parameters).changes;
  }

  /**
   * Prepares a statement of a hot path; `?` takes the parameters. SQLite makes a new plan at each run when a changing `?` is compared with an
   * indexed column that is not unique (its STAT4); `+?` keeps the plan.
   */
  prepare<Parameters extends unknown[], Row = unknown>(text: string): SQLite.Statement<Parameters, Row> {
    return this.#file.prepare<Parameters, Row>(text);
  }

  /**
   * Runs `work` in a transaction, which an exception rolls back. Within another transaction, `work` becomes a part of it, and an exception
   * rolls back both, even when it is caught in between. `work` must not be async, because code after an await would run outside.
   */
  transaction<Value>(work: () => Value extends Promise<unknown> ? never : Value): Value {
    if (this.#file.inTransaction) return this.#part(work) as Value;
    this.#isSpoilt = false;
    return this.#transact(work) as Value;
  }

  /** Lets `work` read a snapshot of the database without blocking writers. It must not write. */
  snapshot<Value>(work: () => Value extends Promise<unknown> ? never : Value): Value {
    return this.#read(work) as Value;
  }

  /**
   * Commits a write that changes nothing: it sets the file's version to its current value. The commit reaches the disk. Throws what any write
   * would throw.
   */
  probeWrite(): void {
    this.transaction(() => void this.#file.pragma(`user_version = ${versionOf(this.#file)}`));
  }

  /** Writes a consistent copy into a new file while the database is in use. */
  backUp(path: string): void {
    this.#file.prepare('VACUUM INTO ?').run(path);
  }

  /** Errors that SQLite finds in the file and its references; empty for an intact file. */
  findDamage(): string[] {
    const integrity = this.#file.pragma('integrity_check') as { readonly integrity_check: string }[];
    const references = this.#file.pragma('foreign_key_check') as { readonly table: string; readonly rowid: number }[];
    return [
      ...integrity.map((line) => line.integrity_check).filter((line) => line !== 'ok'),
      ...references.map(({ table, rowid }) => `${table} row ${rowid} refers to what is not there`),
    ];
  }

  /** Path of its file; null for one in memory. */
  get path(): string | null {
    return this.#file.memory ? null : this.#file.name;
  }

  /** Size of the contents, bytes. */
  get bytes(): number {
    const [pages, size] = ['page_count', 'page_size'].map(
      (name) => this.#file.pragma(name, { simple: true }) as number,
    );
    return (pages ?? 0) * (size ?? 0);
  }

  /** Closes the file. Everything that was committed is on the disk. */
  close(): void {
    if (this.#file.open) openFiles--;
    this.#file.close();
  }

  /** Nested transactions use no savepoints: one costs as much as a ledger entry. */
  #part(work: () => unknown): unknown {
    try {
      return work();
    } catch (error) {
      this.#isSpoilt = true;
      throw error;
    }
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

/** Kind of a database. */
export interface DatabaseKind {
  /** Migrations in their order. */
  readonly migrations: readonly string[];
  /** FULL: a commit is on the disk when it returns. NORMAL: it survives a crash of the process, but not a power failure. */
  readonly synchronous: 'FULL' | 'NORMAL';
}

/** The product's database, which contains money. */
const PRODUCT: DatabaseKind = { migrations: MIGRATIONS, synchronous: 'FULL' };

/** Opens a database file or `:memory:`, by default as the product's database. Creates it and runs migrations as needed. Uses a WAL. */
export function openDatabase(
  path: string,
  { migrations, synchronous }: DatabaseKind = PRODUCT,
): Database | DatabaseError {
  return open(path, {}, migrations.length, (file) => {
    file.pragma('journal_mode = WAL');
    file.pragma(`synchronous = ${synchronous}`);
    // 16 MB: a page that many commits change is written back once, and commits rarely wait for that.
    file.pragma('wal_autocheckpoint = 4000');
    // Without this, INSERT OR REPLACE deletes rows without firing their delete triggers.
    file.pragma('recursive_triggers = ON');
    // A migration may recreate a table that others refer to. References are checked before each commit.
    file.pragma('foreign_keys = OFF');
    const version = migrate(file, migrations);
    file.pragma('foreign_keys = ON');
    return version;
  });
}

/** Opens an existing database file for reading only. A server may be using it. */
export function readDatabase(path: string): Database | DatabaseError {
  return open(path, { readonly: true, fileMustExist: true }, MIGRATIONS.length, versionOf);
}

/** Opens a file and prepares it. `prepare` returns the file's version; any other than the wanted one is an error. */
function open(
  path: string,
  options: SQLite.Options,
  wanted: number,
  prepare: (file: SQLite.Database) => number,
): Database | DatabaseError {
  let file: SQLite.Database | undefined;
  let version: number;
  try {
    file = new SQLite(path, { ...options, timeout: BUSY_MS });
    version = prepare(file);
  } catch (error) {
    file?.close();
    const message = `The database ${path} cannot be opened: ${(error as Error).message}.`;
    return { code: 'ERR_DATABASE_OPEN', message };
  }
  if (version === wanted) return new Database(file);
  file.close();
  const message = `The database ${path} is of version ${version}; this server knows ${wanted}.`;
  return version > wanted
    ? { code: 'ERR_DATABASE_NEWER', message: `${message} Run a newer server.` }
    : { code: 'ERR_DATABASE_OLDER', message: `${message} Start the server with it once.` };
}

const versionOf = (file: SQLite.Database): number => file.pragma('user_version', { simple: true }) as number;

/** Runs the missing migrations, each in one transaction with its number. Returns the file's version. */
function migrate(file: SQLite.Database, migrations: readonly string[]): number {
  const step = file.transaction(() => {
    const version = versionOf(file);
    const migration = migrations[version];
    if (migration === undefined) return false;
    file.exec(migration);
    const loose = file.pragma('foreign_key_check') as readonly unknown[];
    if (loose.length > 0) throw new Error(`migration ${version + 1} leaves ${loose.length} rows that refer to nothing`);
    file.pragma(`user_version = ${version + 1}`);
    return true;
  });
  while (step.immediate());
  return versionOf(file);
}
