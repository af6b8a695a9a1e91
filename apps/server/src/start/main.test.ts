import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../testing/test-location.fixture.ts';
import { SHELL, writeBuild } from '../testing/web-build.fixture.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** More than the kernel's socket buffers hold, so that a reader who waits keeps the request in flight. */
const BIG = new Uint8Array(48 * 1024 * 1024).fill(7);

const root = writeBuild({ 'big.bin': BIG });
const data = mkdtempSync(join(tmpdir(), 'popfray-main-'));
const started = new Set<ChildProcess>();

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});
afterAll(() => {
  rmSync(root, { recursive: true });
  rmSync(data, { recursive: true });
});

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything it has written to standard output, once it has ended. */
  readonly output: Promise<string>;
  readonly errors: Promise<string>;
  /** How it ended. */
  readonly exit: Promise<Ending>;
}

let folders = 0;

/** Starts the server as a program, by default on any free port and in a new folder. */
async function run(env: Record<string, string> = {}, ...args: string[]): Promise<Program> {
  const folder = env['DATA_DIR'] ?? join(data, String(++folders));
  const places = { WEB_ROOT: root, DATA_DIR: folder, DATABASE_URL: await testDatabaseUrl(folder) };
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, PORT: '0', HOST: '', ...places, ...env },
  });
  started.add(child);
  const exit = new Promise<Ending>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  return { child, exit, output: text(child.stdout), errors: text(child.stderr) };
}

/** Waits for a line of the program's output that matches, and gives the match. */
async function line({ child }: Program, pattern: RegExp): Promise<RegExpExecArray> {
  let seen = '';
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      seen += chunk.toString();
      const match = pattern.exec(seen);
      if (match === null) return;
      child.stdout.off('data', look);
      resolve(match);
    };
    child.stdout.on('data', look);
    child.once('exit', () => reject(new Error(`it ended without ${pattern}; it said: ${seen}`)));
  });
}

/** Starts the server and waits till it says where it is. */
async function start(env: Record<string, string> = {}): Promise<Program & { url: string; port: number }> {
  const program = await run(env);
  const [, url = '', port = ''] = await line(program, /ready at (http:\S+:(\d+))/);
  return { ...program, url, port: Number(port) };
}

/** Asks for the big file, reads its first bytes, and then waits: the request stays in flight till `finish`. */
async function holdRequest(port: number): Promise<{ finish: () => Promise<number> }> {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'readable');
  return {
    finish: async () => {
      let bytes = 0;
      socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
      await once(socket, 'close');
      return bytes;
    },
  };
}

describe('the program', () => {
  it('says where it is, answers there, and logs one line of JSON a request', async () => {
    const program = await start();
    expect(program.url).toBe(`http://localhost:${program.port}`);
    const logged = line(program, /^\{.*"request".*\}$/m);
    const response = await fetch(`${program.url}/arena?seed=1`);
    expect(await response.text()).toBe(SHELL);
    const [entry] = await logged;
    expect(JSON.parse(entry)).toMatchObject({ event: 'request', path: '/arena', status: 200, bytes: SHELL.length });
    expect(JSON.parse(entry)).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/));
  });

  it('answers on every address that localhost stands for', async () => {
    const { port } = await start();
    const here = new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)));
    const addresses = (await lookup('localhost', { all: true })).filter(({ address }) => here.has(address));
    expect(addresses.length).toBeGreaterThan(0);
    for (const { address, family } of addresses) {
      const host = family === 6 ? `[${address}]` : address;
      expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
    }
  });

  it('listens on the configured host, and names localhost when that is every address', async () => {
    const { url } = await start({ HOST: '0.0.0.0' });
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it.each([
    ['when it has not been built', { WEB_ROOT: '/nowhere/at/all' }, []],
    ['when told to', {}, ['--no-web']],
  ])('starts without the web app %s, and says so', async (_, env, args) => {
    const program = await run(env, ...args);
    const [, url = ''] = await line(program, /without the web app, is ready at (http:\S+)/);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
  });
});

