import SQLite from 'better-sqlite3';
import type { CompiledQuery, QueryResult } from 'kysely';
import { DatabaseUnavailableError } from '../platform/database/errors.ts';
import { MIGRATIONS } from '../platform/database/migrations/index.ts';
import { makeStorable } from '../platform/database/storable.ts';
import { guardLeases, guardSoloRounds } from './write-guards.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** What is written differently for PostgreSQL in the queries of the product. SQLite has one writer, so it locks no rows. */
const TRANSLATIONS: readonly (readonly [RegExp, string])[] = [
  [/\(extract\(epoch from clock_timestamp\(\)\) \* 1000\)/g, 'database_ms()'],
  [/::(?:bigint|json)/g, ''],
  [/json_array_elements\(/g, 'json_each('],
  [/decode\((value ->> \d+), 'hex'\)/g, 'unhex($1)'],
  [/ COLLATE "C"/g, ''],
  [/ for (?:share|update)(?: of "\w+")?(?: skip locked| nowait)?(?= |\)|$)/g, ''],
];

let template: Buffer | undefined;

/** An empty database with all tables, as bytes. */
function makeTemplate(): Buffer {
  const file = new SQLite(':memory:');
  file.pragma('foreign_keys = OFF');
  for (const { sqlite } of MIGRATIONS) file.exec(sqlite);
  // The tables stay small. SQLite would plan a query again for each new value that could decide about a partial index, which takes most of the time.
  const indexes = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE INDEX%'");
  for (const { name } of indexes.all() as { readonly name: string }[]) file.exec(`DROP INDEX ${name}`);
  const bytes = file.serialize();
  file.close();
  return bytes;
}

/** A process that waits for the one transaction that can run. */
interface Waiting {
  readonly process: SimulatedProcess;
  readonly resolve: () => void;
}

/**
 * The database that all nodes share: SQLite in memory in the place of PostgreSQL. Transactions run one after the other, which is one of the orders that
 * SERIALIZABLE allows. What else PostgreSQL does to a transaction, `SimulatedEngine` adds.
 */
export class SharedDatabase {
  /** Nothing can be reached before this virtual time, ms. */
  downUntilMs = 0;
  /** Queries that are no SQL of SQLite, so that `TRANSLATIONS` needs one more. */
  readonly notUnderstood = new Set<string>();
  /** The names under which processes have leases. */
  readonly nodeIds = new WeakMap<object, string>();
  readonly #file: SQLite.Database;
  readonly #queries = new Map<string, PreparedQuery>();
  readonly #begin: SQLite.Statement;
  readonly #commit: SQLite.Statement;
  readonly #rollBack: SQLite.Statement;
  #holder: SimulatedProcess | null = null;
  readonly #waiting: Waiting[] = [];

  /** `now`: the clock of the database, epoch ms. */
  constructor(now: () => number, report: (finding: string) => void) {
    template ??= makeTemplate();
    this.#file = new SQLite(template);
    this.#file.pragma('foreign_keys = ON');
    this.#file.pragma('recursive_triggers = ON');
    // No other connection sees the file, which would otherwise be locked for each query.
    this.#file.pragma('locking_mode = EXCLUSIVE');
    this.#file.pragma('synchronous = OFF');
    this.#file.function('database_ms', { deterministic: false }, () => Math.floor(now()));
    guardLeases(this.#file, this.nodeIds, report);
    guardSoloRounds(this.#file);
    this.#begin = this.#file.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#file.prepare('COMMIT');
    this.#rollBack = this.#file.prepare('ROLLBACK');
  }

  get isLocked(): boolean {
    return this.#holder !== null;
  }

  /** Resolves when a process may use the database alone. Never resolves for a process that crashes before. */
  async lock(process: SimulatedProcess): Promise<void> {
    if (this.#holder === null) this.#holder = process;
    else await new Promise<void>((resolve) => this.#waiting.push({ process, resolve }));
  }

  unlock(): void {
    this.#holder = null;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (!next.process.isAlive) continue;
      this.#holder = next.process;
      next.resolve();
      return;
    }
  }

  /** Rolls back what a crashed process has left open. */
  cut(process: SimulatedProcess): void {
    if (this.#holder !== process) return;
    this.rollBack();
    this.unlock();
  }

  begin(): void {
    this.#begin.run();
  }

  commit(): void {
    this.#commit.run();
  }

  rollBack(): void {
    if (this.#file.inTransaction) this.#rollBack.run();
  }

  execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { limitsAt, statements } = this.#prepare(sql);
    const limits = limitsAt.length === 0 ? '' : limitsAt.map((at) => parameters[at]).join(' ');
    let statement = statements.get(limits);
    if (statement === undefined) {
      statement = this.#parse(translate(sql, limitsAt, parameters));
      statements.set(limits, statement);
    }
    const values = makeStorable(
      limitsAt.length === 0 ? parameters : parameters.filter((_, at) => !limitsAt.includes(at)),
    );
    if (statement.reader) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  close(): void {
    this.#file.close();
  }

  #parse(sql: string): SQLite.Statement {
    try {
      return this.#file.prepare(sql);
    } catch (error) {
      this.notUnderstood.add(`SQLite does not understand ${sql}: ${String(error)}`);
      throw error;
    }
  }

  #prepare(sql: string): PreparedQuery {
    let query = this.#queries.get(sql);
    if (query === undefined) {
      query = { limitsAt: findLimits(sql), statements: new Map() };
      this.#queries.set(sql, query);
    }
    return query;
  }
}

/**
 * A query as the product has it, and its statements by the values of its limits. SQLite plans a statement again when a bound LIMIT changes, which takes
 * longer than the query itself, so limits are written into the text.
 */
interface PreparedQuery {
  /** Which of the parameters are limits. */
  readonly limitsAt: readonly number[];
  readonly statements: Map<string, SQLite.Statement>;
}

const PARAMETER = /(limit )?(?:\?|\$\d+)/g;

const findLimits = (sql: string): number[] =>
  Array.from(sql.matchAll(PARAMETER), ([, limit], at) => (limit === undefined ? -1 : at)).filter((at) => at >= 0);

/**
 * The query as SQLite understands it. SQLite plans a statement again for each new value of a `?` that it has compared with the condition of a partial
 * index, which takes ten times as long as the query. It does not look into `+?`.
 */
function translate(sql: string, limitsAt: readonly number[], parameters: readonly unknown[]): string {
  let at = 0;
  const withLimits = sql.replaceAll(PARAMETER, () => {
    const here = at++;
    return limitsAt.includes(here) ? `limit ${Number(parameters[here])}` : '+?';
  });
  return TRANSLATIONS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), withLimits);
}

/** The error of a query that PostgreSQL could not serve. */
export const unavailable = (why: string): DatabaseUnavailableError =>
  new DatabaseUnavailableError('ERR_DATABASE_DOWN', new Error(`simulated: ${why}`));
