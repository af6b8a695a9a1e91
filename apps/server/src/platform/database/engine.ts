import type { DatabaseConnection, DialectAdapter, QueryCompiler } from 'kysely';

/** `write`: a transaction whose writes are kept. `snapshot`: a read-only view of one moment, which blocks no writer. */
export type TransactionMode = 'write' | 'snapshot';

/** What a database system does differently from another. `Database` is built on one. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** Where the database is: a file's path, `:memory:`, or a URL with its password, which is never logged. */
  readonly location: string;
  /** The same for people to read, without a password. */
  readonly label: string;
  readonly adapter: DialectAdapter;
  /** Connections that are open. */
  readonly connections: number;
  /** How often a transaction was run again after a conflict with another one, since the start. */
  readonly retries: number;
  createQueryCompiler(): QueryCompiler;
  /** Takes a connection for one query outside of a transaction. */
  acquire(): Promise<DatabaseConnection>;
  release(connection: DatabaseConnection): void;
  /**
   * Runs `body` in a transaction on a separate connection, and rolls back when it rejects. On PostgreSQL `body` runs again after a
   * serialization conflict.
   */
  transact<Value>(mode: TransactionMode, body: (connection: DatabaseConnection) => Promise<Value>): Promise<Value>;
  /** Commits a write that changes nothing. Rejects with what any write would reject with. */
  probeWrite(): Promise<void>;
  /** Size of the contents, bytes. */
  readBytes(): Promise<number>;
  /** Errors that the system finds in its files and references; empty for an intact database. */
  findDamage(): Promise<string[]>;
  close(): Promise<void>;
}
