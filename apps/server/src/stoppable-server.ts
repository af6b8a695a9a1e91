import { once } from 'node:events';
import { Server, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * An HTTP server that can stop without cutting anybody off. Node's own calls a connection idle as soon as its answer has
 * been handed over, though most of it may still wait to be sent, and so truncates long answers when it closes.
 */
export class StoppableServer extends Server {
  readonly #open = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  #isStopping = false;

  constructor(listener: RequestListener) {
    super(listener);
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

  /** Closes the connections without a request in flight. Node calls it too, whenever a server closes. */
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
