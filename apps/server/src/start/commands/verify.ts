/**
 * The program `pnpm db:verify [FILE]`. Checks the database in DATA_DIR, or a copy of it; a server may be using it. Exits with code 0 when no error was
 * found, and with 1 otherwise.
 */
import { join, resolve } from 'node:path';
import { openHouse, reachNetwork } from '../../chain/index.ts';
import { parseConfig } from '../config.ts';
import { DATABASE_FILE, keepFilesPrivate, readDatabase } from '../../platform/database/index.ts';
import { printError } from '../../platform/process/index.ts';
import { verify } from '../../verification/index.ts';

keepFilesPrivate();
process.exitCode = await main(process.argv.slice(2).find((argument) => argument !== '--'));

async function main(file: string | undefined): Promise<number> {
  const config = parseConfig(process.env);
  if ('code' in config) return refuse(config);
  const path = file === undefined ? join(config.dataDir, DATABASE_FILE) : resolve(file);
  const db = readDatabase(path);
  if ('code' in db) return refuse(db);
  const { chain } = await reachNetwork(config, Date.now);
  const house = openHouse(config, chain);
  const { isSound, lines } = await verify(db, { chain, houseAddress: 'code' in house ? null : house.address });
  db.close();
  process.stdout.write(`${[path, ...lines].join('\n  ')}\n`);
  return isSound ? 0 : 1;
}

function refuse(error: { readonly code: string; readonly message: string }): number {
  printError(error);
  return 1;
}
