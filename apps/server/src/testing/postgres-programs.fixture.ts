/** Finds PostgreSQL for the tests: a server that DATABASE_URL names, or programs to start a private one. */
import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where installers put the server's programs without touching the PATH. */
const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
];

/** What the tests say when there is no PostgreSQL. */
export const POSTGRES_SKIPPED =
  'The tests on PostgreSQL are skipped: install PostgreSQL (Debian: apt-get install postgresql), or set DATABASE_URL to a server.';

/** DATABASE_URL when it names a PostgreSQL server; undefined otherwise. */
export function postgresUrl(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const url = environment['DATABASE_URL'];
  return url !== undefined && /^postgres(?:ql)?:/i.test(url) ? url : undefined;
}

/** Folder of the programs `initdb` and `postgres`, the first on the PATH or else the newest installed; undefined when there is none. */
export function findPostgres(): string | undefined {
  // Windows has neither user ids nor the shell that ends the server after a crash.
  if (process.platform === 'win32') return undefined;
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const newestFirst = globSync(PLACES).toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return [...onPath, ...newestFirst].find((folder) =>
    ['initdb', 'postgres'].every((program) => isExecutable(join(folder, program))),
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