describe('a log that cannot be written', () => {
  /** A free port, below those that the system gives to clients. */
  async function freePort(): Promise<number> {
    for (;;) {
      const server = createServer().listen(10_000 + Math.floor(Math.random() * 20_000), '127.0.0.1');
      const isFree = await once(server, 'listening').then(
        () => true,
        () => false,
      );
      const port = isFree ? (server.address() as AddressInfo).port : 0;
      server.close();
      if (isFree) return port;
    }
  }

  /** Starts the server with another standard output and error, where the server cannot say where it is. */
  async function startMute(output: number | 'pipe'): Promise<{ child: ChildProcess; url: string }> {
    const port = await freePort();
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        WEB_ROOT: root,
        DATA_DIR: join(data, `mute-${port}`),
      },
      stdio: ['ignore', output, output],
    });
    started.add(child);
    return { child, url: `http://127.0.0.1:${port}` };
  }

  /** What /readyz says, once the server answers; throws when it has ended. */
  async function readiness({ child, url }: { child: ChildProcess; url: string }): Promise<unknown> {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
      const response = await fetch(`${url}/readyz`).catch(() => null);
      if (response?.status === 200) return response.json();
      await delay(20);
    }
  }

  async function expectLife(server: { child: ChildProcess; url: string }): Promise<void> {
    await readiness(server);
    for (let asked = 0; asked < 20; asked++) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await readiness(server)).toMatchObject({
      status: 'ready',
      droppedLogLines: expect.toSatisfy((count) => count > 20),
    });
    expect(server.child.exitCode).toBeNull();
  }

  it.runIf(existsSync('/dev/full'))(
    'because the disk is full is dropped and counted, and the server starts and lives',
    async () => {
      const full = openSync('/dev/full', 'w');
      const server = await startMute(full);
      closeSync(full);
      await expectLife(server);
    },
  );

  it('because its reader is gone is dropped and counted, and the server starts and lives', async () => {
    const server = await startMute('pipe');
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    await expectLife(server);
  });

  it('because its reader waits is dropped and counted, and takes no memory without bound', async () => {
    const server = await startMute('pipe');
    await readiness(server);
    const path = `${server.url}/${'a'.repeat(1_000)}`;
    const ask = async (): Promise<void> => {
      for (let asked = 0; asked < 50; asked++) await (await fetch(path, { method: 'HEAD' })).text();
    };
    const dropped = async (): Promise<number> =>
      ((await readiness(server)) as { droppedLogLines: number }).droppedLogLines;
    while ((await dropped()) === 0) await Promise.all([ask(), ask(), ask(), ask()]);
    expect(server.child.exitCode).toBeNull();
  });

  it('has a path of at most 200 characters in a line', async () => {
    const program = await start();
    const written = line(program, /"path":"(\/aa[^"]*)"/);
    await fetch(`${program.url}/${'a'.repeat(1_500)}`);
    expect((await written)[1]).toBe(`/${'a'.repeat(198)}…`);
  });
});

describe('told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s, ends at once with code 0 when it has nothing to do',
    async (signal) => {
      const { child, exit, url } = await start();
      // A connection that is kept alive is nothing to do.
      await (await fetch(`${url}/healthz`)).text();
      child.kill(signal);
      expect(await exit).toEqual({ code: 0, signal: null });
    },
  );

  it('lets the request in flight end, takes no new one, and ends with code 0', async () => {
    const program = await start();
    const held = await holdRequest(program.port);
    const stopping = line(program, /"stopping","signal":"SIGTERM"/);
    program.child.kill('SIGTERM');
    await stopping;
    // A node of a cluster hands its battles over before it closes its port, which takes some calls of the database.
    await expect
      .poll(async () => fetch(`${program.url}/healthz`).catch(String), { timeout: 10_000 })
      .toContain('fetch failed');
    expect(await held.finish()).toBeGreaterThan(BIG.length);
    expect(await program.exit).toEqual({ code: 0, signal: null });
    expect(await program.output).toContain('"stopped","signal":"SIGTERM","cut":0');
  });

  it('twice, ends at once', async () => {
    const program = await start();
    await holdRequest(program.port);
    const stopping = line(program, /"stopping"/);
    program.child.kill('SIGTERM');
    await stopping;
    program.child.kill('SIGTERM');
    expect(await program.exit).toEqual({ code: 1, signal: null });
  });
});

describe('a port that is taken', () => {
  it.each([[[]], [['--check']]])('is described in words, with the variable to change (arguments %j)', async (args) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { errors, exit } = await run({ PORT: String(port) }, ...args);
    expect(await exit).toEqual({ code: 1, signal: null });
    const words = await errors;
    expect(words).toContain(`Port ${port} is taken`);
    expect(words).toContain('set PORT');
    expect(words).not.toContain(' at ');
    other.close();
  });
});

describe('an environment that cannot be', () => {
  it.each([
    [{ PORT: 'http' }, 'ERR_CONFIG_PORT'],
    [{ HOST: 'no such host' }, 'ERR_CONFIG_HOST'],
    [{ HOST: '203.0.113.7' }, 'ERR_HOST_UNKNOWN'],
    [{ NODE_ENV: 'production' }, 'ERR_CONFIG_DEV_IN_PRODUCTION'],
    [{ TRON_NETWORK: 'mainnet' }, 'ERR_CONFIG_HOUSE_KEY'],
    [{ HOUSE_KEY_FILE: '/nowhere' }, 'ERR_HOUSE_KEY_FILE'],
    [{ DATA_DIR: join(root, 'index.html') }, 'ERR_DATA_DIR'],
    [{ DATABASE_URL: 'popfray.db' }, 'ERR_CONFIG_DATABASE'],
  ])('%j is described in words with %s', async (env, code) => {
    const { errors, exit } = await run(env);
    expect(await exit).toEqual({ code: 1, signal: null });
    expect(await errors).toContain(code);
  });
});

