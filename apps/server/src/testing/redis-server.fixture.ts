/** Redis servers for tests. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.fixture.ts';

/** What the tests say when there is no Redis. */
export const REDIS_SKIPPED =
  'The tests on Redis are skipped: install Redis or Valkey (Debian: apt-get install redis-server).';

/** Names of the server's program. Valkey speaks the protocol of Redis. */
const PROGRAMS = ['redis-server', 'valkey-server'];

/** Nothing is stored on a disk, and only this machine can connect. */
const SETTINGS = [
  '--bind',
  '127.0.0.1',
  '--save',
  '',
  '--appendonly',
  'no',
  '--daemonize',
  'no',
  '--loglevel',
  'warning',
];

/**
 * A shell program that starts the server, prints its process id, and ends it when the input ends. The input ends with the process that
 * started the program, however that ends.
 */
const WATCHDOG =
  'program=$1; shift; "$program" "$@" </dev/null >/dev/null 2>&1 & echo $!; read -r line; kill -KILL $!; wait';

/** How long a server may take to answer after its start, ms. */
const START_TIMEOUT_MS = 60_000;

/** Time between two attempts to connect to a server that starts, ms. */
const POLL_MS = 20;

/** A private server, which belongs to the caller and may fail. It ends with the process that started it, at the latest. */
export interface RedisServer {
  /** REDIS_URL. */
  readonly url: string;
  /** Ends it at once, as a crash does. Everything in it is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty, after ending it if it runs. */
  restart(): Promise<void>;
  /** Stops the process without ending it (SIGSTOP): connections stay open, and nothing is answered. */
  pause(): void;
  /** Continues a paused process. */
  resume(): void;
  /** Removes all keys. */
  flush(): Promise<void>;
  /** Ends it. */
  stop(): Promise<void>;
}

/** The path of the server's program; undefined when there is none. */
export function findRedis(): string | undefined {
  // Windows does not have the shell that ends the server after a crash.
  if (process.platform === 'win32') return undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => PROGRAMS.map((program) => join(folder, program))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts an empty server on a free port. Throws when there is no program: test `findRedis` before. */
export async function startRedis(): Promise<RedisServer> {
  const server = new PrivateRedis(findRedis() ?? '');
  await server.start();
  return server;
}

/** A running server and the shell that watches it. */
interface Running {
  readonly shell: ChildProcessByStdio<Writable, Readable, null>;
  readonly processId: number;
}

class PrivateRedis implements RedisServer {
  readonly #program: string;
  #port = 0;
  #running: Running | null = null;

  constructor(program: string) {
    if (program === '') throw new Error(REDIS_SKIPPED);
    this.#program = program;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    do this.#port = await findFreePort();
    while (!(await this.#startOnPort()));
  }

  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (running === null) return;
    const ended = once(running.shell, 'exit');
    running.shell.ref();
    running.shell.stdin.end();
    await ended;
  }

  async restart(): Promise<void> {
    await this.kill();
    if (!(await this.#startOnPort())) throw new Error(`Redis cannot restart: port ${this.#port} is in use.`);
  }

  pause(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  async flush(): Promise<void> {
    await ask(this.#port, 'FLUSHALL', /^\+OK/);
  }

  async stop(): Promise<void> {
    await this.kill();
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#running === null) throw new Error('The Redis server does not run.');
    process.kill(this.#running.processId, signal);
  }

  /** Starts the server, and waits until it answers. Returns false when another program has the port. */
  async #startOnPort(): Promise<boolean> {
    const args = ['-c', WATCHDOG, 'sh', this.#program, '--port', String(this.#port), ...SETTINGS];
    const shell = spawn('/bin/sh', args, { cwd: tmpdir(), stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    shell.stdin.on('error', () => undefined);
    shell.unref();
    const lines = createInterface(shell.stdout);
    const [line] = (await once(lines, 'line')) as [string];
    lines.close();
    shell.stdout.destroy();
    const processId = Number(line);
    this.#running = { shell, processId };
    const timeoutAt = Date.now() + START_TIMEOUT_MS;
    // The process id shows that the server on the port is this one.
    while (!(await ask(this.#port, 'INFO server', new RegExp(`process_id:${processId}\\r`)))) {
      if (!isRunning(processId)) {
        await this.kill();
        return false;
      }
      if (Date.now() > timeoutAt) throw new Error('Redis has started and does not answer.');
      await sleep(POLL_MS);
    }
    return true;
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** Sends one command through a separate connection. Returns whether the expected answer came before the connection ended. */
async function ask(port: number, command: string, expected: RegExp): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.setTimeout(START_TIMEOUT_MS, () => socket.destroy());
    socket.write(`${command}\r\n`);
    let answer = '';
    for await (const data of socket) {
      answer += String(data);
      if (expected.test(answer)) return true;
      if (answer.startsWith('-')) return false;
      // An answer of several lines ends with a separate, empty part.
      if (answer.startsWith('$') && answer.length >= Number(/^\$(\d+)/.exec(answer)?.[1] ?? 0) + 10) return false;
    }
    return false;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
