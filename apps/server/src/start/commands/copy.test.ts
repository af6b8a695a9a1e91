import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../../ledger/audit.ts';
import { HOUSE, playerAccount, postEntry } from '../../ledger/ledger.ts';
import { damage } from '../../platform/database/damage.fixture.ts';
import {
  COPIED_TABLES,
  type Database,
  type DatabaseError,
  openDatabase,
  PostgresLock,
  readDatabase,
  takeFolderLocks,
} from '../../platform/database/index.ts';
import { execute, fetchRows, fetchValue } from '../../platform/database/raw-query.fixture.ts';
import { createTestContext } from '../../testing/context.fixture.ts';
import { buyFromBalance } from '../../payments/balance-payment.ts';
import { fillOtherTables, playInstallation } from '../../testing/installation.fixture.ts';
import { databaseUrl, queryOnce } from '../../testing/postgres-connection.fixture.ts';
import { findPostgres } from '../../testing/postgres-programs.fixture.ts';
import { testLocation } from '../../testing/test-location.fixture.ts';

const MAIN = fileURLToPath(new URL('copy.ts', import.meta.url));
const IS_POSTGRES = process.env['TEST_DATABASE'] === 'postgres';

/** The program that dumps PostgreSQL databases, beside the real program of the server; undefined where there is none. */
function findPgDump(): string | undefined {
  const programs = findPostgres();
  if (programs === undefined) return undefined;
  const path = join(dirname(realpathSync(join(programs, 'postgres'))), 'pg_dump');
  return existsSync(path) ? path : undefined;
}

const pgDump = findPgDump();

const folder = mkdtempSync(join(tmpdir(), 'popfray-copy-'));

/** A file with rows in every table. */
const installation = join(folder, 'installation', 'popfray.db');

/** A PostgreSQL server's database; empty in the project `node`. */
let anyUrl = '';
let here = '';
let tests = 0;
const running = new Set<ChildProcess>();
const created: string[] = [];

beforeAll(async () => {
  mkdirSync(dirname(installation));
  const db = await open(installation);
  const test = await createTestContext({ changes: { db } });
  await playInstallation(test);
  const player = await db.selectFrom('payments').select('address').executeTakeFirstOrThrow();
  const skin = { address: player.address, paymentId: 'from-balance-2' };
  const bought = await buyFromBalance(test.context, skin, 'coral-reef', 'skin');
  if (!bought.ok) throw new Error(bought.error);
  await fillOtherTables(db);
  await test.stop();
  if (IS_POSTGRES) anyUrl = await testLocation();
});
beforeEach(() => {
  here = join(folder, String(++tests));
  mkdirSync(here, { mode: 0o700 });
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(async () => {
  for (const name of created) await queryOnce(anyUrl, `DROP DATABASE "${name}" WITH (FORCE)`);
  rmSync(folder, { recursive: true });
});

async function open(
  location: string,
  how: (location: string) => Promise<Database | DatabaseError> = openDatabase,
): Promise<Database> {
  const db = await how(location);
  if ('code' in db) throw new Error(db.message);
  return db;
}

/** The location of a database as the program's arguments have it. */
const urlOf = (location: string): string => (location.startsWith('postgres:') ? location : `sqlite:${location}`);

/** A copy of the installation in a new SQLite file. */
function sourceFile(): string {
  const path = join(here, 'popfray.db');
  copyFileSync(installation, path);
  return path;
}

/** Where a new database can be made: a file that does not exist, or an empty PostgreSQL database. */
async function newLocation(kind: 'sqlite' | 'postgres' = IS_POSTGRES ? 'postgres' : 'sqlite'): Promise<string> {
  if (kind === 'sqlite') return join(here, 'new', `${randomUUID()}.db`);
  const name = `popfray_copy_${randomUUID()}`;
  await queryOnce(anyUrl, `CREATE DATABASE "${name}"`);
  created.push(name);
  return databaseUrl(anyUrl, name);
}

interface Outcome {
  readonly status: number | null;
  readonly said: string;
}

/** Runs the program with any arguments. */
function runWith(...args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

const run = (from: string, to: string): Outcome => runWith('--from', urlOf(from), '--to', urlOf(to));

/** Starts the program, and resolves with it when it has printed a text. */
async function startUntil(from: string, to: string, words: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN, '--from', urlOf(from), '--to', urlOf(to)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes(words)) return child;
  }
  throw new Error(`it ended without ${words}; it said: ${said}`);
}

/** All rows of all tables, each table sorted. */
async function dump(location: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const db = await open(location, readDatabase);
  const dumped: Record<string, readonly string[]> = {};
  for (const table of COPIED_TABLES) {
    const rows = await fetchRows(db, `SELECT * FROM ${table}`);
    dumped[table] = rows
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString('hex') : value] as const)
            .toSorted(([one], [other]) => (one < other ? -1 : 1)),
        ),
      )
      .toSorted();
  }
  await db.close();
  return dumped;
}

