import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import type { Context } from '../platform/context/context.ts';
import { writeBuild } from '../testing/web-build.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
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

/** Lets SQLite itself refuse every write, as on a disk that has become read-only, or take them again. */
const setReadOnly = (isOn: boolean): void =>
  void context.db.prepare(`PRAGMA query_only = ${isOn ? 'ON' : 'OFF'}`).run();

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
    setReadOnly(true);
    for (let asked = 0; asked < 5; asked++) {
      clock.nowMs += 1_000;
      expect(await readiness()).toEqual(FAILED);
      expect((await app.request('/healthz')).status).toBe(200);
    }
    expect(notices()).toEqual([expect.objectContaining({ message: expect.stringContaining('cannot be written') })]);
    setReadOnly(false);
    clock.nowMs += 1_000;
    expect(await readiness()).toEqual(READY);
    expect(notices()).toHaveLength(2);
  });

  it('is found out by a commit that reaches the disk, at most once a second however often it is asked for', async () => {
    const written = (): number => statSync(`${file}-wal`).size;
    clock.nowMs += 1_000;
    await readiness();
    const before = written();
    for (let asked = 0; asked < 100; asked++) await readiness();
    expect(written()).toBe(before);
    clock.nowMs += 1_000;
    await readiness();
    expect(written()).toBeGreaterThan(before);
  });
});
