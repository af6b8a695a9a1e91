import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { StoppableServer, type Upgrade } from './stoppable-server.ts';

/** Answers a request: an app's `fetch`. It also receives Node's own request, which has the socket. */
type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** Where to listen. */
interface Place {
  readonly host: string;
  readonly port: number;
  /** Most connections at once, on all of its addresses together. Default: no limit. */
  readonly maxConnections?: number;
}

/** A server that accepts requests. */
export interface Listener {
  /** The URL for a browser on this machine. */
  readonly url: string;
  /**
   * Waits up to `graceMs` for the requests in flight. Resolves with the number of connections that were cut, when the handlers of requests
   * whose clients are gone have ended too, or have taken too long.
   */
  stop(graceMs: number): Promise<number>;
}

/** Why the server cannot listen. */
export interface ListenError {
  readonly code: 'ERR_PORT_TAKEN' | 'ERR_PORT_FORBIDDEN' | 'ERR_HOST_UNKNOWN';
  /** Describes for a person what is wrong and what to change. */
  readonly message: string;
}

/**
 * Most connections that wait to be accepted; the operating system may allow fewer. After a restart, thousands of clients connect within a second, and
 * one that finds the queue full waits a second or more before it tries again.
 */
const BACKLOG = 8_192;

/**
 * Listening sockets on each address. Since version 1.45 libuv accepts one connection of a listening socket in each turn of the event loop, and a busy
 * server has about 160 turns a second: thousands of clients that connect at once would wait for half a minute. With SO_REUSEPORT the operating system
 * distributes connections over several sockets of the process, each with a separate queue. libuv supports that option on Linux.
 */
const ACCEPTORS = process.platform === 'linux' ? 32 : 1;

/** How long a handler may run after its connection was closed by either side, ms. */
const HANDLER_MS = 5_000;

/** Hosts that mean every address of the machine, and that a browser cannot open. */
const WILDCARDS = new Set(['0.0.0.0', '::']);

/** Node's codes for an address that this machine does not have, e.g. ::1 in a container without IPv6. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/**
 * Listens on every address that the host resolves to: on most machines `localhost` is both 127.0.0.1 and ::1. Requests for a WebSocket go to
 * `upgrade`, if it is given. Returns an error for an address or a port that cannot be used, and throws other faults.
 */
export async function listen(fetch: Fetch, place: Place, upgrade?: Upgrade): Promise<Listener | ListenError> {
  const servers: StoppableServer[] = [];
  const handling = new Set<Promise<unknown>>();
  const answer = getRequestListener(async (request, bindings) => {
    const handled = Promise.resolve(fetch(request, bindings as HttpBindings));
    handling.add(handled);
    try {
      return await handled;
    } finally {
      handling.delete(handled);
    }
  });
  try {
    const addresses = await lookup(place.host, { all: true });
    // A free port of the first address is used for the others too.
    let { port } = place;
    for (const [index, { address }] of addresses.entries()) {
      const isLastHope = servers.length === 0 && index === addresses.length - 1;
      if (!(await isFree(address, port, isLastHope))) continue;
      for (let acceptor = 0; acceptor < ACCEPTORS; acceptor++) {
        const server = new StoppableServer((request, response) => void answer(request, response), upgrade);
        server.on('connection', (socket) => {
          const open = servers.reduce((sum, { openConnections }) => sum + openConnections, 0);
          if (open > (place.maxConnections ?? Infinity)) socket.destroy();
        });
        servers.push(server);
        server.listen({ host: address, port, backlog: BACKLOG, reusePort: ACCEPTORS > 1 });
        await once(server, 'listening');
        ({ port } = server.address() as AddressInfo);
      }
    }
    const name = WILDCARDS.has(place.host) ? 'localhost' : place.host;
    return {
      url: `http://${name.includes(':') ? `[${name}]` : name}:${port}`,
      async stop(graceMs) {
        const cuts = await Promise.all(servers.map((server) => server.stop(graceMs)));
        const ended = new AbortController();
        await Promise.race([
          Promise.allSettled(handling).finally(() => ended.abort()),
          delay(HANDLER_MS, undefined, { signal: ended.signal }).catch(() => undefined),
        ]);
        return cuts.reduce((sum, cut) => sum + cut, 0);
      },
    };
  } catch (error) {
    for (const server of servers) server.close();
    return explain(error, place);
  }
}

/**
 * Listens for a moment without SO_REUSEPORT, which fails when any program listens at that address and port: with that option, another server of the same
 * user would share its connections with this one. Returns false when the machine has no such address and another one may do.
 */
async function isFree(host: string, port: number, isLastHope: boolean): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
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
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    const message = `Port ${port} is taken by another program. Stop that one, or set PORT to a free port.`;
    return { code: 'ERR_PORT_TAKEN', message };
  }
  if (code === 'EACCES') {
    const message = `This user may not listen on port ${port}. Set PORT to one above 1023.`;
    return { code: 'ERR_PORT_FORBIDDEN', message };
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || NO_SUCH_ADDRESS.has(code)) {
    const message = `This machine has no address ${host}. Set HOST to one it has, or unset it for localhost.`;
    return { code: 'ERR_HOST_UNKNOWN', message };
  }
  throw error;
}