/** Names of the files in the folder of a target. */
const filesBeside = (path: string): readonly string[] => readdirSync(dirname(path)).toSorted();

describe('an installation', () => {
  it('moves to another database and back, with every row and a sound ledger', async () => {
    const source = sourceFile();
    const moved = await newLocation();
    const back = await newLocation('sqlite');
    const there = run(source, moved);
    expect(there).toMatchObject({
      status: 0,
      said: expect.stringMatching(/rows copied and compared, \d+ ledger entries/),
    });
    for (const table of COPIED_TABLES) expect(there.said).toMatch(new RegExp(`^copied  ${table}  (\\d+) of \\1$`, 'm'));
    expect(run(moved, back)).toMatchObject({ status: 0 });
    const expected = await dump(installation);
    for (const [table, rows] of Object.entries(expected)) expect([table, rows.length > 0]).toEqual([table, true]);
    expect(await dump(moved)).toEqual(expected);
    expect(await dump(back)).toEqual(expected);
    for (const location of [moved, back]) {
      const db = await open(location);
      expect(await db.engine.findDamage()).toEqual([]);
      expect((await auditLedger(db)).differences).toEqual([]);
      await db.close();
    }
  });

  it('continues in the copy: new rows are numbered after those that were copied', async () => {
    const moved = await newLocation();
    expect(run(sourceFile(), moved)).toMatchObject({ status: 0 });
    const db = await open(moved);
    const last = (await fetchValue<number>(db, 'SELECT max(id) FROM entries')) ?? 0;
    const postings = [
      { account: HOUSE, amountSun: -5 },
      { account: playerAccount('alice'), amountSun: 5 },
    ];
    expect(await postEntry(db, { key: 'new', kind: 'adjustment', reference: 'alice', postings }, 1)).toBe('posted');
    expect(await fetchValue(db, `SELECT id FROM entries WHERE key = 'new'`)).toBe(last + 1);
    await db
      .insertInto('daily_results')
      .values({
        date: '2026-01-16',
        entrant: 'alice',
        name: '',
        score: 1,
        popped: 1,
        best_combo: 1,
        inputs_hash: 'other',
        replay: new Uint8Array(),
        played_at: 1,
      })
      .execute();
    expect(await fetchValue(db, 'SELECT max(id) FROM daily_results')).toBe(42);
    await db.close();
  });

  it.runIf(IS_POSTGRES)('moves between two databases of one PostgreSQL server', async () => {
    const one = await newLocation();
    const other = await newLocation();
    expect(run(sourceFile(), one)).toMatchObject({ status: 0 });
    expect(run(one, other)).toMatchObject({ status: 0 });
    expect(await dump(other)).toEqual(await dump(installation));
  });

  it.runIf(IS_POSTGRES && pgDump !== undefined)(
    'comes back from a dump of PostgreSQL, as docs/operations.md has it',
    async (context) => {
      const [server] = await queryOnce<{ version: number }>(
        anyUrl,
        `SELECT current_setting('server_version_num')::int / 10000 AS version`,
      );
      const { stdout } = spawnSync(pgDump ?? '', ['--version'], { encoding: 'utf8' });
      if (Number(/\d+/.exec(stdout)?.[0]) < (server?.version ?? 0)) context.skip('pg_dump is older than the server');
      const moved = await newLocation();
      const restored = await newLocation();
      const file = join(here, 'popfray.dump');
      expect(run(sourceFile(), moved)).toMatchObject({ status: 0 });
      for (const [program, ...args] of [
        [pgDump ?? '', '--format=custom', `--file=${file}`, moved],
        [join(dirname(pgDump ?? ''), 'pg_restore'), '--exit-on-error', '--no-owner', `--dbname=${restored}`, file],
      ] as const)
        expect(spawnSync(program, args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
      expect(await dump(restored)).toEqual(await dump(installation));
      const db = await open(restored);
      const { differences } = await auditLedger(db);
      await expect(execute(db, 'UPDATE postings SET amount_sun = 1')).rejects.toThrow('append only');
      await db.close();
      expect(differences).toEqual([]);
    },
  );

  it('of thousands of rows is copied with memory for a part of them', async () => {
    const source = sourceFile();
    const db = new SQLite(source);
    // 64 MB of text, twice as much as the program's heap.
    const insert = db.prepare(`INSERT INTO challenges VALUES (?, 'alice', ?, 1, 2, NULL)`);
    db.transaction(() => {
      for (let number = 0; number < 8_000; number++) insert.run(`nonce-${number}`, `${number}`.padEnd(8_000, 'é'));
    })();
    db.close();
    const args = ['--max-old-space-size=32', MAIN, '--from', urlOf(source), '--to', urlOf(await newLocation())];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain('copied  challenges  8002 of 8002');
    expect(status).toBe(0);
  });
});

describe('an SQLite copy', () => {
  it('can be read by its owner only, and is one file', async () => {
    const target = join(here, 'made', 'popfray.db');
    expect(run(sourceFile(), target)).toMatchObject({ status: 0, said: expect.stringContaining(target) });
    expect(filesBeside(target)).toEqual(['lock.db', 'popfray.db']);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(target)).mode & 0o777).toBe(0o700);
  });

  it.runIf(existsSync('/bin/sh'))('on a full disk fails, and leaves nothing', async () => {
    const source = sourceFile();
    const target = join(here, 'full', 'popfray.db');
    const program = `trap '' XFSZ; ulimit -f 256; exec "$0" "$@"`;
    const args = ['-c', program, process.execPath, MAIN, '--from', urlOf(source), '--to', urlOf(target)];
    const { status, stderr } = spawnSync('/bin/sh', args, { encoding: 'utf8' });
    expect(stderr).toMatch(/(?:disk I\/O error|full|too large).*\(ERR_(?:COPY_FAILED|DATABASE_OPEN)\)/s);
    expect(status).toBe(1);
    expect(filesBeside(target)).toEqual(['lock.db']);
    expect(run(source, target)).toMatchObject({ status: 0 });
  });
});

