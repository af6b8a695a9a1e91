import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '@popfray/engine/result';
import { AGE_TEXT_VERSION } from '@popfray/protocol';
import type * as DeskSceneModule from './desk-scene.fixture.ts';

/** The required part of `start/start.ts` and `start/config.ts` of apps/server. They belong to another package and are imported by path. */
interface ServerModules {
  readonly parseConfig: (env: Readonly<Record<string, string>>) => object;
  readonly startServer: (config: object, options: object) => Promise<StartedServer | { readonly code: string }>;
}
interface StartedServer {
  readonly url: string;
  readonly context: ServerContext;
  readonly stop: (graceMs: number) => Promise<number>;
}

/** The part of the server's context that is needed to act as another player. */
interface ServerContext {
  readonly db: unknown;
  readonly now: () => number;
  readonly chain: {
    readonly addressOf: (privateKey: string) => string | null;
    readonly signPayment: (unsigned: string, privateKey: string) => string;
  };
  readonly settings: { readonly network: { readonly devNodeUrl: string | null } };
}

interface SeatedAs {
  readonly session: { readonly id: string; readonly status: string };
  readonly payment: { readonly id: string; readonly unsigned: string | null } | null;
}

/** The server's functions that are needed to act as another player. */
interface PlayerModules {
  readonly welcomePlayer: (context: ServerContext, address: string) => Promise<unknown>;
  readonly confirmAge: (context: ServerContext, address: string, version: number) => Promise<unknown>;
  readonly createSession: (
    context: ServerContext,
    address: string,
    plan: HostedPlan,
  ) => Promise<Result<SeatedAs, string>>;
  readonly joinSession: (context: ServerContext, address: string, id: string) => Promise<Result<SeatedAs, string>>;
  readonly submitPayment: (context: ServerContext, address: string, id: string, signed: string) => Promise<unknown>;
}

/** The server's functions that are needed to act as the host of a session. */
interface HostModules {
  readonly findSession: (db: unknown, id: string) => Promise<{ readonly creator_address: string } | undefined>;
  readonly postChat: (
    context: ServerContext,
    address: string,
    id: string,
    plan: { readonly message: string },
  ) => Promise<Result<unknown, string>>;
  readonly setReady: (
    context: ServerContext,
    id: string,
    address: string,
    isReady: boolean,
  ) => Promise<Result<unknown, string>>;
  readonly judgeMessage: (
    context: ServerContext,
    verdict: Readonly<Record<'messageId' | 'outcome' | 'reason' | 'by', string>>,
  ) => Promise<Result<unknown, string>>;
}

/** A session to be created by another player. */
export interface HostedPlan {
  readonly sessionName: string;
  readonly gameMode: 'cross-chain-battle' | 'classic';
  readonly maxPlayers: number;
  /** Entry fee, TRX. */
  readonly entryFee: number;
  readonly timeLimit: number;
  readonly policy: 'winner-takes-all' | 'podium';
}

/** A request of the page in serializable form. */
export interface RelayedCall {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly body: string | null;
}

export interface RelayedAnswer {
  readonly status: number;
  readonly body: string;
}

interface Held {
  readonly started: StartedServer;
  readonly dataDir: string;
  /** The browser's cookies for this server. */
  readonly jar: Map<string, string>;
  /** Proxy of the page's sockets. */
  readonly relay: Server;
}

const held = new Map<string, Held>();

