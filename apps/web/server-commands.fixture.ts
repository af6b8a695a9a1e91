import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What of `apps/server/src/start.ts` and `config.ts` is needed. They belong to another package and are not imported by name. */
interface ServerModules {
  readonly parseConfig: (env: Readonly<Record<string, string>>) => object;
  readonly startServer: (config: object, options: object) => Promise<StartedServer | { readonly code: string }>;
}
interface StartedServer {
  readonly url: string;
  readonly stop: (graceMs: number) => Promise<number>;
}

/** A request of the page, as it can be handed over. */
export interface RelayedCall {
  readonly method: string;
  /** From the root, with its query. */
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
  /** The browser's cookies for it. */
  readonly jar: Map<string, string>;
  /** Hands the page's sockets on. */
  readonly relay: Server;
}

const held = new Map<string, Held>();

const cookiesOf = (jar: ReadonlyMap<string, string>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Hands sockets of the page on as `callServer` does its calls. Listens on a port of its own. */
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

/** A server with a dev chain of its own, for a test in the browser: held by the Node process beside it. */
export const serverCommands = {
  /** Starts one with an empty database and blocks 300 ms apart, and resolves with its URL. */
  async startServer(_context: unknown): Promise<string> {
    const source = new URL('../server/src/', import.meta.url).href;
    // Not by plain imports: this file is read whenever tests start, and a bundler would take the whole server into it.
    const [{ parseConfig }, { startServer }] = (await Promise.all([
      import(/* @vite-ignore */ `${source}config.ts`),
      import(/* @vite-ignore */ `${source}start.ts`),
    ])) as readonly [ServerModules, ServerModules];
    const dataDir = mkdtempSync(join(tmpdir(), 'popfray-web-test-'));
    const config = parseConfig({ PORT: '0', DATA_DIR: dataDir, DEV_CHAIN_PORT: '0', DEV_CHAIN_BLOCK_MS: '300' });
    const started = await startServer(config, { hasWebsite: false, workEveryMs: 200, log: () => undefined });
    if ('code' in started) throw new Error(`The server did not start: ${started.code}.`);
    const jar = new Map<string, string>();
    held.set(started.url, { started, dataDir, jar, relay: await openRelay(started.url, jar) });
    return started.url;
  },

  /** Where the page's sockets reach a server as if the page were its own: `ws://127.0.0.1:41234`. */
  socketsOf(_context: unknown, url: string): string {
    const server = held.get(url);
    if (server === undefined) throw new Error(`There is no server at ${url}.`);
    return `ws://127.0.0.1:${(server.relay.address() as AddressInfo).port}`;
  },

  /** Hands a call of the page on, as a browser would whose page the server's own is: with its Origin and its cookies. */
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

  /** The browser forgets its cookies. */
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