describe('what a copy that was killed has left', () => {
  /** Stops a copy after it has written rows: the table is locked in the PostgreSQL database. */
  async function killHalfway(from: string, to: string, locked: string, mode: string): Promise<void> {
    const lock = queryOnce(locked, `BEGIN; LOCK TABLE acts IN ${mode} MODE; SELECT pg_sleep(3600)`).catch(
      () => undefined,
    );
    await expect
      .poll(async () => queryOnce(locked, `SELECT 1 FROM pg_locks WHERE granted AND relation = 'acts'::regclass`))
      .not.toEqual([]);
    const child = await startUntil(from, to, 'copied  translations');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await queryOnce(
      locked,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(3600)%' AND datname = current_database() AND pid != pg_backend_pid()`,
    );
    await lock;
  }

  it.runIf(IS_POSTGRES)('in PostgreSQL is nothing, and it can be run again', async () => {
    const source = sourceFile();
    const target = await newLocation();
    await (await open(target)).close();
    // Reading is allowed, so that the tables are found to be empty.
    await killHalfway(source, target, target, 'SHARE');
    await expect.poll(async () => queryOnce(target, 'SELECT address FROM players')).toEqual([]);
    expect(run(source, target)).toMatchObject({ status: 0 });
    expect(await dump(target)).toEqual(await dump(installation));
  });

  it.runIf(IS_POSTGRES)('in SQLite is no database, and it can be run again', async () => {
    const source = await newLocation();
    expect(run(sourceFile(), source)).toMatchObject({ status: 0 });
    const target = join(here, 'killed', 'popfray.db');
    await killHalfway(source, target, source, 'ACCESS EXCLUSIVE');
    expect(filesBeside(target)).toContain('popfray.db.part');
    expect(filesBeside(target)).not.toContain('popfray.db');
    for (const name of filesBeside(target)) expect(statSync(join(dirname(target), name)).mode & 0o777).toBe(0o600);
    expect(run(source, target)).toMatchObject({ status: 0 });
    expect(filesBeside(target)).toEqual(['lock.db', 'popfray.db']);
    expect(await dump(target)).toEqual(await dump(installation));
  });
});

