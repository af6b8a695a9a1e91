import { describe, expect, inject, it } from 'vitest';
import { queryOnce } from './postgres-connection.fixture.ts';
import { createTestDatabaseUrl, dropTestDatabases } from './test-database.fixture.ts';
import { IS_ON_POSTGRES } from './test-location.fixture.ts';

const countOf = async (url: string, table: string): Promise<unknown> =>
  (await queryOnce<{ count: string }>(url, `SELECT count(*) FROM ${table}`))[0]?.count;

describe.runIf(IS_ON_POSTGRES)('a database of a test on PostgreSQL', () => {
  it('has the tables of the product, and shares no rows with another database', async () => {
    const one = await createTestDatabaseUrl();
    const other = await createTestDatabaseUrl();
    await queryOnce(one, "INSERT INTO accounts (kind, owner) VALUES ('house', '')");
    expect(await countOf(one, 'accounts')).toBe('1');
    expect(await countOf(other, 'accounts')).toBe('0');
  });

  it('is dropped, even when a connection to it is open', async () => {
    const url = await createTestDatabaseUrl();
    const failure = queryOnce(url, 'SELECT pg_sleep(3600)').catch((error: unknown) => error);
    await expect
      .poll(() => queryOnce(url, "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(3600)'"))
      .toHaveLength(1);
    await dropTestDatabases();
    expect(await failure).toMatchObject({ message: 'terminating connection due to administrator command' });
    await expect(queryOnce(url, 'SELECT 1')).rejects.toThrow('does not exist');
    const left = await queryOnce(
      inject('postgres')?.url ?? '',
      `SELECT 1 FROM pg_database WHERE datname = '${new URL(url).pathname.slice(1)}'`,
    );
    expect(left).toEqual([]);
  });
});

it.runIf(!IS_ON_POSTGRES)('a test that needs PostgreSQL says so in another project', async () => {
  await expect(createTestDatabaseUrl()).rejects.toThrow('needs the project `postgres`');
});
