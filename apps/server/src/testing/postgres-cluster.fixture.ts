/** A PostgreSQL cluster in a temporary folder, the server that runs on it, and a standby that can take its place. */
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  closeSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.fixture.ts';
import { queryOnce, readSetting } from './postgres-connection.fixture.ts';

/** Values of postgresql.conf by name. */
export type PostgresSettings = Readonly<Record<string, string>>;

/**
 * Where a cluster's files are. `quick`: in memory where that has room, without waiting for a disk. `durable`: on a disk, and a commit is on it when it
 * returns, as on an installed server.
 */
export type PostgresStorage = 'quick' | 'durable';

/** Settings of every cluster. */
const SETTINGS: PostgresSettings = {
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
};

/**
 * Settings that make a server quick and small. Its files need not survive a failure of the machine. `synchronous_commit` stays on: with
 * `fsync` off it costs nothing, and without it a killed server loses its last commits.
 */
const QUICK_SETTINGS: PostgresSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_size: '256MB',
  max_wal_senders: '0',
  shared_buffers: '32MB',
};

/** Settings of a server that can have a standby. */
export const REPLICATION_SETTINGS: PostgresSettings = { wal_level: 'replica', max_wal_senders: '4' };

/** User and group that run the server when the caller is root, which PostgreSQL refuses: the unprivileged user of most systems. */
const UNPRIVILEGED_ID = 65_534;

/** How long a server may take to answer after its start, ms. */
const START_TIMEOUT_MS = 60_000;

/** Time between two attempts to connect to a server that starts, ms. */
const POLL_MS = 20;

/** A folder in memory on Linux. A database has 500 files; to copy them takes 10 ms there and 120 ms on a busy disk. */
const MEMORY_FOLDER = '/dev/shm';

/** A folder on a disk in which every user can write. The folder for temporary files can be in memory; the contents of this one survive a restart. */
const DISK_FOLDER = '/var/tmp';

/** Free space from which on the folder in memory is used, bytes: a cluster needs 50 MB, its log 256 MB, each database 10 MB. */
const MIN_FREE_BYTES = 2 ** 30;

/** How the folders are named. The id of the process that created the folder follows. */
const FOLDER_PREFIX = 'popfray-postgres-';

/**
 * A shell program that runs beside the servers and outlives the process that started it. Each line of its input has the process ids of the servers
 * that run. The input ends when the process that started it ends, however that happens. Then the program ends the servers
 * immediately, waits up to 10 s for that, and removes the folder.
 */
const WATCHDOG = `
while read -r line; do servers=$line; done
if [ -n "$servers" ] && kill -QUIT $servers; then
  waits=0
  while ls "$1"/*/postmaster.pid >/dev/null 2>&1 && [ $waits -lt 100 ]; do sleep 0.1; waits=$((waits + 1)); done
fi
rm -rf "$1"`;

/** A server that runs: its process, and the folder of its data within the cluster's folder. */
interface Server {
  readonly process: ChildProcess;
  readonly data: string;
  readonly port: number;
}

/** A server with its files, and a standby of it if one was added. */
export class PostgresCluster {
  readonly #programs: string;
  readonly #settings: PostgresSettings;
  readonly #folder: string;
  readonly #watchdog: ChildProcessByStdio<Writable, null, null>;
  readonly #spawnOptions: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
  #server: Server | undefined;
  #standby: Server | undefined;
  /** Processes that the watchdog has to end. */
  readonly #running = new Set<ChildProcess>();
  #standbys = 0;
  #data = 'data';
  #port = 0;

