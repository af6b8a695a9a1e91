import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startDevChain, type DevChainServer } from '@popfray/tron/dev-chain';
import SQLite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { parseConfig, type Config } from './config.ts';
import { writeBuild } from '../testing/web-build.fixture.ts';
import type { LogEntry } from '../platform/log/log.ts';
import { welcomePlayer } from '../players/player.ts';
import { beginSignIn, lookUpSignIn } from '../sign-in/sign-in.ts';
import { IS_ON_POSTGRES, testDatabaseUrl } from '../testing/test-location.fixture.ts';
import { startServer, type Server, type StartOptions } from './start.ts';

const KEY = '1'.repeat(64);

const folders: string[] = [];
const servers: { stop(graceMs: number): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(0);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-start-'));
  folders.push(folder);
  return folder;
}

async function configure(env: Record<string, string> = {}): Promise<Config> {
  const web = writeBuild();
  folders.push(web);
  const folder = makeFolder();
  const places = { DATA_DIR: folder, DATABASE_URL: await testDatabaseUrl(folder), WEB_ROOT: web };
  const config = parseConfig({ PORT: '0', HOST: '127.0.0.1', ...places, ...env });
  if ('code' in config) throw new Error(config.message);
  return config;
}

/** A server that looks at the chain often. */
async function start(config: Config, options: StartOptions = {}): Promise<Server & { readonly log: LogEntry[] }> {
  const log: LogEntry[] = [];
  const server = await startServer(config, { log: (entry) => log.push(entry), workEveryMs: 10, ...options });
  if ('code' in server) throw new Error(server.message);
  servers.push(server);
  return { ...server, log };
}

async function devChain(port = 0): Promise<DevChainServer> {
  const chain = await startDevChain({ port, path: ':memory:', blockMs: 0 });
  if ('code' in chain) throw new Error(chain.message);
  servers.push(chain);
  return chain;
}

async function readiness({ url }: Server): Promise<unknown> {
  return (await fetch(`${url}/readyz`)).json();
}

