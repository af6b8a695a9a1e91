import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseError } from './errors.ts';
import { createPrivateFile, publishFile } from './new-file.ts';
import { readDatabase } from './open.ts';
import { readableUrl } from './postgres-pool.ts';
import { isPostgresUrl } from './postgres-open.ts';
import type { SqliteEngine } from './sqlite-engine.ts';

/** Why a backup failed. */
export interface BackupError {
  readonly code:
    | DatabaseError['code']
    | 'ERR_BACKUP_EXISTS'
    | 'ERR_BACKUP_WRITE'
    | 'ERR_BACKUP_DAMAGED'
    | 'ERR_BACKUP_POSTGRES';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** The default path of a backup. Its name is the second at which it is made. `nowMs` is epoch time. */
export const backupPath = (dataDir: string, nowMs: number): string =>
  join(dataDir, 'backups', `popfray-${new Date(nowMs).toISOString().slice(0, -5).replaceAll(':', '')}Z.db`);

/**
 * Writes a consistent copy of an SQLite database into a new file, while a server may be using the database, and checks the copy. The target
 * either holds a complete, durable copy or does not exist. An existing file is never changed.
 */
export async function backUp(source: string, target: string): Promise<BackupError | undefined> {
  if (isPostgresUrl(source)) {
    const message =
      `${readableUrl(source)} is a PostgreSQL database. Back it up with: pg_dump --format=custom --file=FILE "$DATABASE_URL"` +
      ' (docs/operations.md, "PostgreSQL").';
    return { code: 'ERR_BACKUP_POSTGRES', message };
  }
  const exists: BackupError = { code: 'ERR_BACKUP_EXISTS', message: `${target} already exists. Name another file.` };
  if (existsSync(target)) return exists;
  const db = await readDatabase(source);
  if ('code' in db) return db;
  const part = `${target}.part-${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    // SQLite keeps the permissions of an existing file. The copy contains signed payouts.
    createPrivateFile(part);
    (db.engine as SqliteEngine).backUp(part);
    const damage = await findDamage(part);
    if (damage !== undefined) return damage;
    publishFile(part, target);
    return undefined;
  } catch (error) {
    if (existsSync(target)) return exists;
    return { code: 'ERR_BACKUP_WRITE', message: `${target} cannot be written: ${(error as Error).message}.` };
  } finally {
    await db.close();
    if (existsSync(part)) rmSync(part);
  }
}

async function findDamage(path: string): Promise<BackupError | undefined> {
  const copy = await readDatabase(path);
  if ('code' in copy) return copy;
  const [first] = await copy.engine.findDamage();
  await copy.close();
  if (first === undefined) return undefined;
  return {
    code: 'ERR_BACKUP_DAMAGED',
    message: `The copy is damaged, and so is the database: ${first}. Run db:verify.`,
  };
}
