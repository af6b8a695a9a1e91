import type { DatabaseError } from './errors.ts';
import { explainFailure, versionOf } from './postgres-open.ts';

/** How long to wait for the server, ms. */
const CONNECT_MS = 5_000;

/** What a PostgreSQL database is, before it is opened. */
export interface PostgresDescription {
  /** Equal for two URLs of the same database. */
  readonly identity: string;
  /** Number of the newest migration that it has; 0 for one without tables of the product. */
  readonly version: number;
}

/** Looks at a PostgreSQL database and changes nothing. */
export async function inspectPostgres(url: string): Promise<PostgresDescription | DatabaseError> {
  const { Client } = await import('pg');
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'popfray',
  });
  // A connection that breaks rejects its query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly identity: string }>(
      `SELECT concat(pg_postmaster_start_time(), ' ', oid) AS identity FROM pg_database WHERE datname = current_database()`,
    );
    return { identity: rows[0]?.identity ?? '', version: await versionOf(client) };
  } catch (error) {
    return explainFailure(url, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
