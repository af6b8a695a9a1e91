/** The program `pnpm db:backup [FILE]`. Writes a copy of the database in DATA_DIR, by default into its folder `backups/`. */
import { join, resolve } from 'node:path';
import { backUp, backupPath, DATABASE_FILE, keepFilesPrivate } from '../../platform/database/index.ts';
import { printError } from '../../platform/process/index.ts';
import { readDataDir } from '../../platform/config/index.ts';

keepFilesPrivate();
const dataDir = readDataDir(process.env);
const file = process.argv.slice(2).find((argument) => argument !== '--');
const target = file === undefined ? backupPath(dataDir, Date.now()) : resolve(file);
const error = backUp(join(dataDir, DATABASE_FILE), target);
if (error === undefined) {
  process.stdout.write(`${target}\n`);
} else {
  printError(error);
  process.exitCode = 1;
}
