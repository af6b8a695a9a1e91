import { databaseUrl, queryOnce } from '@popfray/server/testing/postgres-connection';
import { startPrivatePostgres } from '@popfray/server/testing/postgres-server';

/** A PostgreSQL server that a suite measures. */
export interface BenchPostgres {
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** Starts a server whose files and settings are those of an installed one. Without PostgreSQL on this machine, one line says what is left out. */
export async function startBenchPostgres(suite: string): Promise<BenchPostgres | undefined> {
  const server = await startPrivatePostgres({}, 'durable');
  if ('skipped' in server) {
    console.error(`  ${suite}: PostgreSQL is not installed, so its metrics are left out`);
    return undefined;
  }
  return {
    async createDatabase(name) {
      await queryOnce(server.url, `CREATE DATABASE "${name}"`);
      return databaseUrl(server.url, name);
    },
    stop: async () => server.stop(),
  };
}