describe('a copy is refused', () => {
  /** Expects an error, and that the target has no rows. */
  async function expectRefusal(outcome: Outcome, code: string, ...words: readonly string[]): Promise<void> {
    expect(outcome.said).toContain(`(${code})`);
    for (const word of words) expect(outcome.said).toContain(word);
    expect(outcome.status).toBe(1);
  }

  it('while a server uses the source', async () => {
    const source = sourceFile();
    const lock = takeFolderLocks([here]);
    await expectRefusal(run(source, await newLocation()), 'ERR_DATA_LOCKED', '--from:', source);
    if ('release' in lock) lock.release();
  });

  it('while a server uses the folder of the target', async () => {
    const target = join(here, 'target', 'popfray.db');
    mkdirSync(dirname(target));
    const lock = takeFolderLocks([dirname(target)]);
    await expectRefusal(run(sourceFile(), target), 'ERR_DATA_LOCKED', '--to:', target);
    expect(filesBeside(target).filter((name) => name.startsWith('popfray'))).toEqual([]);
    if ('release' in lock) lock.release();
  });

  it.runIf(IS_POSTGRES).each(['--from', '--to'] as const)(
    'while a server uses the PostgreSQL database of %s',
    async (option) => {
      const url = await newLocation();
      const file = sourceFile();
      const lock = new PostgresLock(url);
      expect(await lock.take()).toBe(true);
      const outcome = option === '--from' ? run(url, join(here, 'copy.db')) : run(file, url);
      await lock.release();
      await expectRefusal(outcome, 'ERR_DATA_LOCKED', `${option}:`, new URL(url).pathname);
      // Not even tables were created.
      expect(await queryOnce(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
    },
  );

  it('into the same database', async () => {
    const source = sourceFile();
    const link = join(here, 'link.db');
    symlinkSync(source, link);
    await expectRefusal(run(source, source), 'ERR_COPY_SAME');
    await expectRefusal(run(source, link), 'ERR_COPY_SAME');
    await expectRefusal(run(link, join(here, '.', 'popfray.db')), 'ERR_COPY_SAME');
  });

  it.runIf(IS_POSTGRES)('into the same PostgreSQL database under another URL', async () => {
    const url = await newLocation();
    const other = new URL(url);
    other.searchParams.set('application_name', 'other');
    await expectRefusal(run(url, other.href), 'ERR_COPY_SAME');
  });

  it('into a database that has rows, or a file that exists', async () => {
    const source = sourceFile();
    const target = await newLocation();
    expect(run(source, target)).toMatchObject({ status: 0 });
    const before = await dump(target);
    await expectRefusal(run(source, target), 'ERR_COPY_NOT_EMPTY');
    expect(await dump(target)).toEqual(before);
    for (const name of ['empty.db', 'other.db-wal']) writeFileSync(join(here, name), '');
    await expectRefusal(run(source, join(here, 'empty.db')), 'ERR_COPY_NOT_EMPTY', '--to:', 'empty.db');
    await expectRefusal(run(source, join(here, 'other.db')), 'ERR_COPY_NOT_EMPTY', 'other.db-wal');
  });

  it('of a source that does not exist', async () => {
    const target = join(here, 'copy.db');
    await expectRefusal(run(join(here, 'none.db'), target), 'ERR_DATABASE_OPEN', '--from:', 'none.db');
    expect(readdirSync(here)).toEqual([]);
  });

  it.each([
    [-1, 'ERR_DATABASE_OLDER'],
    [1, 'ERR_DATABASE_NEWER'],
  ])('of a source whose version is %d away', async (away, code) => {
    const source = sourceFile();
    const db = new SQLite(source);
    db.pragma(`user_version = ${(db.pragma('user_version', { simple: true }) as number) + away}`);
    db.close();
    const target = await newLocation();
    await expectRefusal(run(source, target), code, '--from:');
  });

  it.runIf(IS_POSTGRES).each([
    [-1, 'ERR_DATABASE_OLDER', 'ERR_COPY_NOT_EMPTY'],
    [1, 'ERR_DATABASE_NEWER', 'ERR_DATABASE_NEWER'],
  ])('where the version of a PostgreSQL database is %d away', async (away, asSource, asTarget) => {
    const url = await newLocation();
    await (await open(url)).close();
    await queryOnce(url, `UPDATE schema_version SET version = version + ${away}`);
    const [before] = await queryOnce(url, 'SELECT version FROM schema_version');
    await expectRefusal(run(url, join(here, 'copy.db')), asSource, '--from:');
    await expectRefusal(run(sourceFile(), url), asTarget, '--to:');
    expect(await queryOnce(url, 'SELECT version FROM schema_version')).toEqual([before]);
  });

  it('of a damaged source', async () => {
    const source = sourceFile();
    const db = await open(source);
    await damage(db, `DELETE FROM players WHERE address = 'Bob'`, `UPDATE sign_ins SET address = 'stranger'`);
    await db.close();
    await expectRefusal(run(source, await newLocation()), 'ERR_COPY_DAMAGED', '--from:', 'sign_ins');
  });

  it('of a ledger that does not add up', async () => {
    const source = sourceFile();
    const target = await newLocation();
    const db = new SQLite(source);
    db.exec(`INSERT INTO entries (key, kind, reference, created_at) VALUES ('lonely', 'adjustment', '', 1)`);
    db.close();
    await expectRefusal(run(source, target), 'ERR_COPY_AUDIT', 'ERR_ENTRY_SUM', 'lonely');
    if (IS_POSTGRES) expect(await queryOnce(target, 'SELECT address FROM players')).toEqual([]);
    else expect(filesBeside(target)).toEqual(['lock.db']);
  });

  it.each([
    [
      'no UTF-8',
      `UPDATE challenges SET text = CAST(x'61eda08062' AS TEXT) WHERE nonce = 'nonce'`,
      'challenges with nonce = "nonce", text',
    ],
    ['no UTF-8 in a key', `UPDATE mutes SET address = CAST(x'ff' AS TEXT)`, 'mutes with address = '],
    ['too large a number', 'UPDATE mutes SET until = 9007199254740993', 'mutes with address = "Bob", until'],
    [
      'NUL',
      `UPDATE translations SET translated = 'a' || char(0) || 'b' WHERE target = 'zh'`,
      'target = "zh", translated',
    ],
  ])('of a value that the target cannot have: %s', async (_case, statement, words) => {
    const source = sourceFile();
    const target = await newLocation();
    const db = new SQLite(source);
    db.exec(statement);
    db.close();
    const outcome = run(source, target);
    await expectRefusal(outcome, 'ERR_COPY_VALUE', words);
    if (IS_POSTGRES) expect(await queryOnce(target, 'SELECT address FROM players')).toEqual([]);
    else expect(filesBeside(target)).toEqual(['lock.db']);
  });

  it.each([
    [[], 'ERR_USAGE', '--from'],
    [['--from', 'sqlite:a.db'], 'ERR_USAGE', '--to'],
    [['sqlite:a.db', 'postgres://u:hunter2@host/name'], 'ERR_USAGE', '--from'],
    [['--from', 'sqlite:a.db', '--target', 'postgres://u:hunter2@host/name'], 'ERR_USAGE', '--to'],
    [['--from', 'hunter2', '--to', 'sqlite:a.db'], 'ERR_COPY_URL', '--from must be'],
    [['--from', 'sqlite:a.db', '--to', 'postgres://u:12/hunter2@host/name'], 'ERR_COPY_URL', '--to must be'],
    [
      ['--from', 'sqlite:a.db', '--to', 'postgres://u:hunter2@127.0.0.1:1/name'],
      'ERR_DATABASE_OPEN',
      '--to: The database postgres://127.0.0.1:1/name',
    ],
    [
      ['--from', 'postgres://u:hunter2@localhost:1/name', '--to', 'sqlite:a.db'],
      'ERR_DATABASE_OPEN',
      'Check --from and',
    ],
  ])('for the arguments %j, without a password', async (args, code, words) => {
    const outcome = runWith(...args);
    await expectRefusal(outcome, code, words);
    expect(outcome.said).not.toContain('hunter2');
    expect(existsSync('a.db')).toBe(false);
  });
});
