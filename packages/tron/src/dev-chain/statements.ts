import type SQLite from 'better-sqlite3';

/** Values for `:name` in a statement. */
type Values = Readonly<Record<string, number | string>>;

/** Statements of SQL on one file, each prepared once. */
export class Statements {
  readonly #file: SQLite.Database;
  readonly #prepared = new Map<string, SQLite.Statement>();

  constructor(file: SQLite.Database) {
    this.#file = file;
  }

  /** The first row that a query gives. The caller knows its columns. */
  get(sql: string, values: Values = {}): unknown {
    return this.#prepare(sql).get(values);
  }

  /** Every row that a query gives. */
  all(sql: string, values: Values = {}): unknown[] {
    return this.#prepare(sql).all(values);
  }

  run(sql: string, values: Values = {}): void {
    this.#prepare(sql).run(values);
  }

  /** Runs `work` atomically. The result is durable when this returns, even if the program is killed. */
  transaction<Value>(work: () => Value): Value {
    return this.#file.transaction(work).immediate();
  }

  close(): void {
    this.#file.close();
  }

  #prepare(sql: string): SQLite.Statement {
    const statement = this.#prepared.get(sql) ?? this.#file.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