describe('the password in DATABASE_URL', () => {
  it.each([
    // Nothing listens on port 1.
    ['postgres://popfray:hunter2@127.0.0.1:1/popfray', 'ERR_DATABASE_OPEN'],
    ['postgres://popfray:hunter2@no-such-host.invalid/popfray?password=hunter2', 'ERR_DATABASE_OPEN'],
    ['postgres://popfray:hunter2#@127.0.0.1/popfray', 'ERR_CONFIG_DATABASE'],
    ['POSTGRES://popfray:hunter2@127.0.0.1/popfray', 'ERR_CONFIG_DATABASE'],
  ])('is not printed when the server cannot start (%#)', async (DATABASE_URL, code) => {
    for (const args of [[], ['--check']]) {
      const { output, errors, exit } = await run({ DATABASE_URL }, ...args);
      expect(await exit).toEqual({ code: 1, signal: null });
      const written = `${await output}${await errors}`;
      expect(written).toContain(code);
      expect(written).toContain('DATABASE_URL');
      expect(written).not.toContain('hunter2');
    }
  });
});

describe.runIf(process.platform !== 'win32')('the files of the data', () => {
  const modesIn = (folder: string): string[] =>
    readdirSync(folder).map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`);

  it('are their owner’s alone, in a folder that an earlier version has made too', async () => {
    const folder = mkdtempSync(join(data, 'old-'));
    writeFileSync(join(folder, 'popfray.db'), '', { mode: 0o644 });
    await start({ DATA_DIR: folder, DATABASE_URL: '' });
    const modes = modesIn(folder);
    expect(modes).toEqual(expect.arrayContaining(['popfray.db 600', 'lock.db 600', 'dev-chain.db 600']));
    expect(modes.filter((mode) => !/ [67]00$/.test(mode))).toEqual([]);
  });

  it('are described with a command, where other users can read the folder', async () => {
    const folder = mkdtempSync(join(data, 'open-'));
    chmodSync(folder, 0o755);
    const { errors, exit } = await run({ DATA_DIR: folder });
    expect(await exit).toEqual({ code: 1, signal: null });
    const words = await errors;
    expect(words).toContain('ERR_DATA_DIR_MODE');
    expect(words).toContain(`chmod -R go-rwx '${folder}'`);
    expect(modesIn(folder)).toEqual([]);
  });
});

describe('two servers on one folder of data', () => {
  it('is impossible: the second is refused in words, and the first keeps running', async () => {
    const first = await start({ DATA_DIR: join(data, 'shared') });
    const { errors, exit } = await run({ DATA_DIR: join(data, 'shared') });
    expect(await exit).toEqual({ code: 1, signal: null });
    expect(await errors).toContain('ERR_DATA_LOCKED');
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('is impossible for a file that DATABASE_URL names in another folder than DATA_DIR', async () => {
    const [owner, other] = [join(data, 'owner'), join(data, 'other')];
    const first = await start({ DATA_DIR: owner, DATABASE_URL: '' });
    const file = `sqlite:${join(owner, 'popfray.db')}`;
    const { errors, exit } = await run({ DATA_DIR: other, DATABASE_URL: file });
    expect(await exit).toEqual({ code: 1, signal: null });
    expect(await errors).toContain('ERR_DATA_LOCKED');
    first.child.kill('SIGKILL');
    await first.exit;
    // Two names of one folder are one lock.
    const second = await start({ DATA_DIR: owner, DATABASE_URL: file });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  });

  it('can follow each other at once, however the first ended', async () => {
    const first = await start({ DATA_DIR: join(data, 'killed') });
    first.child.kill('SIGKILL');
    await first.exit;
    const second = await start({ DATA_DIR: join(data, 'killed') });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  });
});

describe('--check', () => {
  it('ends with code 0 and no words where the server could start', async () => {
    const { exit, output, errors } = await run({}, '--check');
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(await output).toBe('');
    expect(await errors).toBe('');
  });

  it('finds a database that cannot be used', async () => {
    const folder = mkdtempSync(join(data, 'bad-'));
    writeFileSync(join(folder, 'popfray.db'), 'no database at all '.repeat(99));
    const { exit, errors } = await run({ DATA_DIR: folder, DATABASE_URL: '' }, '--check');
    expect(await exit).toEqual({ code: 1, signal: null });
    expect(await errors).toContain('ERR_DATABASE_OPEN');
  });
});
