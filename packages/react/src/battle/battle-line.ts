import { decodeServerFrame, type ServerFrame } from '@popfray/protocol/battle';
import { CLOSE, gameSocketOut, type GameSocketOut, type GameSocketSaid } from '@popfray/protocol/socket';

/** First wait before connecting again, ms, and the longest one: each is twice as long as the one before. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;

/** Waits are longer by up to this part, so that not everybody comes back to a restarted server at once. */
const SPREAD = 0.2;

/** A server that says nothing for this long is taken for gone, ms: it answers the clock every 2 s at the least. */
const SILENT_MS = 7_000;

/** After more than this between two checks the page was asleep, and the silence may have been its own, ms. */
const ASLEEP_MS = 1_500;

/** What closes a line for good. */
const FINAL: ReadonlySet<number> = new Set([CLOSE.replaced, CLOSE.origin]);

/** What closes a line that the server had too much of: coming back at once would do no good. */
const OFFENDED: ReadonlySet<number> = new Set([CLOSE.malformed, CLOSE.flood]);

/** Where a line stands. `ended`: it will not connect again by itself. */
export type LineStatus = 'connecting' | 'open' | 'lost' | 'ended';

/** What a line takes. */
export interface BattleLineOptions {
  readonly url: string;
  /** Called with each message and frame that is one; anything else is passed over. */
  readonly hearMessage: (message: GameSocketOut) => void;
  readonly hearFrame: (frame: ServerFrame) => void;
  /** Called at each change, with the close code where a socket was closed. */
  readonly note: (status: LineStatus, code: number) => void;
}

/** A socket to the game server that connects again whenever it is lost. */
export interface BattleLine {
  readonly isOpen: boolean;
  /** Says something; nothing while the line is not open. */
  say(message: GameSocketSaid | Uint8Array<ArrayBuffer>): void;
  /** Connects anew when the server has been silent for too long. Call it now and then. */
  check(): void;
  close(): void;
}

/** Opens a line. */
export function openBattleLine({ url, hearMessage, hearFrame, note }: BattleLineOptions): BattleLine {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let heardMs = performance.now();
  let checkedMs = heardMs;
  let status: LineStatus = 'connecting';

  function setStatus(next: LineStatus, code = 0): void {
    status = next;
    note(next, code);
  }

  function connect(): void {
    clearTimeout(timer);
    heardMs = performance.now();
    const opened = new WebSocket(url);
    opened.binaryType = 'arraybuffer';
    socket = opened;
    opened.addEventListener('open', () => {
      if (socket !== opened) return;
      heardMs = performance.now();
      setStatus('open');
    });
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket !== opened) return;
      heardMs = performance.now();
      waitMs = FIRST_WAIT_MS;
      hear(data);
    });
    opened.addEventListener('close', ({ code }) => lose(opened, code));
    // A `close` follows each error; only Node's sockets need somebody to hear it.
    opened.addEventListener('error', () => undefined);
  }

  function hear(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const frame = decodeServerFrame(new Uint8Array(data));
      if (frame !== null) hearFrame(frame);
    } else if (typeof data === 'string') {
      const message = gameSocketOut.safeParse(readJson(data));
      if (message.success) hearMessage(message.data);
    }
  }

  function lose(lost: WebSocket, code: number): void {
    if (socket !== lost) return;
    socket = null;
    if (FINAL.has(code)) {
      end(code);
      return;
    }
    if (OFFENDED.has(code)) waitMs = LONGEST_WAIT_MS;
    setStatus('lost', code);
    timer = setTimeout(connect, waitMs * (1 + Math.random() * SPREAD));
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }

  function end(code: number): void {
    clearTimeout(timer);
    globalThis.removeEventListener?.('online', hurry);
    setStatus('ended', code);
  }

  /** The network is back: no reason to wait any longer. */
  function hurry(): void {
    if (status === 'lost' && socket === null) connect();
  }

  globalThis.addEventListener?.('online', hurry);
  connect();
  return {
    get isOpen() {
      return status === 'open';
    },
    say(message) {
      if (status !== 'open') return;
      socket?.send(message instanceof Uint8Array ? message : JSON.stringify(message));
    },
    check() {
      const nowMs = performance.now();
      // What came in meanwhile is heard after this.
      if (nowMs - checkedMs > ASLEEP_MS) heardMs = nowMs;
      checkedMs = nowMs;
      if (socket === null || nowMs - heardMs < SILENT_MS) return;
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
