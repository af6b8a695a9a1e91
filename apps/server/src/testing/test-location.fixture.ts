import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../platform/config/index.ts';

/** Whether the tests run on PostgreSQL. */
export const IS_ON_POSTGRES = process.env['TEST_DATABASE'] === 'postgres';

/** The databases that stand for the files of this test file. */
const urls = new Map<string, Promise<string>>();

/**
 * Where a test's database is: in the project `postgres` a new PostgreSQL database, the same for the same `file`; otherwise the file, or a database
 * in memory without one. The project's setup file drops them.
 */
export async function testLocation(file?: string): Promise<string> {
  if (!IS_ON_POSTGRES) return file ?? ':memory:';
  const { createTestDatabaseUrl } = await import('./test-database.fixture.ts');
  if (file === undefined) return createTestDatabaseUrl();
  const url = urls.get(file) ?? createTestDatabaseUrl();
  urls.set(file, url);
  return url;
}

/** The DATABASE_URL of a server whose DATA_DIR is `folder`, the same for the same folder: empty for the SQLite file there. */
export const testDatabaseUrl = async (folder: string): Promise<string> =>
  IS_ON_POSTGRES ? testLocation(join(folder, DATABASE_FILE)) : '';

/** The same as `testLocation`, with a new and empty database in place of an earlier one: the file is removed. */
export async function renewTestLocation(file: string): Promise<string> {
  urls.delete(file);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  return testLocation(file);
}
