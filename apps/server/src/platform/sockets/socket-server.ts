import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { err, ok, type Result } from '@popfray/engine/result';
import { FAILURES, type FailureBody, type FailureCode, type RateLimit } from '@popfray/protocol';
import { CLOSE } from '@popfray/protocol/socket';
import { Context as Call } from 'hono';
import { WebSocketServer, type WebSocket } from 'ws';
import { createNetworkLimiter, isPathTooLong, NetworkLimiter, networkOf } from '../http/index.ts';
import { DatabaseUnavailableError } from '../database/index.ts';
import type { RedisLink } from '../redis/index.ts';
import { stackOf, type Log } from '../log/index.ts';
import { SocketCapacity, type SocketClient } from './capacity.ts';
import type { Connection, ConnectionListener, MessageCodec } from './connection.ts';
import { checkInSlices } from './sliced-checks.ts';
import { CONNECTION_LIMITS, WebSocketConnection, type ConnectionLimits } from './web-socket-connection.ts';

/** Most open sockets: in total; of one network, which a whole school may share; and of one player, who may have several tabs. */
const MAX_SOCKETS = 20_000;
const MAX_OF_NETWORK = 100;
const MAX_OF_PLAYER = 20;

/** How often a network may open a socket. After a restart all clients reconnect at once. */
const HANDSHAKES: RateLimit = { burst: 200, perMinute: 200 };

/** How many text messages a network may send on all of its sockets: one a second on each, when all are open. */
const TEXTS: RateLimit = { burst: 1_200, perMinute: 6_000 };

/** How often each connection is checked, ms. */
const CHECK_EVERY_MS = 1_000;

/** A path at which clients open sockets. */
export interface SocketRoute<Message = unknown, DecodeError = unknown> {
  readonly path: string;
  /** Decodes what clients send at this path. */
  readonly codec: MessageCodec<Message, DecodeError>;
  /** Longest message that a client may send, bytes. */
  readonly maxBytes: number;
  /** Limits of this path that differ from the usual ones. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Whether its clients are authenticated. Their messages are not counted for their network then. */
  readonly isForKnown?: boolean;
  /** Accepts a handshake, or returns the code of the failure that answers it. */
  accept(call: Call): Promise<Result<Admission<Message, DecodeError>, FailureCode>>;
}

/** A handshake that a route has accepted. */
export interface Admission<Message, DecodeError> {
  /** Creates the listener of the opened connection. */
  readonly open: (connection: Connection) => ConnectionListener<Message, DecodeError>;
  /** The address of the signed-in player; null for other clients. */
  readonly player: string | null;
}

/** What a socket server needs. */
export interface SocketSettings {
  readonly now: () => number;
  readonly log: Log;
  readonly isBehindProxy: boolean;
  /** Factor of the limits of a network: 1 in production; Infinity switches them off. */
  readonly rateFactor: number;
  /** Where handshakes are counted for all nodes of a cluster; null to count them in memory. */
  readonly redis?: RedisLink | null;
  /** Most sockets for which the process has file descriptors. Default: the usual limit. */
  readonly maxSockets?: number;
  /** Other limits, for tests. */
  readonly limits?: Partial<ConnectionLimits>;
  readonly checkEveryMs?: number;
}

/** All sockets of a server, of every path. */
export interface SocketServer {
  /** Begins to answer handshakes at a path. */
  add<Message, DecodeError>(route: SocketRoute<Message, DecodeError>): void;
  /** Handles Node's `upgrade` event. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Number of open sockets. */
  readonly count: number;
  /** Closes all sockets with the code `stopping`, and refuses new ones. Resolves when everything that clients sent before is handled. */
  stop(): Promise<void>;
}

