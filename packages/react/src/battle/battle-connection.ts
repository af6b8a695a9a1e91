import { decodeServerFrame, type ServerFrame } from '@popfray/protocol/battle';
import { CLOSE, gameSocketOut, type GameSocketOut, type GameSocketSaid } from '@popfray/protocol/socket';

/** First wait before connecting again, ms, and the longest one: each is twice as long as the one before. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;

/** Waits are longer by up to this share, so that clients do not all reconnect to a restarted server at once. */
const SPREAD = 0.2;

/** After this long without a message the connection counts as lost, ms. The server answers the clock at least every 2 s. */
const SILENT_MS = 7_000;

/** After more than this between two checks the page was asleep, ms: messages may be waiting that it has not read yet. */
const ASLEEP_MS = 1_500;

/** Close codes after which the connection is not opened again. */
const FINAL: ReadonlySet<number> = new Set([CLOSE.replaced, CLOSE.origin]);

/** Close codes for misbehaviour. The next attempt waits for the longest time. */
const PENALISED: ReadonlySet<number> = new Set([CLOSE.malformed, CLOSE.flood]);

/** State of a connection. `lost`: it will reconnect. `ended`: it will not. */
export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'ended';

/** Options of a connection. */
export interface BattleConnectionOptions {
  readonly url: string;
  /** Called with each valid message or frame. Invalid ones are ignored. */
  readonly onMessage: (message: GameSocketOut) => void;
  readonly onFrame: (frame: ServerFrame) => void;
  /** Called at each change, with the close code where a socket was closed. */
  readonly onStatus: (status: ConnectionStatus, code: number) => void;
}

/** A socket to the game server that reconnects when it is lost. */
export interface BattleConnection {
  readonly isOpen: boolean;
  /** Sends a message. Does nothing while the connection is not open. */
  send(message: GameSocketSaid | Uint8Array<ArrayBuffer>): void;
  /** Reconnects when the server has been silent for too long. Call it at least every second. */
  check(): void;
  close(): void;
}

/** Opens a connection. */
export function connectToBattle({ url, onMessage, onFrame, onStatus }: BattleConnectionOptions): BattleConnection {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let lastMessageMs = performance.now();
  let checkedMs = lastMessageMs;
  let status: ConnectionStatus = 'connecting';

  function setStatus(next: ConnectionStatus, code = 0): void {
    status = next;
    onStatus(next, code);
  }

  function connect(): void {
    clearTimeout(timer);
    lastMessageMs = performance.now();
    const opened = new WebSocket(url);
    opened.binaryType = 'arraybuffer';
    socket = opened;
    opened.addEventListener('open', () => {
      if (socket !== opened) return;
      lastMessageMs = performance.now();
      setStatus('open');
    });
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket !== opened) return;
      lastMessageMs = performance.now();
      waitMs = FIRST_WAIT_MS;
      dispatch(data);
    });
    opened.addEventListener('close', ({ code }) => lose(opened, code));
    // A `close` follows each error. Node's sockets throw where an `error` has no listener.
    opened.addEventListener('error', () => undefined);
  }

  function dispatch(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const frame = decodeServerFrame(new Uint8Array(data));
      if (frame !== null) onFrame(frame);
    } else if (typeof data === 'string') {
      const message = gameSocketOut.safeParse(readJson(data));
      if (message.success) onMessage(message.data);
    }
  }

  function lose(lost: WebSocket, code: number): void {
    if (socket !== lost) return;
    socket = null;
    if (FINAL.has(code)) {
      end(code);
      return;
    }
    if (PENALISED.has(code)) waitMs = LONGEST_WAIT_MS;
    setStatus('lost', code);
    timer = setTimeout(connect, waitMs * (1 + Math.random() * SPREAD));
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }

  function end(code: number): void {
    clearTimeout(timer);
    globalThis.removeEventListener?.('online', reconnectNow);
    setStatus('ended', code);
  }

  /** Reconnects without waiting: the browser reports that the network is back. */
  function reconnectNow(): void {
    if (status === 'lost' && socket === null) connect();
  }

  globalThis.addEventListener?.('online', reconnectNow);
  connect();
  return {
    get isOpen() {
      return status === 'open';
    },
    send(message) {
      if (status !== 'open') return;
      socket?.send(message instanceof Uint8Array ? message : JSON.stringify(message));
    },
    check() {
      const nowMs = performance.now();
      // Messages that arrived during the sleep are handled after this.
      if (nowMs - checkedMs > ASLEEP_MS) lastMessageMs = nowMs;
      checkedMs = nowMs;
      if (socket === null || nowMs - lastMessageMs < SILENT_MS) return;
      const silent = socket;
      lose(silent, CLOSE.silent);
      silent.close();
    },
    close() {
      const open = socket;
      socket = null;
      end(0);
      open?.close();
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
