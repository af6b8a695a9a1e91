import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDatabase, type DatabaseError } from './database.ts';

/** Why a backup failed. */
export interface BackupError {
  readonly code: DatabaseError['code'] | 'ERR_BACKUP_EXISTS' | 'ERR_BACKUP_WRITE' | 'ERR_BACKUP_DAMAGED';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** The default path of a backup. Its name is the second at which it is made. `nowMs` is epoch time. */
export const backupPath = (dataDir: string, nowMs: number): string =>
  join(dataDir, 'backups', `popfray-${new Date(nowMs).toISOString().slice(0, -5).replaceAll(':', '')}Z.db`);

/**
 * Writes a consistent copy of a database into a new file, while a server may be using the database, and checks the copy. The target either
 * holds a complete, durable copy or does not exist. An existing file is never changed.
 */
export function backUp(source: string, target: string): BackupError | undefined {
  const exists: BackupError = { code: 'ERR_BACKUP_EXISTS', message: `${target} already exists. Name another file.` };
  if (existsSync(target)) return exists;
  const db = readDatabase(source);
  if ('code' in db) return db;
  const part = `${target}.part-${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    // SQLite keeps the permissions of an existing file. The copy contains signed payouts.
    closeSync(openSync(part, 'wx', 0o600));
    db.backUp(part);
    sync(part);
    const damage = findDamage(part);
    if (damage !== undefined) return damage;
    // Unlike a rename, a link fails when the target was created meanwhile.
    linkSync(part, target);
    sync(dirname(target));
    return undefined;
  } catch (error) {
    if (existsSync(target)) return exists;
    return { code: 'ERR_BACKUP_WRITE', message: `${target} cannot be written: ${(error as Error).message}.` };
  } finally {
    db.close();
    if (existsSync(part)) rmSync(part);
  }
}

/** Flushes the copy to the disk, which SQLite does not do. */
function sync(path: string): void {
  // Windows cannot flush folders.
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

function findDamage(path: string): BackupError | undefined {
  const copy = readDatabase(path);
  if ('code' in copy) return copy;
  const [first] = copy.findDamage();
  copy.close();
  if (first === undefined) return undefined;
  return {
    code: 'ERR_BACKUP_DAMAGED',
    message: `The copy is damaged, and so is the database: ${first}. Run db:verify.`,
  };
}