/** Waits till something is so; the test's own patience ends it. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await delay(5);
}

describe('a server', () => {
  it('starts on nothing with the dev chain, becomes ready for money, and funds the house', async () => {
    const server = await start(await configure());
    const { chain, chainHealth, house, settings } = server.context;
    await until(() => chainHealth() === 'ok');
    expect(await readiness(server)).toMatchObject({ status: 'ready', chain: 'ok' });
    expect(settings.network).toMatchObject({ id: 'dev', isPlayMoney: true });
    expect((await fetch(`${settings.network.devNodeUrl}/dev/status`)).status).toBe(200);
    await until(() => server.log.some((entry) => entry.event === 'notice' && entry.about === 'house'));
    expect(await chain.balance(house.address)).toEqual({ ok: true, value: 1_000_000_000_000 });
  });

  it('continues where it stopped: the same folder, the same chain, no second million', async () => {
    const config = await configure();
    const first = await start(config);
    const { house } = first.context;
    await until(() => first.log.some((entry) => entry.event === 'notice' && entry.about === 'house'));
    await first.stop(0);
    servers.length = 0;
    const second = await start(config);
    await until(() => second.context.chainHealth() === 'ok');
    expect(await second.context.chain.balance(house.address)).toEqual({ ok: true, value: 1_000_000_000_000 });
    const files = ['dev-chain.db', 'lock.db', ...(IS_ON_POSTGRES ? [] : ['popfray.db'])];
    expect(readdirSync(config.dataDir).toSorted()).toEqual(expect.arrayContaining(files));
  });

  it('ends the house’s sign-ins where its own wallet may not sign in', async () => {
    const config = await configure();
    const first = await start(config, { hasWorker: false });
    const { house } = first.context;
    await welcomePlayer(first.context, house.address);
    const { token } = await beginSignIn(first.context, house.address);
    expect(await lookUpSignIn(first.context, token)).not.toBeNull();
    await first.stop(0);
    servers.length = 0;
    const named = { ...config, adminAddresses: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'], canHouseSignIn: false };
    const second = await start(named, { hasWorker: false });
    expect(await lookUpSignIn(second.context, token)).toBeNull();
    expect(second.context.settings).toMatchObject({ adminAddresses: named.adminAddresses, canHouseSignIn: false });
  });

  it('takes its clock, randomness and steps from its options', async () => {
    const steps: string[] = [];
    const server = await start(await configure(), {
      now: () => 1_800_000_000_000,
      randomBytes: (count) => new Uint8Array(count).fill(7),
      onStep: (step) => steps.push(step),
      hasWorker: false,
      hasWebsite: false,
    });
    expect(server.context.now()).toBe(1_800_000_000_000);
    expect(server.context.randomBytes(2)).toEqual(new Uint8Array([7, 7]));
    server.context.onStep('payment.created');
    expect(steps).toEqual(['payment.created']);
    expect(await readiness(server)).toMatchObject({ error: { code: 'ERR_WEB_NOT_BUILT' } });
  });

  it('draws other bytes each time', async () => {
    const { context } = await start(await configure(), { hasWorker: false });
    expect(context.randomBytes(16)).not.toEqual(context.randomBytes(16));
  });

  it('whose node does not answer can be played on, and is ready for money when the node comes', async () => {
    const { port } = await freePort();
    const server = await start(await configure({ TRON_NODE_URL: `http://127.0.0.1:${port}` }));
    expect(await readiness(server)).toMatchObject({ status: 'ready', chain: 'unreachable' });
    expect(await server.context.chain.balance(server.context.house.address)).toMatchObject({ ok: false });
    await devChain(port);
    await until(() => server.context.chainHealth() === 'ok');
    expect(server.log).toContainEqual({ event: 'notice', about: 'chain', message: expect.stringContaining('answers') });
  });

  it('whose first node is away asks the backup, and says which provider rests', async () => {
    const port = await freePair();
    const away = port + 1;
    await devChain(port);
    const urls = {
      TRON_NODE_URL: `http://127.0.0.1:${away}`,
      TRON_BACKUP_NODE_URLS: `http://127.0.0.1:${port}`,
    };
    const server = await start(await configure(urls));
    await until(() => server.context.chainHealth() === 'ok');
    expect(await server.context.chain.balance(server.context.house.address)).toMatchObject({ ok: true });
    const message = expect.stringContaining(`127.0.0.1:${away} is resting (ERR_CHAIN_UNREACHABLE)`);
    await until(() => server.log.some((entry) => entry.event === 'notice' && entry.message.includes('is resting')));
    expect(server.log).toContainEqual({ event: 'notice', about: 'chain', message });
  });

  it('whose node turns out to be of another chain leaves money alone', async () => {
    const { port } = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const server = await start(await configure({ TRON_NETWORK: 'nile', TRON_NODE_URL: url, HOUSE_PRIVATE_KEY: KEY }));
    await devChain(port);
    await until(() => server.context.chainHealth() === 'other-chain');
    expect(await readiness(server)).toMatchObject({ status: 'ready', chain: 'other-chain' });
    const notices = (): LogEntry[] => server.log.filter(({ event }) => event !== 'request');
    await until(() => notices().length > 0);
    expect(notices()).toEqual([
      expect.objectContaining({ about: 'chain', message: expect.stringContaining('Mend TRON_NODE_URL') }),
    ]);
  });

  it('leaves the port after its own to the dev chain, or any other when that is taken', async () => {
    const config = await configure({ PORT: String(await freePair()) });
    const urlOf = ({ context }: Server): string | null => context.settings.network.devNodeUrl;
    const first = await start(config);
    expect(urlOf(first)).toBe(`http://127.0.0.1:${config.port + 1}`);
    await first.stop(0);
    servers.length = 0;
    const other = createServer().listen(config.port + 1, '127.0.0.1');
    await once(other, 'listening');
    expect(urlOf(await start(config))).not.toBe(urlOf(first));
    other.close();
  });
});

describe('a start is refused in words', () => {
  const code = async (config: Config): Promise<string> => {
    const refused = await startServer(config, { log: () => undefined });
    if (!('code' in refused)) throw new Error('it started');
    expect(refused.message).toMatch(/^[A-Z].*\.$/s);
    return refused.code;
  };

  it('when another server uses the data, which keeps running', async () => {
    const config = await configure();
    const first = await start(config);
    expect(await code(config)).toBe('ERR_DATA_LOCKED');
    await until(() => first.context.chainHealth() === 'ok');
    expect(await readiness(first)).toMatchObject({ status: 'ready', chain: 'ok' });
  });

  it('when the port is taken, and nothing is left open then', async () => {
    const { port, release } = await freePort(true);
    const config = await configure({ PORT: String(port) });
    expect(await code(config)).toBe('ERR_PORT_TAKEN');
    release();
    await start({ ...config, port: 0 });
  });

  it('when the dev chain has to listen where it cannot', async () => {
    const { port, release } = await freePort(true);
    expect(await code(await configure({ DEV_CHAIN_PORT: String(port) }))).toBe('ERR_DEV_CHAIN');
    release();
  });

  it('when the data is where no folder can be', async () => {
    const file = join(makeFolder(), 'file');
    writeFileSync(file, '');
    expect(await code(await configure({ DATA_DIR: join(file, 'data') }))).toBe('ERR_DATA_DIR');
  });

  it.each([
    ['is none', (path: string) => writeFileSync(path, 'no database at all '.repeat(99)), 'ERR_DATABASE_OPEN'],
    ['is newer', (path: string) => void new SQLite(path).pragma('user_version = 999'), 'ERR_DATABASE_NEWER'],
  ])('when the database %s', async (_, write, expected) => {
    const config = await configure({ DATABASE_URL: '' });
    write(join(config.dataDir, 'popfray.db'));
    expect(await code(config)).toBe(expected);
  });

  it('when the house has no key that can be used', async () => {
    expect(await code(await configure({ HOUSE_KEY_FILE: '/nowhere' }))).toBe('ERR_HOUSE_KEY_FILE');
    expect(await code(await configure({ HOUSE_PRIVATE_KEY: '0'.repeat(64) }))).toBe('ERR_HOUSE_KEY');
  });

  it('when an operator’s address is none', async () => {
    const mistyped = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9';
    expect(await code(await configure({ ADMIN_ADDRESSES: mistyped }))).toBe('ERR_CONFIG_ADMIN');
  });

  it.each([
    ['', 'ERR_CHAIN_OTHER'],
    ['production', 'ERR_CONFIG_DEV_IN_PRODUCTION'],
  ])('when the node is of another chain than the configured one (NODE_ENV %j)', async (NODE_ENV, expected) => {
    const { url } = await devChain();
    const real = { TRON_NETWORK: 'mainnet', HOUSE_PRIVATE_KEY: KEY, PUBLIC_URL: 'https://play.example' };
    expect(await code(await configure({ ...real, NODE_ENV, TRON_NODE_URL: url }))).toBe(expected);
  });
});

/**
 * A free port, or one that this test listens on. It is below the ports that the system gives to clients: a client that tries a closed one of
 * those again and again gets it as its local port in the end, and connects to itself.
 */
async function freePort(isTaken = false): Promise<{ readonly port: number; readonly release: () => void }> {
  const server = createServer();
  for (let tries = 0; !server.listening && tries < 20; tries++) {
    server.listen(10_000 + Math.floor(Math.random() * 20_000), '127.0.0.1');
    await once(server, 'listening').catch(() => undefined);
  }
  const { port } = server.address() as AddressInfo;
  const release = (): void => void server.close();
  if (!isTaken) {
    release();
    await once(server, 'close');
  }
  return { port, release };
}

/** The first of two consecutive free ports. */
async function freePair(): Promise<number> {
  for (;;) {
    const { port } = await freePort();
    const next = createServer().listen(port + 1, '127.0.0.1');
    const isFree = await once(next, 'listening').then(
      () => true,
      () => false,
    );
    next.close();
    if (isFree) return port;
  }
}
