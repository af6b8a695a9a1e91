import SQLite from 'better-sqlite3';
import { checkVersion, type DatabaseError } from './errors.ts';
import type { DatabaseKind } from './kind.ts';
import { SqliteEngine } from './sqlite-engine.ts';

/** How long a write waits for another process to end its own, ms. */
const BUSY_MS = 5_000;

/**
 * Contents of a new database by its migrations. All databases in memory begin as copies of the first one, because the migrations take longer than a
 * typical test that needs such a database.
 */
const newDatabases = new WeakMap<DatabaseKind['migrations'], Buffer>();

/** Opens a file or `:memory:`; creates and migrates it unless it is opened for reading. Uses a write-ahead log. */
export function openSqlite(
  path: string,
  { migrations, synchronous }: DatabaseKind,
  options: SQLite.Options = {},
): SqliteEngine | DatabaseError {
  let file: SQLite.Database | undefined;
  try {
    const isInMemory = path === ':memory:';
    file = new SQLite((isInMemory ? newDatabases.get(migrations) : undefined) ?? path, {
      ...options,
      timeout: BUSY_MS,
    });
    if (options.readonly !== true)
      prepareFile(
        file,
        synchronous,
        migrations.map(({ sqlite }) => sqlite),
      );
    if (isInMemory && !newDatabases.has(migrations)) newDatabases.set(migrations, file.serialize());
    const error = checkVersion(path, versionOf(file), migrations.length);
    if (error === undefined) return new SqliteEngine(file);
    file.close();
    return error;
  } catch (error) {
    file?.close();
    const message = `The database ${path} cannot be opened: ${(error as Error).message}.`;
    return { code: 'ERR_DATABASE_OPEN', message };
  }
}

function prepareFile(file: SQLite.Database, synchronous: string, migrations: readonly string[]): void {
  file.pragma('journal_mode = WAL');
  file.pragma(`synchronous = ${synchronous}`);
  // 16 MB: a page that many commits change is written back once, and commits rarely wait for that.
  file.pragma('wal_autocheckpoint = 4000');
  // Without this, INSERT OR REPLACE deletes rows without firing their delete triggers.
  file.pragma('recursive_triggers = ON');
  // A migration may recreate a table that others refer to. References are checked before each commit.
  file.pragma('foreign_keys = OFF');
  migrate(file, migrations);
  file.pragma('foreign_keys = ON');
}

const versionOf = (file: SQLite.Database): number => file.pragma('user_version', { simple: true }) as number;

/** Runs the missing migrations, each in one transaction with its number. */
function migrate(file: SQLite.Database, migrations: readonly string[]): void {
  const step = file.transaction(() => {
    const version = versionOf(file);
    const migration = migrations[version];
    if (migration === undefined) return false;
    file.exec(migration);
    const loose = file.pragma('foreign_key_check') as readonly unknown[];
    if (loose.length > 0) throw new Error(`migration ${version + 1} leaves ${loose.length} rows that refer to nothing`);
    file.pragma(`user_version = ${version + 1}`);
    return true;
  });
  while (step.immediate());
}
