import { once } from 'node:events';
import { Server, type IncomingMessage, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Takes a request to change to a WebSocket: the socket, and what was read of it beyond the request, are its own from then on. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * An HTTP server that can stop without cutting anybody off. Node's own calls a connection idle as soon as its answer has
 * been handed over, though most of it may still wait to be sent, and so truncates long answers when it closes.
 */
export class StoppableServer extends Server {
  readonly #open = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  #isStopping = false;

  constructor(listener: RequestListener, upgrade?: Upgrade) {
    // A wish for anything else, HTTP/2 say, is passed over, as the protocol allows.
    const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
      upgrade !== undefined && headers.upgrade?.toLowerCase() === 'websocket';
    super({ shouldUpgradeCallback }, listener);
    if (upgrade !== undefined) this.on('upgrade', upgrade);
    this.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    this.prependListener('request', ({ socket }, response) => {
      this.#busy.add(socket);
      // The operating system has all of the answer, or the connection is lost.
      response.once('close', () => {
        this.#busy.delete(socket);
        if (this.#isStopping) socket.destroySoon();
      });
    });
  }

  /** Closes the connections without a request in flight: sockets too. Node calls it too, whenever a server closes. */
  override closeIdleConnections(): void {
    for (const socket of this.#open) if (!this.#busy.has(socket)) socket.destroySoon();
  }

  /**
   * Accepts nobody any more, waits for the requests in flight, and after `graceMs` cuts what is left. Resolves with the
   * number of connections cut.
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
