import { fork, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEV_HOUSE_KEY } from '../chain/house.ts';
import type { Faults } from '@popfray/tron/dev-chain';
import { createTronNode, type TronNode } from '@popfray/tron/node';

/** The orders that a server process gets at its start. */
export interface CrashOrders {
  /** How far its clock is ahead of the machine's, ms; messages change it. */
  readonly aheadMs: number;
  /** Point that it kills itself at, and at which passing, from 1; nowhere when it is empty. */
  readonly killAt: string;
  readonly killNth: number;
  /** Players to sign in, with a balance that they are given once. */
  readonly players: readonly { readonly address: string; readonly balanceSun: number }[];
}

/** What a server process says when it is ready. */
export interface CrashReady {
  readonly url: string;
  /** By address: tokens that speak for the players. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** A server process. */
export interface CrashServer extends CrashReady {
  /** Whether it runs. */
  readonly isAlive: () => boolean;
  /** SIGKILL, from outside. */
  kill(): Promise<void>;
}

/** Folders and processes of a crash test: a separate dev chain, a database, and a server that is restarted. */
export interface CrashWorld {
  readonly node: TronNode;
  readonly houseAddress: string;
  /** Location of the server's database: a file, or the URL of a PostgreSQL database. */
  readonly database: string;
  /** What processes said of bugs. */
  readonly faults: string[];
  start(orders: Omit<CrashOrders, 'aheadMs'>): Promise<CrashServer>;
  /** Puts the clocks of chain and server on, and makes blocks. */
  pass(ms: number, blocks?: number): Promise<void>;
  fund(address: string, amountSun: number): Promise<void>;
  setFaults(faults: Faults): Promise<void>;
  close(): Promise<void>;
}

/** What the house holds at the start, sun: more than makes the server go to the faucet. */
export const HOUSE_SUN = 1_900_000_000_000;

const DEV_CHAIN = fileURLToPath(new URL('main.ts', import.meta.resolve('@popfray/tron/dev-chain')));
const SERVER = fileURLToPath(new URL('crash-server.ts', import.meta.url));

/**
 * Starts a dev chain in a separate process, and prepares the folder for servers. Their database is a file in it, or the empty PostgreSQL database
 * of a URL.
 */
export async function createCrashWorld(databaseUrl = ''): Promise<CrashWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-crash-'));
  const args = [DEV_CHAIN, '--port', '0', '--data', join(folder, 'chain.db'), '--block-ms', '0', '--solid-after', '2'];
  const chain = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const chainUrl = await readUrl(chain);
  const node = createTronNode({ url: chainUrl });
  const houseAddress = node.addressOf(DEV_HOUSE_KEY) ?? '';
  const faults: string[] = [];
  let aheadMs = 0;
  let running: ChildProcess | null = null;

  const dev = async (path: string, body: object): Promise<void> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${chainUrl}/dev/${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const world: CrashWorld = {
    node,
    houseAddress,
    faults,
    database: databaseUrl || join(folder, 'popfray.db'),
    async start(orders) {
      const env = {
        ...process.env,
        PORT: '0',
        TRON_NETWORK: 'dev',
        // All players are on one network, whose cap follows from that of a wallet. Every round is to be credited.
        DAILY_CAP_TRX: '100000',
        REWARD_BUDGET_TRX: '10000000',
        TRON_NODE_URL: chainUrl,
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
        CRASH_ORDERS: JSON.stringify({ ...orders, aheadMs } satisfies CrashOrders),
      };
      const child = fork(SERVER, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      running = child;
      const died = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const ready = await readReady(child, (fault) => faults.push(fault));
      child.send(aheadMs);
      return {
        ...ready,
        isAlive: () => child.exitCode === null && child.signalCode === null,
        async kill() {
          child.kill('SIGKILL');
          await died;
        },
      };
    },
    async pass(ms, blocks = 1) {
      aheadMs += ms;
      await dev('mine', { blocks, skipMs: ms });
      if (running?.connected === true) running.send(aheadMs, () => undefined);
    },
    async fund(address, amountSun) {
      await dev('faucet', { address, amountSun });
    },
    async setFaults(next) {
      await dev('faults', next);
    },
    async close() {
      running?.kill('SIGKILL');
      chain.kill('SIGKILL');
      await Promise.all([running, chain].map(ended));
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  for (const part of [HOUSE_SUN / 2, HOUSE_SUN / 2]) await world.fund(houseAddress, part);
  await world.pass(1, 3);
  return world;
}

/** Resolves when a process has ended; at once when there is none. */
async function ended(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}

/** The address that the dev chain says it is at. */
async function readUrl(chain: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    chain.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [url] = /http:\/\/[\w.:]+/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    chain.once('exit', () => reject(new Error(`the dev chain did not start: ${said}`)));
  });
}

/** What a server says when it is ready, and from then on of bugs. */
async function readReady(child: ChildProcess, onFault: (fault: string) => void): Promise<CrashReady> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: CrashReady | { readonly fault: string }) => {
      if ('fault' in message) onFault(message.fault);
      else resolve(message);
    });
    child.once('exit', (code, signal) => reject(new Error(`a server ended before it was ready: ${code} ${signal}`)));
  });
}
