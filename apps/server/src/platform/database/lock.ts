import SQLite from 'better-sqlite3';

/** Why a lock cannot be taken. */
export interface LockError {
  readonly code: 'ERR_DATA_LOCKED' | 'ERR_DATABASE_OPEN';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** A lock that is held until it is released or the process ends. */
export interface Lock {
  release(): void;
}

/** How long to wait for a server that is being replaced, ms. */
const LOCK_TIMEOUT_MS = 1_000;

/** Locks that are held. Without a reference, the garbage collector would close the file and release the lock. */
const held = new Set<SQLite.Database>();

/**
 * Takes a lock that one process of the machine can hold. It is an exclusive transaction on a small database, so the operating system
 * releases it when the process ends for any reason.
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
