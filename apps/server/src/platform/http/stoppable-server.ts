import { once } from 'node:events';
import { Server, type IncomingMessage, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Handles a request for a WebSocket. It takes over the socket and the bytes that were read after the request. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void | Promise<void>;

/**
 * An HTTP server that can stop without truncating answers. Node's own server treats a connection as idle as soon as the whole answer is
 * buffered, although most of it may still wait to be sent, and cuts it on close.
 */
export class StoppableServer extends Server {
  readonly #open = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  #isStopping = false;

  constructor(listener: RequestListener, upgrade?: Upgrade) {
    // A request for another protocol, such as HTTP/2, is ignored, as HTTP allows.
    const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
      upgrade !== undefined && headers.upgrade?.toLowerCase() === 'websocket';
    super({ shouldUpgradeCallback }, listener);
    if (upgrade !== undefined) this.on('upgrade', (request, socket, head) => void upgrade(request, socket, head));
    this.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    this.prependListener('request', ({ socket }, response) => {
      this.#busy.add(socket);
      // The operating system has the whole answer, or the connection is lost.
      response.once('close', () => {
        this.#busy.delete(socket);
        if (this.#isStopping) socket.destroySoon();
      });
    });
  }

  get openConnections(): number {
    return this.#open.size;
  }

  /** Closes all connections without a request in flight, WebSockets included. Node also calls it when a server closes. */
  override closeIdleConnections(): void {
    for (const socket of this.#open) if (!this.#busy.has(socket)) socket.destroySoon();
  }

  /**
   * Stops accepting connections, waits for the requests in flight, and after `graceMs` cuts the remaining connections. Resolves with their
   * number.
   */
  async stop(graceMs: number): Promise<number> {
    this.#isStopping = true;
    const closed = once(this, 'close');
    this.close();
    let cut = 0;
    const grace = setTimeout(() => {
      cut = this.#open.size;
      for (const socket of this.#open) socket.destroy();
    }, graceMs);
    await closed;
    clearTimeout(grace);
    return cut;
  }
}
