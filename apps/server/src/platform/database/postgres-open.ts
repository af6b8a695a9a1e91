import type { ClientBase, Pool, PoolClient } from 'pg';
import { checkVersion, type DatabaseError } from './errors.ts';
import type { DatabaseKind } from './kind.ts';
import { PostgresEngine } from './postgres-engine.ts';
import { createPool, readableUrl } from './postgres-pool.ts';

/** Whether a database's location is a PostgreSQL server's URL. */
export const isPostgresUrl = (location: string): boolean => /^postgres(?:ql)?:\/\//.test(location);

/** Lock that one process holds while it migrates; any number that nothing else in this database uses. */
const MIGRATION_LOCK = 7_074_001;

/** Opens a PostgreSQL database. `migrate` creates its tables and runs missing migrations; `read` only looks at its version. */
export async function openPostgres(
  url: string,
  { migrations }: DatabaseKind,
  how: 'migrate' | 'read',
): Promise<PostgresEngine | DatabaseError> {
  const name = readableUrl(url);
  let pool: Pool | undefined;
  try {
    pool = await createPool(url, how === 'read');
    const steps = migrations.map(({ postgres }) => postgres);
    const version = await withClient(pool, async (client) =>
      how === 'read' ? versionOf(client) : migrate(client, steps),
    );
    const error = checkVersion(name, version, migrations.length);
    if (error === undefined) return new PostgresEngine(pool, url);
    await pool.end();
    return error;
  } catch (error) {
    await pool?.end();
    return explainFailure(url, error);
  }
}

/** The error of a server that cannot be reached or refuses. An attempt at several addresses of a host fails with a code and without a message. */
export function explainFailure(url: string, error: unknown): DatabaseError {
  const { message: text, code } = error as NodeJS.ErrnoException;
  const reason = text === '' ? (code ?? 'unknown error') : text;
  const message = `The database ${readableUrl(url)} cannot be opened: ${reason}. Check DATABASE_URL and that the server runs.`;
  return { code: 'ERR_DATABASE_OPEN', message };
}

async function withClient<Value>(pool: Pool, use: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  try {
    return await use(client);
  } finally {
    client.release();
  }
}

/** Number of the newest migration that a database has; 0 for one without tables of the product. */
export async function versionOf(client: ClientBase): Promise<number> {
  const { rows: tables } = await client.query(`SELECT to_regclass('schema_version') IS NOT NULL AS exists`);
  if (!(tables[0] as { readonly exists: boolean }).exists) return 0;
  const { rows } = await client.query('SELECT version FROM schema_version');
  return (rows[0] as { readonly version: number } | undefined)?.version ?? 0;
}

/** Runs all missing migrations in one transaction, while any other process that starts waits. Returns the version. */
async function migrate(client: PoolClient, migrations: readonly string[]): Promise<number> {
  await client.query('BEGIN');
  try {
    // A migration of a large table, or of another process, may take longer than a statement of a request.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const version = await versionOf(client);
    if (version < migrations.length) {
      await client.query('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)');
      for (const migration of migrations.slice(version)) if (migration !== '') await client.query(migration);
      await client.query('DELETE FROM schema_version');
      await client.query('INSERT INTO schema_version VALUES ($1)', [migrations.length]);
    }
    await client.query('COMMIT');
    return Math.max(version, migrations.length);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
