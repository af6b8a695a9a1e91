import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { queryOnce } from '../../testing/postgres-connection.fixture.ts';
import { type PrivatePostgresServer, startPrivatePostgres } from '../../testing/postgres-server.fixture.ts';
import { type Database, DatabaseUnavailableError, openDatabase, PostgresEngine, readDatabase } from './index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { execute, fetchValue } from './raw-query.fixture.ts';

const started = await startPrivatePostgres();
const server = 'skipped' in started ? null : started;
if ('skipped' in started) console.warn(started.skipped);
afterAll(async () => server?.stop());

const DOWN = { name: 'DatabaseUnavailableError', code: 'ERR_DATABASE_DOWN' };
const BUSY = { name: 'DatabaseUnavailableError', code: 'ERR_DATABASE_BUSY' };

const opened: Database[] = [];
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

/** Opens the server's database; each time as another process would. */
async function open({ url }: PrivatePostgresServer): Promise<Database> {
  const db = await openDatabase(url);
  if ('code' in db) throw new Error(db.message);
  opened.push(db);
  return db;
}

const engineOf = ({ engine }: Database): PostgresEngine => {
  if (engine instanceof PostgresEngine) return engine;
  throw new Error('this is no PostgreSQL database');
};

const mute = (address: string, until: number) => ({ address, until, reason: '', by: 'test', since: 1 });
const addMute = async (db: Database, address: string): Promise<unknown> =>
  db.insertInto('mutes').values(mute(address, 0)).execute();
const untilOf = async (db: Database, address: string): Promise<number | undefined> =>
  (await db.selectFrom('mutes').select('until').where('address', '=', address).executeTakeFirst())?.until;

/** Adds one to a row, by reading it and writing what was read. */
const addOne = async (db: Database, address: string): Promise<void> =>
  db.inTransaction(async () => {
    const until = (await untilOf(db, address)) ?? 0;
    await db
      .updateTable('mutes')
      .set({ until: until + 1 })
      .where('address', '=', address)
      .execute();
  });

const addMessage = async (db: Database, text: string): Promise<unknown> =>
  db
    .insertInto('chat_messages')
    .values({
      id: fresh(),
      session_id: '',
      user_id: '',
      username: '',
      address: '',
      chain: 'tron',
      text,
      type: 'text',
      source: 'local',
      forward_at: null,
      created_at: 1,
    })
    .execute();

/** User of the server when root runs the tests. */
const UNPRIVILEGED_ID = 65_534;

