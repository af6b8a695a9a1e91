/** Global setup of the project `postgres`: starts a server and creates the database that the tests' databases are copies of. */
import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database/index.ts';
import { databaseUrl, queryOnce } from './postgres-connection.fixture.ts';
import { startPostgres } from './postgres-server.fixture.ts';

/** First version of PostgreSQL that can copy the files of a database without logging each page, as in `server_version_num`. */
const FILE_COPY_VERSION = 150_000;

/** Returns what is done after the tests. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await startPostgres();
  if ('skipped' in server) return undefined;
  const { url } = server;
  const template = `popfray_template_${randomUUID()}`;
  await queryOnce(url, `CREATE DATABASE "${template}"`);
  const db = await openDatabase(databaseUrl(url, template));
  if ('code' in db) throw new Error(db.message);
  await db.close();
  const [row] = await queryOnce<{ version: number }>(
    url,
    "SELECT current_setting('server_version_num')::int AS version",
  );
  project.provide('postgres', { url, template, canCopyFiles: (row?.version ?? 0) >= FILE_COPY_VERSION });
  return async () => {
    await queryOnce(url, `DROP DATABASE "${template}" WITH (FORCE)`);
    await server.stop();
  };
}
