/** Backups of tests' databases: files, or on PostgreSQL other databases. */
import { copyFileSync } from 'node:fs';
import { backUp } from '../platform/database/backup.ts';
import { copyDatabase } from '../platform/database/copy.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { IS_ON_POSTGRES, renewTestLocation, testLocation } from './test-location.fixture.ts';

/** Replaces `backup` by a copy of the database of `file`, which a server may be using. */
export async function saveBackup(file: string, backup: string): Promise<void> {
  const target = await renewTestLocation(backup);
  if (IS_ON_POSTGRES) return copyAll(await testLocation(file), target);
  const error = await backUp(file, target);
  if (error !== undefined) throw new Error(error.message);
}

/** Replaces the database of `file`, which nothing uses, by a copy of the backup. */
export async function putBackupBack(backup: string, file: string): Promise<void> {
  const target = await renewTestLocation(file);
  if (IS_ON_POSTGRES) return copyAll(await testLocation(backup), target);
  copyFileSync(backup, target);
}

async function copyAll(source: string, target: string): Promise<void> {
  const [from, to] = [await open(source), await open(target)];
  const copied = await copyDatabase(from, to);
  await from.close();
  await to.close();
  if ('code' in copied) throw new Error(copied.message);
}

async function open(location: string): Promise<Database> {
  const db = await openDatabase(location);
  if ('code' in db) throw new Error(db.message);
  return db;
}
