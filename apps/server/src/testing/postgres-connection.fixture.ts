import pg from 'pg';

/** How long a server may take to accept a connection, ms. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Runs one query through a separate connection. */
export async function queryOnce<Row extends pg.QueryResultRow>(
  url: string,
  query: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // The server may end while the connection closes.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(query, [...values])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The URL of another database of the same server. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** The value of a setting, or why the server does not answer, without its password. */
export type SettingAnswer = { readonly value: string } | { readonly error: string };

/** Reads a setting of the server at a URL. */
export async function readSetting(url: string, name: string): Promise<SettingAnswer> {
  try {
    const [row] = await queryOnce<{ value: string }>(url, 'SELECT current_setting($1) AS value', [name]);
    return { value: row?.value ?? '' };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { error: message === '' || code === 'ERR_INVALID_URL' ? (code ?? 'unknown error') : message };
  }
}
