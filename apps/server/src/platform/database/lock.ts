import SQLite from 'better-sqlite3';

/** Why a folder cannot be had for oneself. */
export interface LockError {
  readonly code: 'ERR_DATA_LOCKED' | 'ERR_DATABASE_OPEN';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** A lock that is held until it is given back, or the process ends in any way. */
export interface Lock {
  release(): void;
}

/** How long a server that is being replaced has to end, ms. */
const LOCK_TIMEOUT_MS = 1_000;

/** Locks that are held. One that nobody refers to any more would be given back by the garbage collector. */
const held = new Set<SQLite.Database>();

/**
 * Takes a lock that one process in the machine can hold: an exclusive transaction on a small database of its own, which the
 * operating system takes back when the process dies, however it dies.
 */
export function takeLock(path: string): Lock | LockError {
  let file: SQLite.Database | undefined;
  try {
    file = new SQLite(path, { timeout: LOCK_TIMEOUT_MS });
    file.exec('BEGIN EXCLUSIVE');
    return hold(file);
  } catch (error) {
    file?.close();
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      const message = `Another server is at work on the data that ${path} locks. Stop that one, or set DATA_DIR to another folder.`;
      return { code: 'ERR_DATA_LOCKED', message };
    }
    return { code: 'ERR_DATABASE_OPEN', message: `The lock ${path} cannot be opened: ${(error as Error).message}.` };
  }
}

function hold(file: SQLite.Database): Lock {
  held.add(file);
  return {
    release() {
      held.delete(file);
      file.close();
    },
  };
}
