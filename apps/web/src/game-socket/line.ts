import type { ChatLanguage } from '@popfray/protocol';
import { RECONNECT_MS, type GameSocketSaid } from '@popfray/protocol/socket';
import { readRaw } from './news.ts';

/** ms between two of this page's pings: a line on which nothing was heard since the last one is dead. SPEC section 9. */
const PING_MS = 30_000;

/** Part of the time between two attempts by which it differs, so that not everybody comes back at once. */
const JITTER = 0.2;

/** What a line is made of. */
export interface LineParts {
  readonly url: string;
  /** The language that the reader has chosen, for chat. */
  readonly language: () => ChatLanguage;
  /** Told of every object with a type that comes, but for pings. */
  readonly hear: (raw: { readonly type: string }) => void;
  readonly note: (status: 'disconnected' | 'connecting' | 'connected') => void;
}

/** The page's line to the game server: keeps itself open until it is closed. */
export interface GameLine {
  /** Says something; false, and nothing is said, while there is no connection. */
  say(message: GameSocketSaid): boolean;
  /** Connects anew: whoever has signed in or out is somebody else to the server. */
  renew(): void;
  close(): void;
}

/** Opens a line. Connects again by itself: after a while, and at once when there is reason to think that it works now. */
export function openLine({ url, language, hear, note }: LineParts): GameLine {
  let socket: WebSocket | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let hasHeard = true;

  const send = (to: WebSocket | null, message: GameSocketSaid): boolean => {
    if (to?.readyState !== WebSocket.OPEN) return false;
    to.send(JSON.stringify({ ...message, blockchain: 'tron', timestamp: Date.now() }));
    return true;
  };

  function connect(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    note('connecting');
    let opened: WebSocket;
    try {
      opened = new WebSocket(url);
    } catch (error) {
      // A page whose policy lets it have none.
      console.warn('Failed to create WebSocket connection', error);
      return lose();
    }
    socket = opened;
    hasHeard = true;
    opened.addEventListener('open', () => send(opened, { type: 'init', client: 'popfray-web', language: language() }));
    opened.addEventListener('message', ({ data }) => {
      const message = readRaw(data);
      if (socket !== opened || message === null) return;
      hasHeard = true;
      if (message.type === 'welcome') note('connected');
      if (message.type === 'ping') send(opened, { type: 'pong' });
      else hear(message);
    });
    opened.addEventListener('error', () => socket === opened && console.warn('Connection error'));
    opened.addEventListener('close', () => {
      if (socket === opened) lose();
    });
  }

  /** The connection is gone: another try, later. */
  function lose(): void {
    drop();
    note('disconnected');
    retryTimer = setTimeout(connect, RECONNECT_MS * (1 - JITTER + 2 * JITTER * Math.random()));
  }

  function drop(): void {
    const old = socket;
    socket = null;
    old?.close();
  }

  function check(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (!hasHeard) return lose();
    hasHeard = false;
    send(socket, { type: 'ping' });
  }

  const hurry = (): void => {
    if (retryTimer !== undefined && document.visibilityState === 'visible') connect();
  };
  // A page in the browser's cache of pages holds no line: it could not be kept there.
  const rest = (): void => {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    drop();
    note('disconnected');
  };
  const wake = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && socket === null) connect();
  };
  const pings = setInterval(check, PING_MS);
  addEventListener('online', hurry);
  addEventListener('pagehide', rest);
  addEventListener('pageshow', wake);
  document.addEventListener('visibilitychange', hurry);
  connect();

  return {
    say: (message) => send(socket, message),
    renew() {
      drop();
      connect();
    },
    close() {
      clearInterval(pings);
      removeEventListener('online', hurry);
      removeEventListener('pagehide', rest);
      removeEventListener('pageshow', wake);
      document.removeEventListener('visibilitychange', hurry);
      rest();
    },
  };
}
