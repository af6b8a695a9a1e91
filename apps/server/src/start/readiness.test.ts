import { execute, fetchValue } from '../platform/database/raw-query.fixture.ts';
import { allowWrites, failWrites } from '../platform/database/write-fault.fixture.ts';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import type { Context } from '../platform/context/context.ts';
import { writeBuild } from '../testing/web-build.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { IS_ON_POSTGRES } from '../testing/test-location.fixture.ts';
import { readWebsite } from '../platform/website/website.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-ready-'));
const root = writeBuild();
const file = join(folder, 'popfray.db');
const test = await createTestContext({ database: file });
afterAll(async () => {
  await test.stop();
  for (const path of [folder, root]) rmSync(path, { recursive: true });
});

const context: Context = { ...test.context, website: readWebsite(root) };
const app = createApp(context);
const { clock, log } = test;

/** Lets the database itself refuse every write, as on a disk that has become read-only, or take them again. */
async function setReadOnly(isOn: boolean): Promise<void> {
  if (!IS_ON_POSTGRES) await execute(context.db, `PRAGMA query_only = ${isOn ? 'ON' : 'OFF'}`);
  else if (isOn) await failWrites(context.db, 'UPDATE', 'schema_version');
  else await allowWrites(context.db, 'schema_version');
}

/** Grows with each write: the size of SQLite's log, or the number of the transaction that PostgreSQL wrote last. */
const written = async (): Promise<number> =>
  IS_ON_POSTGRES
    ? Number(await fetchValue(context.db, 'SELECT xmin::text FROM schema_version'))
    : statSync(`${file}-wal`).size;

async function readiness(): Promise<unknown> {
  const response = await app.request('/readyz');
  return [response.status, await response.json()];
}

const READY = [200, expect.objectContaining({ status: 'ready' })];
const FAILED = [503, expect.objectContaining({ error: expect.objectContaining({ code: 'ERR_DATABASE_WRITE' }) })];
const notices = (): unknown[] => log.filter((entry) => entry.event === 'notice' && entry.about === 'database');

describe('the readiness', () => {
  it('ends while the database refuses writes, which the log says once, and comes back with them', async () => {
    expect(await readiness()).toEqual(READY);
    await setReadOnly(true);
    for (let asked = 0; asked < 5; asked++) {
      clock.nowMs += 1_000;
      expect(await readiness()).toEqual(FAILED);
      expect((await app.request('/healthz')).status).toBe(200);
    }
    expect(notices()).toEqual([expect.objectContaining({ message: expect.stringContaining('cannot be written') })]);
    await setReadOnly(false);
    clock.nowMs += 1_000;
    expect(await readiness()).toEqual(READY);
    expect(notices()).toHaveLength(2);
  });

  it('is not the earlier one while the database is being asked', async () => {
    await setReadOnly(true);
    clock.nowMs += 1_000;
    expect(await Promise.all([readiness(), readiness()])).toEqual([FAILED, FAILED]);
    await setReadOnly(false);
    clock.nowMs += 1_000;
    expect(await Promise.all([readiness(), readiness()])).toEqual([READY, READY]);
  });

  it('is found out by a commit that reaches the disk, at most once a second however often it is asked for', async () => {
    clock.nowMs += 1_000;
    await readiness();
    const before = await written();
    for (let asked = 0; asked < 100; asked++) await readiness();
    expect(await written()).toBe(before);
    clock.nowMs += 1_000;
    await readiness();
    expect(await written()).toBeGreaterThan(before);
  });
});
