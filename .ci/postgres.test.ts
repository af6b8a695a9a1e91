import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { queryOnce, readSetting } from '../apps/server/src/testing/postgres-connection.fixture.ts';
import { findPostgres, postgresUrl } from '../apps/server/src/testing/postgres-programs.fixture.ts';
import {
  type PrivatePostgresServer,
  startPostgres,
  startPrivatePostgres,
} from '../apps/server/src/testing/postgres-server.fixture.ts';
import { readAddress } from './server-program.ts';

const PROGRAM = join(import.meta.dirname, 'postgres.ts');
const SERVER_MODULE = join(import.meta.dirname, '../apps/server/src/testing/postgres-server.fixture.ts');

/** Starts a server that stops at the end of the test. */
async function start(
  settings?: Readonly<Record<string, string>>,
  storage?: 'quick' | 'durable',
): Promise<PrivatePostgresServer> {
  const server = await startPrivatePostgres(settings, storage);
  if ('skipped' in server) throw new Error(server.skipped);
  onTestFinished(() => server.stop());
  return server;
}

/** A setting of a server that answers. */
async function setting(url: string, name: string): Promise<string> {
  const answer = await readSetting(url, name);
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}

const answers = async (url: string): Promise<boolean> => 'value' in (await readSetting(url, 'port'));

/** Runs `.ci/postgres.ts` with a DATABASE_URL. */
function runProgram(url: string): { readonly status: number | null; readonly stderr: string } {
  const env = { ...process.env, DATABASE_URL: url };
  return spawnSync(process.execPath, [PROGRAM], { env, encoding: 'utf8' });
}

describe.skipIf(findPostgres() === undefined)('a private PostgreSQL server', () => {
  it('starts beside another one, with separate settings', async () => {
    const [one, other] = await Promise.all([start(), start({ max_connections: '7' })]);
    expect(await setting(one.url, 'max_connections')).toBe('200');
    expect(await setting(other.url, 'max_connections')).toBe('7');
    expect(await setting(one.url, 'data_directory')).not.toBe(await setting(other.url, 'data_directory'));
    expect(await setting(one.url, 'listen_addresses')).toBe('127.0.0.1');
  });

  it('leaves no process and no folder when it stops', async () => {
    const server = await start();
    const data = await setting(server.url, 'data_directory');
    const processId = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    expect(process.kill(processId, 0)).toBe(true);
    await server.stop();
    expect(() => process.kill(processId, 0)).toThrow('ESRCH');
    expect(existsSync(dirname(data))).toBe(false);
    await server.stop();
  });

  it('keeps its data and its port when it is killed and restarts, and refuses connections in between', async () => {
    const server = await start();
    await queryOnce(server.url, 'CREATE TABLE kept AS SELECT 7 AS number');
    await server.kill();
    expect(await answers(server.url)).toBe(false);
    await server.restart();
    expect(await queryOnce(server.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
    await server.restart();
    expect(await queryOnce(server.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  });

  it('says that another program has taken its port', async () => {
    const server = await start();
    await server.kill();
    const port = Number(new URL(server.url).port);
    const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    await expect(server.restart()).rejects.toThrow(`another program listens on port ${port}`);
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'ends when %s ends the process that started it',
    async (signal) => {
      const { program, url } = await startInProgram();
      const data = await setting(url, 'data_directory');
      program.kill(signal);
      await once(program, 'exit');
      await expect.poll(() => existsSync(dirname(data))).toBe(false);
      expect(await answers(url)).toBe(false);
    },
  );

  it('ends when the process that started it forgets to stop it', async () => {
    const { program, url } = await startInProgram();
    const data = await setting(url, 'data_directory');
    const ended = once(program, 'exit');
    program.stdin?.end();
    expect(await ended).toEqual([0, null]);
    await expect.poll(() => existsSync(dirname(data))).toBe(false);
    expect(await answers(url)).toBe(false);
  });

  it('writes each commit to a disk when its storage is durable', async () => {
    const { url } = await start({}, 'durable');
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_directory'];
    const [fsync, commit, pages, folder] = await Promise.all(names.map((name) => setting(url, name)));
    expect([fsync, commit, pages]).toEqual(['on', 'on', 'on']);
    expect(folder).toMatch(/^\/var\/tmp\/popfray-postgres-/);
  });

  it('removes the folders of processes that have ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const folder = join(tmpdir(), `popfray-postgres-${pid}-stale`);
    mkdirSync(folder);
    await start();
    expect(existsSync(folder)).toBe(false);
  });

  it('is not started when DATABASE_URL names a server', async () => {
    const { url } = await start();
    const server = await startPostgres({ DATABASE_URL: url });
    if ('skipped' in server) throw new Error(server.skipped);
    expect(server.url).toBe(url);
    await server.stop();
    expect(await answers(url)).toBe(true);
    expect(runProgram(url)).toMatchObject({ status: 0, stderr: '' });
  });
});

it.each([
  ['a closed port', 'postgres://user:secret@127.0.0.1:1/popfray', 'connect ECONNREFUSED 127.0.0.1:1.'],
  ['no host of that name', 'postgresql://user:secret@nowhere.invalid/popfray', 'getaddrinfo'],
  ['no URL', 'postgres://user:secret@host:port/popfray', 'ERR_INVALID_URL.'],
])('a DATABASE_URL of %s gives one line without the password', (_case, url, reason) => {
  const { status, stderr } = runProgram(url);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The PostgreSQL server in DATABASE_URL cannot be used: .*\.\n$/);
  expect(stderr).toContain(reason);
  expect(stderr).not.toContain('secret');
});

it('a DATABASE_URL of another kind is no PostgreSQL server', () => {
  expect(postgresUrl({ DATABASE_URL: 'sqlite:data/popfray.db' })).toBeUndefined();
  expect(postgresUrl({})).toBeUndefined();
  expect(postgresUrl({ DATABASE_URL: 'postgresql://host/name' })).toBe('postgresql://host/name');
});

/** Starts a server in another process, which ends when its input does. */
async function startInProgram(): Promise<{ readonly program: ChildProcess; readonly url: string }> {
  const code = `
    const { startPrivatePostgres } = await import(process.argv[1]);
    const { url } = await startPrivatePostgres();
    console.log('started at ' + url);
    process.stdin.resume();`;
  const program = spawn(process.execPath, ['--input-type=module', '--eval', code, SERVER_MODULE], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void program.kill());
  return { program, url: await readAddress(program, /started at (\S+)/) };
}
