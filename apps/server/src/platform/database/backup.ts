import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDatabase, type DatabaseError } from './database.ts';

/** Why there is no backup. */
export interface BackupError {
  readonly code: DatabaseError['code'] | 'ERR_BACKUP_EXISTS' | 'ERR_BACKUP_WRITE' | 'ERR_BACKUP_DAMAGED';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** Where a backup is written when nobody says where: a file a second. `nowMs` is epoch time. */
export const backupPath = (dataDir: string, nowMs: number): string =>
  join(dataDir, 'backups', `popfray-${new Date(nowMs).toISOString().slice(0, -5).replaceAll(':', '')}Z.db`);

/**
 * Copies a database as of one moment into a new file, while a server may be at work on it, and looks whether the copy is sound.
 * Under its name the copy is whole and on the disk, or not there at all. A file that is there is never touched.
 */
export function backUp(source: string, target: string): BackupError | undefined {
  const exists: BackupError = { code: 'ERR_BACKUP_EXISTS', message: `${target} is there already. Name another file.` };
  if (existsSync(target)) return exists;
  const db = readDatabase(source);
  if ('code' in db) return db;
  const part = `${target}.part-${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    // The copy gets the permissions of the file that is there: signed payouts are in it.
    closeSync(openSync(part, 'wx', 0o600));
    db.backUp(part);
    sync(part);
    const damage = findDamage(part);
    if (damage !== undefined) return damage;
    // Unlike a rename, it fails when somebody else was quicker.
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

/** SQLite does not wait for the disk when it copies. */
function sync(path: string): void {
  // Windows has no handles of folders to wait for.
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