const cookiesOf = (jar: ReadonlyMap<string, string>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Starts a proxy of the page's sockets on a free port: it adds Origin and cookies as `callServer` does. */
async function openRelay(url: string, jar: ReadonlyMap<string, string>): Promise<Server> {
  const { hostname, host, port } = new URL(url);
  const relay = createServer().on('upgrade', (request, page) => {
    const server = connect(Number(port), hostname);
    const headers = { ...request.headers, host, origin: url, cookie: cookiesOf(jar) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    server.write([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    for (const [one, other] of [[page, server] as const, [server, page] as const]) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return relay;
}

/** Longest time until another player's fee is final, ms. */
const FINAL_MS = 60_000;

/** Imports modules of the server by URL: a static import would make the bundler include the whole server in this file. */
async function importServer<Modules>(...paths: readonly string[]): Promise<Modules> {
  const source = new URL('../server/src/', import.meta.url).href;
  const modules = await Promise.all(paths.map((path) => import(/* @vite-ignore */ source + path) as Promise<object>));
  return Object.assign({}, ...modules) as Modules;
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + FINAL_MS; !(await isSo());) {
    if (Date.now() > endMs) throw new Error('It takes too long.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Servers with a dev chain for browser tests. They run in the Node process of the test runner. */
export const serverCommands = {
  /** Starts a server with an empty database and a block interval of 300 ms. Resolves with its URL. */
  async startServer(_context: unknown): Promise<string> {
    const { parseConfig, startServer } = await importServer<ServerModules>('start/config.ts', 'start/start.ts');
    const dataDir = mkdtempSync(join(tmpdir(), 'popfray-web-test-'));
    const config = parseConfig({ PORT: '0', DATA_DIR: dataDir, DEV_CHAIN_PORT: '0', DEV_CHAIN_BLOCK_MS: '300' });
    // All tests of a file have the same address, and fast tests would reach its limits.
    const options = { hasWebsite: false, hasLimits: false, workEveryMs: 200, log: () => undefined };
    const started = await startServer(config, options);
    if ('code' in started) throw new Error(`The server did not start: ${started.code}.`);
    const jar = new Map<string, string>();
    held.set(started.url, { started, dataDir, jar, relay: await openRelay(started.url, jar) });
    return started.url;
  },

  /** Address at which the page can open sockets to a server as if it were same-origin: `ws://127.0.0.1:41234`. */
  socketsOf(_context: unknown, url: string): string {
    const server = held.get(url);
    if (server === undefined) throw new Error(`There is no server at ${url}.`);
    return `ws://127.0.0.1:${(server.relay.address() as AddressInfo).port}`;
  },

  /** Sends a call of the page to the server with Origin and cookies, as a browser would for a same-origin page. */
  async callServer(_context: unknown, url: string, { method, path, body }: RelayedCall): Promise<RelayedAnswer> {
    const server = held.get(url);
    if (server === undefined) throw new Error(`There is no server at ${url}.`);
    const { jar } = server;
    const response = await fetch(url + path, {
      method,
      headers: {
        Origin: url,
        Cookie: cookiesOf(jar),
        ...(body !== null && { 'Content-Type': 'application/json' }),
      },
      body,
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie) || value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return { status: response.status, body: await response.text() };
  },

  /**
   * Another player creates a session, and others join it. Resolves with its id once it waits for players. `guests` is the number of players
   * who join; only in a free session.
   */
  async hostSession(_context: unknown, url: string, plan: HostedPlan, guests: number): Promise<string> {
    const context = held.get(url)?.started.context;
    if (context === undefined) throw new Error(`There is no server at ${url}.`);
    const modules = await importServer<PlayerModules>(
      'players/player.ts',
      'protection/protection.ts',
      'sessions/create.ts',
      'sessions/join.ts',
      'payments/intent.ts',
    );
    const makePlayer = async (): Promise<{ readonly privateKey: string; readonly address: string }> => {
      const privateKey = randomBytes(32).toString('hex');
      const address = context.chain.addressOf(privateKey) ?? '';
      await modules.welcomePlayer(context, address);
      await modules.confirmAge(context, address, AGE_TEXT_VERSION);
      return { privateKey, address };
    };
    const host = await makePlayer();
    if (plan.entryFee > 0) {
      const body = JSON.stringify({ address: host.address, amountSun: 2_000_000 * plan.entryFee });
      await fetch(`${context.settings.network.devNodeUrl}/dev/faucet`, { method: 'POST', body });
    }
    const made = await modules.createSession(context, host.address, plan);
    if (!made.ok) throw new Error(made.error);
    const { session, payment } = made.value;
    if (payment !== null) {
      const signed = context.chain.signPayment(payment.unsigned ?? '', host.privateKey);
      await modules.submitPayment(context, host.address, payment.id, signed);
      await waitUntil(async () => {
        const answer = await fetch(`${url}/api/popfray/sessions/${session.id}`);
        return ((await answer.json()) as { readonly status: string }).status === 'waiting';
      });
    }
    for (let guest = 0; guest < guests; guest++) {
      const joined = await modules.joinSession(context, (await makePlayer()).address, session.id);
      if (!joined.ok) throw new Error(joined.error);
    }
    return session.id;
  },

  /** The host of a session sends a chat message, or sets its readiness. */
  async actAsHost(_context: unknown, url: string, id: string, act: string | boolean): Promise<void> {
    const context = held.get(url)?.started.context;
    if (context === undefined) throw new Error(`There is no server at ${url}.`);
    const modules = await importServer<HostModules>('sessions/session.ts', 'chat/post.ts', 'sessions/ready.ts');
    const host = (await modules.findSession(context.db, id))?.creator_address ?? '';
    const done =
      typeof act === 'string'
        ? await modules.postChat(context, host, id, { message: act })
        : await modules.setReady(context, id, host, act);
    if (!done.ok) throw new Error(done.error);
  },

  /** The operator hides a message. */
  async hideMessage(_context: unknown, url: string, messageId: string): Promise<void> {
    const context = held.get(url)?.started.context;
    if (context === undefined) throw new Error(`There is no server at ${url}.`);
    const { judgeMessage } = await importServer<HostModules>('chat/verdict.ts');
    const done = await judgeMessage(context, { messageId, outcome: 'hidden', reason: 'A test.', by: 'operator' });
    if (!done.ok) throw new Error(done.error);
  },

  /** Creates one case of each kind for the operator: a held round, a reported message in a session, a stuck payout. */
  async makeDeskScene(_context: unknown, url: string, sessionId: string): Promise<DeskSceneModule.DeskScene> {
    const context = held.get(url)?.started.context;
    if (context === undefined) throw new Error(`There is no server at ${url}.`);
    // A dynamic import: a static one would load the engine whenever tests start.
    const scene = new URL('desk-scene.fixture.ts', import.meta.url).href;
    const { makeDeskScene } = (await import(/* @vite-ignore */ scene)) as typeof DeskSceneModule;
    return makeDeskScene(context, importServer, sessionId);
  },

  /** Deletes the browser's cookies. */
  forgetCookies(_context: unknown, url: string): void {
    held.get(url)?.jar.clear();
  },

  async stopServer(_context: unknown, url: string): Promise<void> {
    const server = held.get(url);
    held.delete(url);
    server?.relay.close();
    await server?.started.stop(0);
    if (server !== undefined) rmSync(server.dataDir, { recursive: true, force: true });
  },
};
