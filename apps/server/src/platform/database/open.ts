import { dirname } from 'node:path';
import { Database } from './database.ts';
import type { DatabaseError } from './errors.ts';
import type { DatabaseKind } from './kind.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { isPostgresUrl, openPostgres } from './postgres-open.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite-open.ts';

/** The product's database, which contains money. */
const PRODUCT: DatabaseKind = { migrations: MIGRATIONS, synchronous: 'FULL' };

/** The folder of an SQLite file; null for a database in memory or on a server. */
export const folderOf = (location: string): string | null =>
  location === ':memory:' || isPostgresUrl(location) ? null : dirname(location);

/**
 * Opens a database, by default as the product's: the path of an SQLite file, `:memory:`, or a `postgres://` URL. Creates a file and runs
 * migrations as needed. `folder` is where other files of the database are kept.
 */
export async function openDatabase<Tables = Schema>(
  location: string,
  kind: DatabaseKind = PRODUCT,
  folder: string | null = folderOf(location),
): Promise<Database<Tables> | DatabaseError> {
  const engine = isPostgresUrl(location) ? await openPostgres(location, kind, 'migrate') : openSqlite(location, kind);
  return 'code' in engine ? engine : new Database<Tables>(engine, folder);
}

/** Opens an existing database of the product for reading only. A server may be using it. */
export async function readDatabase(location: string): Promise<Database | DatabaseError> {
  const engine = isPostgresUrl(location)
    ? await openPostgres(location, PRODUCT, 'read')
    : openSqlite(location, PRODUCT, { readonly: true, fileMustExist: true });
  return 'code' in engine ? engine : new Database(engine, folderOf(location));
}
