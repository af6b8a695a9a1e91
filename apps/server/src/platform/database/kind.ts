import type { Migration } from './migrations/index.ts';

/** Kind of a database. */
export interface DatabaseKind {
  /** Migrations in their order. */
  readonly migrations: readonly Migration[];
  /**
   * Of an SQLite file. FULL: a commit is on the disk when it returns. NORMAL: it survives a crash of the process, but not a power failure.
   */
  readonly synchronous: 'FULL' | 'NORMAL';
}
