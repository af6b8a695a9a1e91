/**
 * The program `pnpm db:ratings`. Computes the ratings of all seasons again from the results of battles, in one transaction; a server may be running. Ratings
 * are right without it: it is for an operator who has corrected results by hand.
 */
import { parseDatabaseLocation, readDataDir } from '../../platform/config/index.ts';
import { keepFilesPrivate, openDatabase, readDatabase } from '../../platform/database/index.ts';
import { printError } from '../../platform/process/index.ts';
import { rebuildRatings } from '../../seasons/index.ts';

keepFilesPrivate();
process.exitCode = await main();

async function main(): Promise<number> {
  const found = parseDatabaseLocation(process.env);
  if ('code' in found) return refuse(found);
  // Only a server creates or migrates a database.
  const existing = await readDatabase(found.location);
  if ('code' in existing) return refuse(existing);
  await existing.close();
  const db = await openDatabase(found.location, undefined, readDataDir(process.env));
  if ('code' in db) return refuse(db);
  const battles = await rebuildRatings(db);
  await db.close();
  process.stdout.write(`The ratings of ${battles} battles have been computed again.\n`);
  return 0;
}

function refuse(error: { readonly code: string; readonly message: string }): number {
  printError(error);
  return 1;
}
