import type { Pool } from 'pg';

/** Most connections of one process. */
const MAX_CONNECTIONS = 10;

/** How long a query waits for a free connection, ms. */
const CONNECT_MS = 5_000;

/** How long one statement may run, ms. */
const STATEMENT_MS = 30_000;

/** A URL for people to read: without its password and its options. */
export function readableUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? 'postgres://…' : `postgres://${parsed.host}${parsed.pathname}`;
}

function readWhole(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new RangeError(`${text} is no safe integer`);
  return value;
}

/** Creates a pool of connections. They are opened when they are needed. The driver is loaded here, which a start on SQLite does without. */
export async function createPool(url: string, isReadOnly: boolean): Promise<Pool> {
  const { Pool, TypeOverrides, types } = await import('pg');
  // The driver would return a bigint, and the sum of bigints, which is a numeric, as text.
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.INT8, readWhole);
  parsers.setTypeParser(types.builtins.NUMERIC, readWhole);
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    application_name: 'popfray',
    options: isReadOnly ? '-c default_transaction_read_only=on' : undefined,
    types: parsers,
  });
  // An idle connection that breaks is replaced at its next use. Without a listener the process would end.
  pool.on('error', () => undefined);
  return pool;
}
