import { realpathSync } from 'node:fs';
import { join } from 'node:path';
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

/** Name of the lock in a folder of databases, which one server at a time can hold. */
const LOCK_FILE = 'lock.db';

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

/** Takes the lock of each folder, once where two paths are the same folder. Holds all or none. */
export function takeFolderLocks(folders: readonly string[]): Lock | LockError {
  const locks: Lock[] = [];
  const release = (): void => {
    for (const lock of locks) lock.release();
  };
  for (const folder of new Set(folders.map(realFolder))) {
    const lock = takeLock(join(folder, LOCK_FILE));
    if ('code' in lock) {
      release();
      return lock;
    }
    locks.push(lock);
  }
  return { release };
}

/** The path of a folder without links; the path itself when the folder does not exist. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
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
