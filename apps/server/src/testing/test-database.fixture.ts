/** Databases of single tests, in the project `postgres`. */
import { randomUUID } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { databaseUrl, queryOnce } from './postgres-connection.fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the project `postgres`; undefined in other projects. */
    readonly postgres:
      | {
          readonly url: string;
          /** Name of the database that tests receive copies of. */
          readonly template: string;
          readonly canCopyFiles: boolean;
        }
      | undefined;
  }
}

/** Names of the databases that this test file has created. */
const created = new Set<string>();

/** Creates a database with the product's tables, and returns its URL. It is dropped at the end of the test file. */
export async function createTestDatabaseUrl(): Promise<string> {
  const postgres = inject('postgres');
  if (postgres === undefined) throw new Error('This test needs the project `postgres`, which starts PostgreSQL.');
  const name = `popfray_test_${randomUUID()}`;
  const strategy = postgres.canCopyFiles ? ' STRATEGY file_copy' : '';
  await queryOnce(postgres.url, `CREATE DATABASE "${name}" TEMPLATE "${postgres.template}"${strategy}`);
  created.add(name);
  return databaseUrl(postgres.url, name);
}

/** Drops the databases that this test file has created, and closes the connections that are open to them. */
export async function dropTestDatabases(): Promise<void> {
  for (const name of created) {
    created.delete(name);
    await queryOnce(inject('postgres')?.url ?? '', `DROP DATABASE "${name}" WITH (FORCE)`);
  }
}

afterAll(dropTestDatabases);
