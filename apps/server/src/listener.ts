import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** What answers a request: an app's `fetch`. */
type Fetch = (request: Request) => Response | Promise<Response>;

/** Where to listen. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** A server that accepts requests. */
export interface Listener {
  /** Where a person on this machine opens it. */
  readonly url: string;
  /**
   * Accepts nobody any more, waits for the requests in flight, and after `graceMs` cuts what is left. Resolves with the
   * number of connections cut.
   */
  stop(graceMs: number): Promise<number>;
}

/** Why nothing could listen there. */
export interface ListenError {
  readonly code: 'ERR_PORT_TAKEN' | 'ERR_PORT_FORBIDDEN' | 'ERR_HOST_UNKNOWN';
  /** What is wrong and what to change, for a person. */
  readonly message: string;
}

/** Names that stand for every address of the machine, and so are no address to open. */
const WILDCARDS = new Set(['0.0.0.0', '::']);

/** Node's words for an address family that this machine has not got, e.g. ::1 in a container without IPv6. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/**
 * Listens on every address that the host stands for: `localhost` is both 127.0.0.1 and ::1 where there is IPv6. Bad
 * places are values; anything else that fails is thrown.
 */
export async function listen(fetch: Fetch, place: Place): Promise<Listener | ListenError> {
  const servers: Server[] = [];
  try {
    let { port } = place;
    const found = await lookup(place.host, { all: true });
    for (const [index, { address }] of found.entries()) {
      const server = createServer(getRequestListener(fetch));
      if (!(await bind(server, address, port, index === found.length - 1 && servers.length === 0))) continue;
      servers.push(server);
      ({ port } = server.address() as AddressInfo);
    }
    const name = WILDCARDS.has(place.host) ? 'localhost' : place.host;
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
    return { url, stop: (graceMs) => stopAll(servers, graceMs) };
  } catch (error) {
    for (const server of servers) server.close();
    return explain(error, place);
  }
}

/** Binds a server; false when the machine has no such address and another one may do. */
async function bind(server: Server, host: string, port: number, isLastHope: boolean): Promise<boolean> {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (NO_SUCH_ADDRESS.has(codeOf(error)) && !isLastHope) return false;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function explain(error: unknown, { host, port }: Place): ListenError {
  switch (codeOf(error)) {
    case 'EADDRINUSE': {
      const message = `Port ${port} is taken by another program. Stop it, or choose another port with PORT=${port + 1}.`;
      return { code: 'ERR_PORT_TAKEN', message };
    }
    case 'EACCES': {
      const message = `Port ${port} may not be used by this user. Choose one above 1023 with PORT=8787.`;
      return { code: 'ERR_PORT_FORBIDDEN', message };
    }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return {
        code: 'ERR_HOST_UNKNOWN',
        message: `This machine has no address ${host}. Choose another with HOST=localhost.`,
      };
    default:
      throw error;
  }
}

async function stopAll(servers: readonly Server[], graceMs: number): Promise<number> {
  const counts = await Promise.all(servers.map((server) => stop(server, graceMs)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function stop(server: Server, graceMs: number): Promise<number> {
  const closed = once(server, 'close');
  server.close();
  // A connection kept alive falls idle when its last request is answered, and would hold the server open.
  server.on('request', (_request, response) => response.setHeader('Connection', 'close'));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  let cut = 0;
  const grace = setTimeout(() => {
    server.getConnections((_error, count) => {
      cut = count;
      server.closeAllConnections();
    });
  }, graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
  return cut;
}