  /** Creates the files. `programs` is the folder of PostgreSQL's programs. Throws the output of initdb when that fails. */
  constructor(programs: string, settings: PostgresSettings, storage: PostgresStorage) {
    removeStaleFolders();
    const isQuick = storage === 'quick';
    this.#programs = programs;
    this.#folder = mkdtempSync(join(isQuick ? quickFolder() : DISK_FOLDER, `${FOLDER_PREFIX}${process.pid}-`));
    const cluster_name = basename(this.#folder);
    this.#settings = { ...SETTINGS, ...(isQuick && QUICK_SETTINGS), cluster_name, ...settings };
    const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
    if (user.uid !== undefined) chownSync(this.#folder, user.uid, user.gid);
    const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
    this.#spawnOptions = { ...user, cwd: this.#folder, env };

    // The host-based authentication that initdb writes for `trust` accepts connections from this machine only.
    const args = ['-D', 'data', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    const made = spawnSync(join(programs, 'initdb'), args, { ...this.#spawnOptions, encoding: 'utf8' });
    if (made.status !== 0) {
      rmSync(this.#folder, { recursive: true, force: true });
      throw new Error(`initdb cannot create a PostgreSQL cluster: ${made.error?.message ?? made.stderr}`);
    }
    this.#watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', this.#folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      // In a separate process group, it does not receive the signals for its parent's group.
      detached: true,
    });
    this.#watchdog.stdin.on('error', () => undefined);
    this.#watchdog.unref();
  }

  /** URL of the database `postgres`, as a superuser. */
  get url(): string {
    return urlOf(this.#port);
  }

  /** Starts the server on a free port. */
  async start(): Promise<void> {
    do this.#port = await findFreePort();
    while (!(await this.#startServer()));
  }

  /** Starts the server on the same port again, after ending it if it runs. */
  async restart(): Promise<void> {
    await this.kill();
    if (!(await this.#startServer()))
      throw new Error(`PostgreSQL cannot restart: another program listens on port ${this.#port}.`);
  }

  /** Ends the server at once, as a crash does, and waits until it has ended. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) await this.#end(server);
  }

  /** Adds a standby, and waits for it: from then on a commit returns when the standby has it too. The server needs REPLICATION_SETTINGS. */
  async addStandby(): Promise<void> {
    const data = `standby-${++this.#standbys}`;
    const args = ['-d', this.url, '-D', data, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'];
    // On the PATH there may be links to some of the programs only.
    const programs = dirname(realpathSync(join(this.#programs, 'postgres')));
    const copy = spawn(join(programs, 'pg_basebackup'), args, { ...this.#spawnOptions, stdio: 'ignore' });
    const [code] = (await once(copy, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`pg_basebackup has ended with ${code}`);
    let standby: Server | null;
    do standby = await this.#startOn(data, await findFreePort());
    while (standby === null);
    this.#standby = standby;
    await queryOnce(this.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await queryOnce(this.url, 'SELECT pg_reload_conf()');
    const isSynchronous = async (): Promise<boolean> =>
      (await queryOnce(this.url, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0;
    while (!(await isSynchronous())) await sleep(POLL_MS);
  }

  /**
   * Ends the server as a crash does, and lets its standby take its place on the same port, as a proxy or a moved address does. For a moment the standby
   * accepts connections and no writes. Then it is promoted.
   */
  async failOver(): Promise<void> {
    const standby = this.#standby;
    if (standby === undefined) throw new Error('There is no standby.');
    this.#standby = undefined;
    await this.kill();
    await this.#end(standby);
    this.#data = standby.data;
    await this.restart();
    await queryOnce(this.url, 'SELECT pg_promote()');
  }

  /** Ends the servers and removes the folder. */
  async stop(): Promise<void> {
    if (this.#standby !== undefined) await this.#end(this.#standby);
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
    this.#watchdog.stdin.end();
  }

  /** Starts the server on its port. Returns false when another program has the port. */
  async #startServer(): Promise<boolean> {
    const server = await this.#startOn(this.#data, this.#port);
    this.#server = server ?? undefined;
    return server !== null;
  }

  /** Starts a server, and waits until it answers. Returns null when another program has the port. */
  async #startOn(data: string, port: number): Promise<Server | null> {
    const logFile = join(this.#folder, `${data}.log`);
    const log = openSync(logFile, 'w');
    const settings = Object.entries({ ...this.#settings, port: String(port) });
    const args = ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const server = spawn(join(this.#programs, 'postgres'), args, {
      ...this.#spawnOptions,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    server.on('error', () => undefined);
    server.unref();
    this.#running.add(server);
    this.#tellWatchdog();

    const timeoutAt = Date.now() + START_TIMEOUT_MS;
    // The name shows that the server on the port is this one.
    const isReady = async (): Promise<boolean> => {
      const answer = await readSetting(urlOf(port), 'cluster_name');
      return 'value' in answer && answer.value === this.#settings['cluster_name'];
    };
    while (!(await isReady())) {
      if (hasEnded(server)) {
        const text = readFileSync(logFile, 'utf8');
        if (/could not (?:bind|create any TCP)/.test(text)) return null;
        throw new Error(`PostgreSQL does not start: ${text}`);
      }
      if (Date.now() > timeoutAt)
        throw new Error(`PostgreSQL has started and does not answer: ${readFileSync(logFile, 'utf8')}`);
      await sleep(POLL_MS);
    }
    return { process: server, data, port };
  }

  async #end({ process: server }: Server): Promise<void> {
    if (!hasEnded(server)) {
      server.ref();
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
    }
    this.#running.delete(server);
    this.#tellWatchdog();
  }

  #tellWatchdog(): void {
    this.#watchdog.stdin.write(`${[...this.#running].map(({ pid }) => pid ?? '').join(' ')}\n`);
  }
}

const urlOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

/** A folder in memory where that has room, else the folder for temporary files. */
function quickFolder(): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= MIN_FREE_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Removes the folders of processes that have ended. A server that still runs in one notices that within a minute, and ends. */
function removeStaleFolders(): void {
  for (const folder of globSync(
    [tmpdir(), MEMORY_FOLDER, DISK_FOLDER].map((base) => join(base, `${FOLDER_PREFIX}*`)),
  )) {
    const processId = Number(basename(folder).slice(FOLDER_PREFIX.length).split('-')[0]);
    if (Number.isInteger(processId) && processId > 0 && !isRunning(processId))
      rmSync(folder, { recursive: true, force: true });
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
