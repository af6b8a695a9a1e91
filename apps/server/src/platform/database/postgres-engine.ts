import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type QueryCompiler,
} from 'kysely';
import type { Pool } from 'pg';
import type { Engine, TransactionMode } from './engine.ts';
import { DatabaseUnavailableError } from './errors.ts';
import { Mutex } from './mutex.ts';
import { codeOf, PostgresConnection } from './postgres-connection.ts';
import { findPostgresDamage } from './postgres-damage.ts';
import { PostgresLock } from './postgres-lock.ts';
import { readableUrl } from './postgres-pool.ts';

/** How long a transaction waits for those before it, ms. */
const WRITER_MS = 10_000;

/** How often a transaction is run again after a conflict with another, and the longest wait before the first time, ms; it doubles. */
const MAX_RETRIES = 8;
const FIRST_WAIT_MS = 5;

/** PostgreSQL's codes for a transaction that lost against another one and can be run again. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** A row that another transaction inserted at the same time can be reported like this instead of as a conflict. */
const UNIQUE_VIOLATION = '23505';
const UNIQUE_RETRIES = 1;

/**
 * A PostgreSQL server, on a pool of connections. Transactions are SERIALIZABLE, and are run again after a conflict. Those that write run one
 * after the other within a process, as on SQLite, so that conflicts can come from other processes only.
 */
export class PostgresEngine implements Engine {
  readonly name = 'postgres';
  readonly location: string;
  readonly label: string;
  readonly adapter = new PostgresAdapter();
  retries = 0;
  readonly #pool: Pool;
  readonly #random: () => number;
  readonly #names = new Map<string, string>();
  readonly #writers = new Mutex();
  #lock: PostgresLock | null = null;

  /** `random` spreads the repetitions of transactions that met a conflict: a number from 0 to below 1. */
  constructor(pool: Pool, location: string, random: () => number = Math.random) {
    this.#random = random;
    this.#pool = pool;
    this.location = location;
    this.label = readableUrl(location);
  }

  get connections(): number {
    return this.#pool.totalCount;
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }

  /**
   * Takes the lock that one server at a time can have, and keeps it: nothing is queried while it is lost. Resolves with false when another
   * server still has it after `waitMs`.
   */
  async takeServerLock(waitMs = 0, lock = new PostgresLock(this.location)): Promise<boolean> {
    this.#lock ??= lock;
    return this.#lock.take(waitMs);
  }

  async acquire(): Promise<PostgresConnection> {
    try {
      if (this.#lock?.isHeld === false && !(await this.#lock.take()))
        throw new Error('another server has taken this database over');
      return new PostgresConnection(await this.#pool.connect(), this.#names);
    } catch (error) {
      const isPoolUsedUp = error instanceof Error && error.message.startsWith('timeout exceeded');
      throw new DatabaseUnavailableError(isPoolUsedUp ? 'ERR_DATABASE_BUSY' : 'ERR_DATABASE_DOWN', error);
    }
  }

  release(connection: DatabaseConnection): void {
    (connection as PostgresConnection).release();
  }

  async transact<Value>(
    mode: TransactionMode,
    body: (connection: DatabaseConnection) => Promise<Value>,
  ): Promise<Value> {
    if (mode === 'snapshot') return this.#attempt(mode, body);
    await this.#writers.lock(WRITER_MS).catch((error: unknown) => {
      throw new DatabaseUnavailableError('ERR_DATABASE_BUSY', error);
    });
    try {
      return await this.#repeat(body);
    } finally {
      this.#writers.unlock();
    }
  }

  async probeWrite(): Promise<void> {
    const connection = await this.acquire();
    try {
      await connection.command('UPDATE schema_version SET version = version');
    } finally {
      connection.release();
    }
  }

  /** Runs a transaction until it meets no conflict, a limited number of times. */
  async #repeat<Value>(body: (connection: DatabaseConnection) => Promise<Value>): Promise<Value> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt('write', body);
      } catch (error) {
        const code = codeOf(error);
        const isConflict = CONFLICTS.has(code);
        if (!isConflict && !(code === UNIQUE_VIOLATION && attempt < UNIQUE_RETRIES)) throw error;
        if (attempt >= MAX_RETRIES) throw new DatabaseUnavailableError('ERR_DATABASE_BUSY', error);
        this.retries++;
        await delay(this.#random() * FIRST_WAIT_MS * 2 ** attempt);
      }
    }
  }

  async readBytes(): Promise<number> {
    const connection = await this.acquire();
    try {
      const query = CompiledQuery.raw('SELECT pg_database_size(current_database()) AS bytes');
      const { rows } = await connection.executeQuery<{ readonly bytes: number }>(query);
      return rows[0]?.bytes ?? 0;
    } finally {
      connection.release();
    }
  }

  /** Reads every row, for which a statement may take longer than for a request. */
  async findDamage(): Promise<string[]> {
    const connection = await this.acquire();
    try {
      await connection.command('SET statement_timeout = 0');
      return await findPostgresDamage(
        async <Row>(text: string) => (await connection.executeQuery<Row>(CompiledQuery.raw(text))).rows,
      );
    } finally {
      await connection.command('RESET statement_timeout').catch(() => undefined);
      connection.release();
    }
  }

  async close(): Promise<void> {
    await this.#lock?.release();
    await this.#pool.end();
  }

  async #attempt<Value>(
    mode: TransactionMode,
    body: (connection: DatabaseConnection) => Promise<Value>,
  ): Promise<Value> {
    const connection = await this.acquire();
    try {
      await connection.command(
        mode === 'write' ? 'BEGIN ISOLATION LEVEL SERIALIZABLE' : 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      );
      try {
        const value = await body(connection);
        await connection.command('COMMIT');
        return value;
      } catch (error) {
        if (connection.fault === undefined) await connection.command('ROLLBACK').catch(() => undefined);
        throw error;
      }
    } finally {
      connection.release();
    }
  }
}