/** Mounts a file system of 4 MB for the server; null where this user may not. */
function mountSmallFolder(): { readonly path: string; remove(): void } | null {
  const path = mkdtempSync(join(tmpdir(), 'popfray-small-'));
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=4m,uid=${UNPRIVILEGED_ID},mode=700`, 'tmpfs', path]).status === 0;
  const remove = (): void => {
    if (isMounted) spawnSync('umount', [path]);
    rmSync(path, { recursive: true });
  };
  if (isMounted) return { path, remove };
  remove();
  return null;
}

let names = 0;
const fresh = (): string => `player ${++names}`;

describe.runIf(server !== null)('PostgreSQL', () => {
  const running = server as PrivatePostgresServer;
  beforeAll(async () => {
    await (await open(running)).close();
  });

  it('that does not answer at the start is refused in words, without the password', async () => {
    const db = await openDatabase('postgres://popfray:hunter2@127.0.0.1:1/popfray');
    expect(db).toMatchObject({ code: 'ERR_DATABASE_OPEN' });
    const { message } = db as { readonly message: string };
    expect(message).toContain('postgres://127.0.0.1:1/popfray cannot be opened');
    expect(message).toContain('DATABASE_URL');
    expect(message).not.toContain('hunter2');
  });

  it('that is killed in a transaction keeps nothing of it, and the next one runs after a restart', async () => {
    const db = await open(running);
    const name = fresh();
    const cut = db.inTransaction(async () => {
      await addMute(db, name);
      await running.kill();
      await addMute(db, fresh());
    });
    await expect(cut).rejects.toMatchObject(DOWN);
    await running.restart();
    expect(await untilOf(db, name)).toBeUndefined();
    await db.inTransaction(async () => addMute(db, name));
    expect(await untilOf(db, name)).toBe(0);
  });

  it('that is killed between two queries refuses them until it is back', async () => {
    const db = await open(running);
    const name = fresh();
    await addMute(db, name);
    await running.kill();
    await expect(untilOf(db, name)).rejects.toMatchObject(DOWN);
    await expect(db.inTransaction(async () => addMute(db, fresh()))).rejects.toMatchObject(DOWN);
    await expect(db.inSnapshot(async () => untilOf(db, name))).rejects.toMatchObject(DOWN);
    await expect(db.probeWrite()).rejects.toMatchObject(DOWN);
    await running.restart();
    expect(await untilOf(db, name)).toBe(0);
  });

  it('runs transactions of several processes again until each has met no conflict', async () => {
    const processes = [await open(running), await open(running), await open(running)];
    const name = fresh();
    await addMute(processes[0] as Database, name);
    await Promise.all(
      processes.map(async (db) => {
        for (let time = 0; time < 10; time++) await addOne(db, name);
      }),
    );
    expect(await untilOf(processes[0] as Database, name)).toBe(30);
  });

  it('runs a transaction again that met a conflict, and counts that', async () => {
    const [db, other] = [await open(running), await open(running)];
    const name = fresh();
    await addMute(db, name);
    let attempts = 0;
    await db.inTransaction(async () => {
      const until = (await untilOf(db, name)) ?? 0;
      if (++attempts === 1) await addOne(other, name);
      await db
        .updateTable('mutes')
        .set({ until: until + 1 })
        .where('address', '=', name)
        .execute();
    });
    expect([attempts, engineOf(db).retries, await untilOf(db, name)]).toEqual([2, 1, 2]);
  });

  it('gives a transaction up that meets a conflict every time', async () => {
    const [db, other] = [await open(running), await open(running)];
    const name = fresh();
    await addMute(db, name);
    let attempts = 0;
    const doomed = db.inTransaction(async () => {
      attempts++;
      const until = await untilOf(db, name);
      await addOne(other, name);
      await db
        .updateTable('mutes')
        .set({ until: (until ?? 0) + 100 })
        .where('address', '=', name)
        .execute();
    });
    await expect(doomed).rejects.toMatchObject(BUSY);
    expect(attempts).toBe(9);
    expect(engineOf(db).retries).toBe(8);
    expect(await untilOf(db, name)).toBe(9);
    // The next transaction of this process runs.
    await addOne(db, name);
    expect(await untilOf(db, name)).toBe(10);
  });

  it('has its transactions of one process run one after the other, without conflicts', async () => {
    const db = await open(running);
    const name = fresh();
    await addMute(db, name);
    await Promise.all(Array.from({ length: 30 }, async () => addOne(db, name)));
    expect([await untilOf(db, name), engineOf(db).retries]).toEqual([30, 0]);
  });

  it('whose error was caught keeps nothing of the transaction', async () => {
    const db = await open(running);
    const name = fresh();
    await addMute(db, name);
    const caught = db.inTransaction(async () => {
      await addMute(db, fresh());
      await addMute(db, name).catch(() => undefined);
    });
    await expect(caught).rejects.toThrow('nothing of it stays');
  });

  it('that ends the connection on which its tables are checked is not taken for damaged', async () => {
    const [db, other] = [await open(running), await open(running)];
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const holding = other.inTransaction(async () => {
      await execute(other, 'LOCK TABLE mutes IN ACCESS EXCLUSIVE MODE');
      await isOver;
    });
    const checked = db.engine.findDamage().catch((error: unknown) => error);
    const cut = "SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await expect.poll(async () => queryOnce(running.url, cut)).toEqual([{ cut: true }]);
    const outcome = await checked;
    end();
    await holding;
    expect(outcome).toMatchObject(DOWN);
    expect(await db.engine.findDamage()).toEqual([]);
    expect(await fetchValue(db, 'SHOW statement_timeout')).toBe('30s');
  });

  it('whose connections are all in use refuses a query after a while', async () => {
    const db = await open(running);
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const holders = Array.from({ length: 10 }, async () =>
      db.inSnapshot(async () => {
        await untilOf(db, 'unknown');
        await isOver;
      }),
    );
    await expect(untilOf(db, 'unknown')).rejects.toMatchObject(BUSY);
    end();
    await Promise.all(holders);
    expect(await untilOf(db, 'unknown')).toBeUndefined();
  });

  it('is migrated once by processes that start at the same time', async () => {
    const name = 'popfray_new';
    await queryOnce(running.url, `CREATE DATABASE ${name}`);
    const url = running.url.replace(/\/[^/]*$/, `/${name}`);
    const all = await Promise.all(Array.from({ length: 4 }, async () => openDatabase(url)));
    for (const db of all) {
      if ('code' in db) throw new Error(db.message);
      opened.push(db);
      expect(await fetchValue(db, 'SELECT version FROM schema_version')).toBe(MIGRATIONS.length);
    }
  });

  it.each([
    ['newer', 1, 'ERR_DATABASE_NEWER'],
    ['older', -1, 'ERR_DATABASE_OLDER'],
  ])('of a %s version is not read', async (_, more, code) => {
    const version = MIGRATIONS.length;
    await queryOnce(running.url, `UPDATE schema_version SET version = ${version + more}`);
    try {
      expect(await readDatabase(running.url)).toMatchObject({ code });
      if (more > 0) expect(await openDatabase(running.url)).toMatchObject({ code });
    } finally {
      await queryOnce(running.url, `UPDATE schema_version SET version = ${version}`);
    }
  });

  it('lets one server at a time work, takes its lock again after a restart, and refuses queries when another has it', async () => {
    const [first, second] = [await open(running), await open(running)];
    expect(await engineOf(first).takeServerLock()).toBe(true);
    expect(await engineOf(second).takeServerLock()).toBe(false);
    await running.restart();
    await expect
      .poll(async () =>
        untilOf(first, 'unknown').then(
          () => 'answered',
          () => 'away',
        ),
      )
      .toBe('answered');
    expect(await engineOf(second).takeServerLock()).toBe(false);
    // The first loses its lock, and the second is quicker.
    await running.restart();
    expect(await engineOf(second).takeServerLock()).toBe(true);
    await expect(addMute(first, fresh())).rejects.toThrow('another server has taken this database over');
  });

  it('lets a server that starts wait for the lock of one that ends', async () => {
    const [first, second] = [await open(running), await open(running)];
    expect(await engineOf(first).takeServerLock()).toBe(true);
    const order: string[] = [];
    const taken = engineOf(second)
      .takeServerLock(60_000)
      .then((isTaken) => order.push(isTaken ? 'taken' : 'refused'));
    expect(await engineOf(await open(running)).takeServerLock(50)).toBe(false);
    order.push('ends');
    await first.close();
    await taken;
    expect(order).toEqual(['ends', 'taken']);
  });

  it('that has no room refuses what needs it, and serves the rest', async (test) => {
    const folder = mountSmallFolder();
    if (folder === null) return test.skip('This user cannot mount a file system of a limited size.');
    const db = await open(running);
    try {
      await queryOnce(running.url, `CREATE TABLESPACE small LOCATION '${folder.path}'`);
      await queryOnce(running.url, 'ALTER TABLE chat_messages SET TABLESPACE small');
      const name = fresh();
      const full = db.inTransaction(async () => {
        await addMute(db, name);
        // Random bytes, which the server cannot compress.
        for (let number = 0; number < 100; number++) await addMessage(db, randomBytes(50_000).toString('hex'));
      });
      await expect(full).rejects.toBeInstanceOf(DatabaseUnavailableError);
      expect(await untilOf(db, name)).toBeUndefined();
      await addMute(db, name);
      expect(await untilOf(db, name)).toBe(0);
    } finally {
      await queryOnce(running.url, 'ALTER TABLE chat_messages SET TABLESPACE pg_default');
      await queryOnce(running.url, 'DROP TABLESPACE IF EXISTS small');
      folder.remove();
    }
  });
});
