import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import { DatabaseUnavailableError } from './errors.ts';
import { makeStorable } from './storable.ts';

/** A statement took too long, or waited too long for a lock. */
const BUSY: ReadonlySet<unknown> = new Set(['57014', '55P03']);

/** Classes and codes of errors that say nothing about the query: the connection broke, the server stops, or has no room. */
const DOWN = /^(?:08|53|57P|58)|^(?:25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)/;

/** A connection of the pool while it is in use. */
export class PostgresConnection implements DatabaseConnection {
  readonly client: PoolClient;
  /** The error that makes the connection unusable. */
  fault: Error | undefined;
  readonly #names: Map<string, string>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: PoolClient, names: Map<string, string>) {
    this.client = client;
    this.#names = names;
    client.on('error', this.#note);
  }

  readonly #note = (error: Error): void => {
    this.fault = error;
  };

  /** Queries of one connection run one after the other. */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const run = this.#last.then(async () => this.#query<Row>(sql, makeStorable(parameters)));
    this.#last = run.catch(() => undefined);
    return run;
  }

  streamQuery(): never {
    throw new Error('queries are not streamed');
  }

  /** Begins or ends a transaction. */
  async command(text: string): Promise<void> {
    await this.#last;
    try {
      const { command } = await this.client.query(text);
      // A statement has failed and its error was caught, so PostgreSQL has rolled back.
      if (text === 'COMMIT' && command !== 'COMMIT')
        throw new Error('a part of this transaction has failed, so nothing of it stays');
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Gives the connection back to the pool, which closes it when it is broken. */
  release(): void {
    this.client.off('error', this.#note);
    this.client.release(this.fault);
  }

  async #query<Row>(text: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    try {
      const { rows, rowCount } = await this.client.query({
        name: nameOf(this.#names, text),
        text,
        values: [...values],
      });
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #explain(error: unknown): unknown {
    if (BUSY.has(codeOf(error))) return new DatabaseUnavailableError('ERR_DATABASE_BUSY', error);
    if (!isDown(error)) return error;
    this.fault = error as Error;
    return new DatabaseUnavailableError('ERR_DATABASE_DOWN', error);
  }
}

/** Most statements that keep a plan. */
const MAX_NAMES = 500;

/** The name by which the server keeps the plan of a query; undefined when there are too many. */
function nameOf(names: Map<string, string>, text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) {
    name = `q${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** The code of an error of PostgreSQL or of the network; empty without one. */
export function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

const isDown = (error: unknown): boolean =>
  DOWN.test(codeOf(error)) ||
  (error instanceof Error && /^Connection terminated|^Client has encountered|^timeout expired/.test(error.message));
