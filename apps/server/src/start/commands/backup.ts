/** The program `pnpm db:backup [FILE]`. Writes a copy of the SQLite database into a file, by default into the folder `backups/` of DATA_DIR. */
import { resolve } from 'node:path';
import { parseDatabaseLocation, readDataDir } from '../../platform/config/index.ts';
import { backUp, backupPath, keepFilesPrivate } from '../../platform/database/index.ts';
import { printError } from '../../platform/process/index.ts';

keepFilesPrivate();
process.exitCode = await main(process.argv.slice(2).find((argument) => argument !== '--'));

async function main(file: string | undefined): Promise<number> {
  const source = parseDatabaseLocation(process.env);
  if ('code' in source) return refuse(source);
  const target = file === undefined ? backupPath(readDataDir(process.env), Date.now()) : resolve(file);
  const error = await backUp(source.location, target);
  if (error !== undefined) return refuse(error);
  process.stdout.write(`${target}\n`);
  return 0;
}

function refuse(error: { readonly code: string; readonly message: string }): number {
  printError(error);
  return 1;
}
