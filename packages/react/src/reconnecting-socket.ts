/** State of a socket. `waiting`: it reconnects after a delay. `closed`: it does not connect again. */
export type SocketStatus = 'connecting' | 'open' | 'waiting' | 'closed';

/** What a socket sends: text or bytes. */
export type SocketData = string | Uint8Array<ArrayBuffer>;

/** Options of a socket. */
export interface ReconnectingSocketOptions {
  /** The address, or a function that returns it before each attempt. */
  readonly url: string | (() => string);
  /**
   * Returns the delay before the next attempt, ms, or null to close. `failures` counts the attempts since the last call of `confirm`, and `code`
   * is the close code, 0 if the socket could not be created.
   */
  readonly retryMs: (failures: number, code: number) => number | null;
  /** Called with the data of each message: a text or an `ArrayBuffer`. */
  readonly onMessage: (data: unknown) => void;
  /** Called at each change, with the close code where a connection was closed. */
  readonly onStatus: (status: SocketStatus, code: number) => void;
}

/**
 * A WebSocket that connects again when the connection is lost: after the delay that `retryMs` returns, and at once when the browser reports that
 * the network is back.
 */
export class ReconnectingSocket {
  readonly #options: ReconnectingSocketOptions;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #status: SocketStatus = 'connecting';

  /** Connects at once. */
  constructor(options: ReconnectingSocketOptions) {
    this.#options = options;
    // Node has no such event.
    globalThis.addEventListener?.('online', this.reconnectNow);
    this.#connect();
  }

  get status(): SocketStatus {
    return this.#status;
  }

  /** Sends data. Returns false, and sends nothing, while there is no open connection. */
  send(data: SocketData): boolean {
    if (this.#status !== 'open') return false;
    this.#socket?.send(data);
    return true;
  }

  /** Marks the connection as working: the next failure is the first one. */
  confirm(): void {
    this.#failures = 0;
  }

  /** Treats the connection as lost, for example because the server is silent, and reconnects after the delay. */
  drop(code: number): void {
    const lost = this.#release();
    this.#retry(code);
    lost?.close();
  }

  /** Connects at once if the socket waits for its next attempt. */
  readonly reconnectNow = (): void => {
    if (this.#status === 'waiting') this.#connect();
  };

  /** Replaces the connection by a new one, also after `close`. */
  reconnect(): void {
    closeOnceOpen(this.#release());
    globalThis.addEventListener?.('online', this.reconnectNow);
    this.#connect();
  }

  /** Closes the connection. Only `reconnect` opens it again. */
  close(): void {
    const released = this.#release();
    this.#end(0);
    closeOnceOpen(released);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#setStatus('connecting');
    const { url } = this.#options;
    let opened: WebSocket;
    try {
      opened = new WebSocket(typeof url === 'string' ? url : url());
    } catch (error) {
      // The page's security policy forbids the connection.
      console.warn('Failed to create WebSocket connection', error);
      this.#retry(0);
      return;
    }
    opened.binaryType = 'arraybuffer';
    this.#socket = opened;
    opened.addEventListener('open', () => {
      if (this.#socket === opened) this.#setStatus('open');
    });
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (this.#socket === opened) this.#options.onMessage(data);
    });
    opened.addEventListener('close', ({ code }) => {
      if (this.#socket !== opened) return;
      this.#release();
      this.#retry(code);
    });
    // A `close` follows each error.
    opened.addEventListener('error', () => {
      if (this.#socket === opened) console.warn('Connection error');
    });
  }

  /** Schedules the next attempt, unless the owner wants none. */
  #retry(code: number): void {
    const delayMs = this.#options.retryMs(this.#failures, code);
    if (delayMs === null) {
      this.#end(code);
      return;
    }
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), delayMs);
    this.#setStatus('waiting', code);
  }

  #end(code: number): void {
    globalThis.removeEventListener?.('online', this.reconnectNow);
    this.#setStatus('closed', code);
  }

  /** Stops listening to the current connection, and cancels a pending attempt. */
  #release(): WebSocket | null {
    clearTimeout(this.#timer);
    const released = this.#socket;
    this.#socket = null;
    return released;
  }

  #setStatus(status: SocketStatus, code = 0): void {
    this.#status = status;
    this.#options.onStatus(status, code);
  }
}

/** Closes a socket. One that still connects is closed when it is open: browsers log an error when it is closed before. */
function closeOnceOpen(socket: WebSocket | null): void {
  if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close(1000));
  else socket?.close(1000);
}
