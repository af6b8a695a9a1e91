/** Run as a program: `pnpm db:backup [FILE]`. Writes a copy of the database in DATA_DIR, by default into `backups/` there. */
import { join, resolve } from 'node:path';
import { keepFilesPrivate } from '../../platform/database/data-dir.ts';
import { readDataDir } from '../../platform/config/environment.ts';
import { backUp, backupPath } from '../../platform/database/backup.ts';
import { DATABASE_FILE } from '../../platform/database/database.ts';

keepFilesPrivate();
const dataDir = readDataDir(process.env);
const file = process.argv.slice(2).find((argument) => argument !== '--');
const target = file === undefined ? backupPath(dataDir, Date.now()) : resolve(file);
const error = backUp(join(dataDir, DATABASE_FILE), target);
if (error === undefined) {
  process.stdout.write(`${target}\n`);
} else {
  console.error(`\n  ${error.message} (${error.code})\n`);
  process.exitCode = 1;
}
