/**
 * The program `pnpm db:verify [FILE|URL]`. Checks the server's database, or another one such as a copy; a server may be using it. Exits with code 0
 * when no error was found, and with 1 otherwise.
 */
import { resolve } from 'node:path';
import { A_DATABASE, parseDatabaseUrl } from '../../platform/config/index.ts';
import { openHouse, reachNetwork } from '../../chain/index.ts';
import { parseConfig } from '../config.ts';
import { keepFilesPrivate, readDatabase } from '../../platform/database/index.ts';
import { printError } from '../../platform/process/index.ts';
import { verify } from '../../verification/index.ts';

keepFilesPrivate();
process.exitCode = await main(process.argv.slice(2).find((argument) => argument !== '--'));

async function main(argument: string | undefined): Promise<number> {
  const config = parseConfig(process.env);
  if ('code' in config) return refuse(config);
  const location = argument === undefined ? config.database : locate(argument);
  if (location === null)
    return refuse({ code: 'ERR_USAGE', message: `pnpm db:verify [FILE|URL]; a URL must be ${A_DATABASE}.` });
  const db = await readDatabase(location);
  if ('code' in db) return refuse(db);
  const { chain } = await reachNetwork(config, Date.now);
  const house = openHouse(config, chain);
  const { isSound, lines } = await verify(db, { chain, houseAddress: 'code' in house ? null : house.address });
  await db.close();
  process.stdout.write(`${[db.engine.label, ...lines].join('\n  ')}\n`);
  return isSound ? 0 : 1;
}

/** Where the database of an argument is; null for a URL that cannot be used, which is not printed because it may contain a password. */
function locate(argument: string): string | null {
  const isUrl = /^(?:sqlite:|[a-z]+:\/)/i.test(argument);
  return isUrl ? parseDatabaseUrl(argument) : resolve(argument);
}

function refuse(error: { readonly code: string; readonly message: string }): number {
  printError(error);
  return 1;
}
