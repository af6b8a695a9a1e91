import type { ChatLanguage } from '@popfray/protocol';
import { RECONNECT_MS, type GameSocketSaid } from '@popfray/protocol/socket';
import { parseRawMessage } from './core-message.ts';

/** Interval of this page's pings, ms. A connection without any message since the last ping is closed. SPEC section 9. */
const PING_MS = 30_000;

/** Reconnect delays vary by this share, so that clients do not all reconnect at once. */
const JITTER = 0.2;

/** Options of a connection. */
export interface ConnectionOptions {
  readonly url: string;
  /** Returns the language that the reader has chosen, for chat. */
  readonly language: () => ChatLanguage;
  /** Called with every message that is an object with a type, except pings. */
  readonly onMessage: (raw: { readonly type: string }) => void;
  readonly onStatus: (status: 'disconnected' | 'connecting' | 'connected') => void;
}

/** Connection to the game server. It reconnects until it is closed. */
export interface GameConnection {
  /** Sends a message. Returns false, and sends nothing, while there is no connection. */
  send(message: GameSocketSaid): boolean;
  /** Reconnects after a sign-in or sign-out: the server identifies the player when the connection opens. */
  reconnect(): void;
  close(): void;
}

/** Opens a connection. It reconnects after a delay, and at once when the network is back or the page becomes visible. */
export function openConnection({ url, language, onMessage, onStatus }: ConnectionOptions): GameConnection {
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
    onStatus('connecting');
    let opened: WebSocket;
    try {
      opened = new WebSocket(url);
    } catch (error) {
      // The page's security policy forbids the connection.
      console.warn('Failed to create WebSocket connection', error);
      return scheduleReconnect();
    }
    socket = opened;
    hasHeard = true;
    opened.addEventListener('open', () => send(opened, { type: 'init', client: 'popfray-web', language: language() }));
    opened.addEventListener('message', ({ data }) => {
      const message = parseRawMessage(data);
      if (socket !== opened || message === null) return;
      hasHeard = true;
      if (message.type === 'welcome') onStatus('connected');
      if (message.type === 'ping') send(opened, { type: 'pong' });
      else onMessage(message);
    });
    opened.addEventListener('error', () => socket === opened && console.warn('Connection error'));
    opened.addEventListener('close', () => {
      if (socket === opened) scheduleReconnect();
    });
  }

  /** Handles a lost connection: reconnects after a delay. */
  function scheduleReconnect(): void {
    discardSocket();
    onStatus('disconnected');
    retryTimer = setTimeout(connect, RECONNECT_MS * (1 - JITTER + 2 * JITTER * Math.random()));
  }

  function discardSocket(): void {
    const old = socket;
    socket = null;
    old?.close();
  }

  function check(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (!hasHeard) return scheduleReconnect();
    hasHeard = false;
    send(socket, { type: 'ping' });
  }

  const reconnectNow = (): void => {
    if (retryTimer !== undefined && document.visibilityState === 'visible') connect();
  };
  // Browsers close the sockets of pages in the back/forward cache.
  const disconnectOnPageHide = (): void => {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    discardSocket();
    onStatus('disconnected');
  };
  const reconnectOnPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && socket === null) connect();
  };
  const pings = setInterval(check, PING_MS);
  addEventListener('online', reconnectNow);
  addEventListener('pagehide', disconnectOnPageHide);
  addEventListener('pageshow', reconnectOnPageShow);
  document.addEventListener('visibilitychange', reconnectNow);
  connect();

  return {
    send: (message) => send(socket, message),
    reconnect() {
      discardSocket();
      connect();
    },
    close() {
      clearInterval(pings);
      removeEventListener('online', reconnectNow);
      removeEventListener('pagehide', disconnectOnPageHide);
      removeEventListener('pageshow', reconnectOnPageShow);
      document.removeEventListener('visibilitychange', reconnectNow);
      disconnectOnPageHide();
    },
  };
}