/** Creates a socket server without routes. Stop it at the end. */
export function createSocketServer(settings: SocketSettings): SocketServer {
  const { now, log, isBehindProxy, rateFactor } = settings;
  const routes = new Map<string, OpenRoute>();
  const connections = new Set<WebSocketConnection>();
  /** Handshakes that are being answered, and connections that are closed but still have messages to handle. */
  const unfinished = new Set<Promise<void>>();
  const capacity = new SocketCapacity({
    total: Math.min(MAX_SOCKETS, settings.maxSockets ?? Infinity),
    ofNetwork: MAX_OF_NETWORK * rateFactor,
    ofPlayer: MAX_OF_PLAYER * rateFactor,
  });
  const handshakes = createNetworkLimiter(settings.redis ?? null, 'handshakes', HANDSHAKES, rateFactor);
  const texts = new NetworkLimiter(TEXTS, rateFactor);
  let isStopping = false;

  const fault = (path: string, error: unknown): void => {
    log({ event: 'fault', method: 'SOCKET', path, stack: stackOf(error) });
  };

  const finish = (work: Promise<void>): void => {
    const finished = work.finally(() => unfinished.delete(finished));
    unfinished.add(finished);
  };

  /** Checks a handshake against its route and the limits. Other handshakes can be accepted meanwhile, so `reserve` checks the limits again. */
  async function admit({ call, path, network }: Handshake): Promise<Result<Admitted, FailureCode>> {
    const route = routes.get(path);
    if (route === undefined) return err('ERR_NOT_FOUND');
    if (isStopping) return err('ERR_STOPPING');
    if (!capacity.mayHaveRoom(network)) return err('ERR_RATE');
    if ((await handshakes.take(network, now())) > 0) return err('ERR_RATE');
    const accepted = await route.accept(call);
    if (!accepted.ok) return accepted;
    const { isForKnown, webSockets } = route;
    const client = { network, player: isForKnown ? undefined : accepted.value.player };
    return ok({
      begin: accepted.value.begin,
      webSockets,
      limits: { ...CONNECTION_LIMITS, ...route.limits, ...settings.limits },
      mayTalk: () => isForKnown || texts.take(network, now()) === 0,
      client,
    });
  }

  /** Counts an accepted handshake as an open socket, unless the server has stopped or has no more room. Returns how to release it. */
  function reserve(client: SocketClient): Result<() => void, FailureCode> {
    if (isStopping) return err('ERR_STOPPING');
    return capacity.hasRoom(client) ? ok(capacity.add(client)) : err('ERR_RATE');
  }

  /** Answers a handshake with a connection or with a failure. */
  async function welcome(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const handshake = readHandshake(request, isBehindProxy);
    const path = handshake?.path ?? '';
    const logRequest = (status: number): void =>
      log({ event: 'request', method: 'GET', path, status, ms: 0, bytes: 0 });
    const refuseFor = (code: FailureCode): void => {
      logRequest(FAILURES[code].status);
      refuse(socket, code);
    };
    if (handshake === null) return refuseFor('ERR_BODY');
    if (isPathTooLong(path)) return refuseFor('ERR_PATH_LONG');
    const admitted = await admit(handshake).catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      log({ event: 'notice', about: 'database', message: error.message });
      return err('ERR_DATABASE_BUSY' as const);
    });
    if (!admitted.ok) return refuseFor(admitted.error);
    // Everything from here on happens in one step, so that no other handshake gets the same room.
    const reserved = reserve(admitted.value.client);
    if (!reserved.ok) return refuseFor(reserved.error);
    let opened: WebSocket | null = null;
    admitted.value.webSockets.handleUpgrade(request, socket, head, (webSocket) => (opened = webSocket));
    // The client is gone, or its request is not one for a WebSocket.
    if (opened === null) return reserved.value();
    logRequest(101);
    connect(opened, socket, path, admitted.value, reserved.value);
  }

  /** Starts a connection. A separate function, because closures that live as long as the connection would keep the handshake's request with them. */
  function connect(
    webSocket: WebSocket,
    socket: Duplex,
    path: string,
    { begin, limits, mayTalk }: Admitted,
    release: () => void,
  ): void {
    const connection = new WebSocketConnection(webSocket, socket, limits, { now, mayTalk });
    connections.add(connection);
    webSocket.once('close', () => {
      connections.delete(connection);
      release();
      finish(connection.settled());
    });
    begin(connection, (error) => fault(path, error));
  }

  const checks = checkInSlices(connections, settings.checkEveryMs ?? CHECK_EVERY_MS, (connection) =>
    connection.check(now()),
  );

  return {
    add({ path, codec, maxBytes, limits = {}, isForKnown = false, accept }) {
      const webSockets = new WebSocketServer({
        noServer: true,
        clientTracking: false,
        perMessageDeflate: false,
        maxPayload: maxBytes,
      });
      routes.set(path, {
        webSockets,
        limits,
        isForKnown,
        async accept(call) {
          const accepted = await accept(call);
          if (!accepted.ok) return accepted;
          const { player, open } = accepted.value;
          return ok({
            player,
            begin: (connection, onFault) => connection.listen(codec, open(connection), onFault),
          });
        },
      });
    },
    async upgrade(request, socket, head) {
      // Node has removed its own listener, and an error without a listener would end the process.
      socket.on('error', destroy);
      const welcomed = welcome(request, socket, head).catch((error: unknown) => {
        // A fault of this server ends this one handshake and nothing else.
        fault(request.url ?? '', error);
        socket.destroy();
      });
      finish(welcomed);
      await welcomed;
    },
    get count() {
      return connections.size;
    },
    async stop() {
      isStopping = true;
      checks.stop();
      for (const connection of connections) {
        connection.close(CLOSE.stopping, 'the server is stopping');
        finish(connection.settled());
      }
      await Promise.all(unfinished);
    },
  };
}

/** Shared by all sockets. */
function destroy(this: Duplex): void {
  this.destroy();
}

/** A route with the types of its messages hidden. */
interface OpenRoute {
  readonly webSockets: WebSocketServer;
  readonly limits: Partial<ConnectionLimits>;
  readonly isForKnown: boolean;
  readonly accept: (
    call: Call,
  ) => Promise<Result<{ readonly player: string | null; readonly begin: Begin }, FailureCode>>;
}

/** Creates the listener of an opened connection and attaches it. */
type Begin = (connection: WebSocketConnection, onFault: (error: unknown) => void) => void;

/** A request to open a socket. */
interface Handshake {
  /** The request as handlers of HTTP calls receive it. */
  readonly call: Call;
  readonly path: string;
  /** The network of the client. */
  readonly network: string;
}

/** A handshake that the route and the limits have accepted. */
interface Admitted {
  readonly begin: Begin;
  readonly webSockets: WebSocketServer;
  readonly limits: ConnectionLimits;
  /** Counts a text message for the client's network, and returns whether the network may send it. */
  readonly mayTalk: () => boolean;
  readonly client: SocketClient;
}

/** Parses a handshake; null when its URL is not one that a browser would request. */
function readHandshake(incoming: IncomingMessage, isBehindProxy: boolean): Handshake | null {
  const url = URL.parse(incoming.url ?? '', `http://${incoming.headers.host ?? ''}`);
  if (url === null || url.protocol !== 'http:' || url.username !== '' || url.password !== '') return null;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value);
  const call = new Call(new Request(url, { headers }), { env: { incoming } });
  return { call, path: url.pathname, network: networkOf(call, isBehindProxy) };
}

/** Answers a handshake with a failure and closes the socket at once. */
function refuse(socket: Duplex, code: FailureCode): void {
  const { status, message } = FAILURES[code];
  const body = JSON.stringify({ error: { code, message } } satisfies FailureBody);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=UTF-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
