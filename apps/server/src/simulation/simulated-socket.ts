import { Context as Call } from 'hono';
import { CLOSE } from '@popfray/protocol/socket';
import type { Connection, ConnectionListener } from '../platform/sockets/connection.ts';
import type { SocketRoute, SocketServer } from '../platform/sockets/socket-server.ts';
import { Serial } from '../platform/serial/serial.ts';
import { cookieName } from '../platform/http/cookie.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** The origin of the game's own pages. */
export const ORIGIN = 'http://popfray.example';

/** Close code of a connection whose server is gone. RFC 6455, section 7.4.1. */
const ABNORMAL = 1006;
/** Close code of a server that meets what it did not expect. */
const FAULT = 1011;

/** Between two messages in the same direction, ms. */
const GAP_MS = 0.125;

/** What a page does with what a socket brings. */
export interface SocketReader {
  readonly onMessage: (data: Uint8Array | string) => void;
  readonly onClose: (code: number) => void;
}

/** The sockets of one node: the routes that the game socket and others have added. */
export class SimulatedSocketServer implements Pick<SocketServer, 'add'> {
  readonly #routes = new Map<string, SocketRoute>();
  readonly #open = new Set<ClientSocket>();

  add<Message, DecodeError>(route: SocketRoute<Message, DecodeError>): void {
    this.#routes.set(route.path, route);
  }

  /** Accepts a handshake of a page, as code of the server's process. Resolves with null when it was refused. */
  async accept(
    server: SimulatedProcess,
    client: SimulatedProcess,
    token: string | null,
    reader: SocketReader,
  ): Promise<ClientSocket | null> {
    const route = this.#routes.get('/ws');
    if (route === undefined) return null;
    const headers = {
      Origin: ORIGIN,
      ...(token !== null && { Cookie: `${cookieName({ origins: [ORIGIN] })}=${token}` }),
    };
    const admitted = await route.accept(new Call(new Request(`${ORIGIN}/ws`, { headers })));
    if (!admitted.ok) return null;
    const socket = new ClientSocket(server, client, reader, route.codec);
    this.#open.add(socket);
    socket.listen(admitted.value.open(socket.connection));
    return socket;
  }

  /** Closes every socket, as a server that stops. */
  stop(): void {
    for (const { connection } of this.#open) connection.close(CLOSE.stopping, '');
    this.#open.clear();
  }
}

/**
 * One WebSocket between a page and a server: messages arrive in their order, some ms later, in either direction. When the server crashes or is frozen, the page
 * notices as a browser does: at once by a reset, or never.
 */
export class ClientSocket {
  /** The server's end. */
  readonly connection: Connection;
  readonly #server: SimulatedProcess;
  readonly #client: SimulatedProcess;
  readonly #reader: SocketReader;
  readonly #codec: SocketRoute['codec'];
  readonly #handlers: Serial;
  #listener: ConnectionListener<unknown, unknown> | null = null;
  #isOpenAtServer = true;
  #isOpenAtClient = true;
  /** When the last message in each direction arrives, so that none overtakes it. */
  #toServerMs = 0;
  #toClientMs = 0;

  constructor(server: SimulatedProcess, client: SimulatedProcess, reader: SocketReader, codec: SocketRoute['codec']) {
    this.#server = server;
    this.#client = client;
    this.#reader = reader;
    this.#codec = codec;
    this.#handlers = new Serial((error) => {
      server.note(`a socket fails: ${String(error)}`);
      this.connection.close(FAULT, '');
    });
    const isOpen = (): boolean => this.#isOpenAtServer;
    this.connection = {
      get isOpen() {
        return isOpen();
      },
      send: (data) => {
        if (this.#isOpenAtServer && server.isAlive) this.#toClient(data);
      },
      close: (code) => this.#closeAtServer(code),
    };
    server.onCrash(() => client.after(client.random.below(50), 'reset', () => this.#closeAtClient(ABNORMAL)));
  }

  get isOpen(): boolean {
    return this.#isOpenAtClient;
  }

  listen(listener: ConnectionListener<unknown, unknown>): void {
    this.#listener = listener;
  }

  /** Sends a message from the page. */
  send(data: Uint8Array | string): void {
    if (!this.#isOpenAtClient) return;
    const bytes = typeof data === 'string' ? data : data.slice();
    this.#toServerMs = this.#arrival(this.#toServerMs);
    const delayMs = this.#toServerMs - this.#server.scheduler.nowMs;
    this.#server.after(delayMs, 'message', () => this.#receive(bytes));
  }

  /** Closes the socket from the page's side, or cuts it. */
  close(): void {
    if (!this.#isOpenAtClient) return;
    this.#isOpenAtClient = false;
    this.#server.after(this.#client.random.below(60), 'close', () => this.#closeAtServer(null));
  }

  #receive(data: Uint8Array | string): void {
    if (!this.#isOpenAtServer) return;
    const listener = this.#listener;
    if (listener === null) return;
    const handle = async (): Promise<void> => {
      const decoded = typeof data === 'string' ? this.#codec.decodeText(data) : this.#codec.decodeFrame(data);
      if (decoded.ok) await listener.handleMessage(decoded.value);
      else listener.handleMalformed(decoded.error, typeof data === 'string' ? 'text' : 'frame');
    };
    if (typeof data !== 'string' && listener.areFramesUrgent?.() === true) void handle();
    else this.#handlers.run(handle);
  }

  #closeAtServer(code: number | null): void {
    if (!this.#isOpenAtServer || !this.#server.isAlive) return;
    this.#isOpenAtServer = false;
    this.#handlers.run(() => this.#listener?.onClose());
    if (code === null) return;
    this.#toClientMs = this.#arrival(this.#toClientMs);
    const delayMs = this.#toClientMs - this.#client.scheduler.nowMs;
    this.#client.after(delayMs, 'closed', () => this.#closeAtClient(code));
  }

  #closeAtClient(code: number): void {
    if (!this.#isOpenAtClient) return;
    this.#isOpenAtClient = false;
    this.#reader.onClose(code);
  }

  #toClient(data: Uint8Array | string): void {
    this.#toClientMs = this.#arrival(this.#toClientMs);
    const delayMs = this.#toClientMs - this.#client.scheduler.nowMs;
    this.#client.after(delayMs, 'message', () => {
      if (this.#isOpenAtClient) this.#reader.onMessage(data);
    });
  }

  /** When a message that is sent now arrives. */
  #arrival(lastMs: number): number {
    const { random, scheduler } = this.#client;
    const delayMs = random.chance(1) ? random.between(100, 600) : random.between(5, 40);
    return Math.max(lastMs + GAP_MS, scheduler.nowMs + delayMs);
  }
}
