/** PostgreSQL servers for tests. */
import { PostgresCluster, type PostgresSettings, type PostgresStorage } from './postgres-cluster.fixture.ts';
import { readSetting } from './postgres-connection.fixture.ts';
import { findPostgres, POSTGRES_SKIPPED, postgresUrl } from './postgres-programs.fixture.ts';

export { REPLICATION_SETTINGS } from './postgres-cluster.fixture.ts';

/** A server that tests use. */
export interface PostgresServer {
  /** DATABASE_URL, or the URL of the database `postgres` of a private server. */
  readonly url: string;
  /** Ends a private server and removes its files. Does nothing to the server in DATABASE_URL. */
  stop(): Promise<void>;
}

/** A server that belongs to the caller, which may let it fail. It ends with the process that started it, at the latest. */
export interface PrivatePostgresServer extends PostgresServer {
  /** Ends it at once, as a crash does: open transactions are rolled back, committed ones are kept. */
  kill(): Promise<void>;
  /** Starts it again on the same port with its data, after ending it if it runs. */
  restart(): Promise<void>;
  /** Adds a standby that has every commit. The server needs REPLICATION_SETTINGS. */
  addStandby(): Promise<void>;
  /** Ends the server at once, and lets the standby take its place on the same port. */
  failOver(): Promise<void>;
}

/** There is no PostgreSQL: one line that says so and what to do. */
export interface PostgresSkipped {
  readonly skipped: string;
}

/** The server in DATABASE_URL, else a private one. Throws one line that names DATABASE_URL when its server cannot be used. */
export async function startPostgres(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<PostgresServer | PostgresSkipped> {
  const url = postgresUrl(environment);
  if (url === undefined) return startPrivatePostgres();
  const answer = await readSetting(url, 'server_version');
  if ('error' in answer) throw new Error(`The PostgreSQL server in DATABASE_URL cannot be used: ${answer.error}.`);
  return { url, stop: () => Promise.resolve() };
}

/**
 * A new server with an empty cluster in a temporary folder, even when DATABASE_URL names another. `settings` are added to its configuration.
 * It accepts connections of every user of this machine without a password. Tests need `quick` storage; a benchmark needs `durable`.
 */
export async function startPrivatePostgres(
  settings: PostgresSettings = {},
  storage: PostgresStorage = 'quick',
): Promise<PrivatePostgresServer | PostgresSkipped> {
  const programs = findPostgres();
  if (programs === undefined) return { skipped: POSTGRES_SKIPPED };
  const cluster = new PostgresCluster(programs, settings, storage);
  try {
    await cluster.start();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return {
    url: cluster.url,
    stop: () => cluster.stop(),
    kill: () => cluster.kill(),
    restart: () => cluster.restart(),
    addStandby: () => cluster.addStandby(),
    failOver: () => cluster.failOver(),
  };
}
