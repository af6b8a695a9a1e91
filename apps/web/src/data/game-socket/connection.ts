import type { ChatLanguage } from '@popfray/protocol';
import { CLOSE, RECONNECT_MS, type GameSocketSaid } from '@popfray/protocol/socket';
import { ReconnectingSocket } from '@popfray/react/socket';
import { parseRawMessage, type RawMessage } from './core-message.ts';

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
  readonly onMessage: (raw: RawMessage) => void;
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
  let hasHeard = true;

  const socket = new ReconnectingSocket({
    url,
    retryMs: () => RECONNECT_MS * (1 - JITTER + 2 * JITTER * Math.random()),
    onMessage(data) {
      const message = parseRawMessage(data);
      if (message === null) return;
      hasHeard = true;
      if (message.type === 'welcome') onStatus('connected');
      if (message.type === 'ping') send({ type: 'pong' });
      else onMessage(message);
    },
    onStatus(status) {
      if (status === 'open') {
        hasHeard = true;
        // The connection is in use after the server's welcome.
        send({ type: 'init', client: 'popfray-web', language: language() });
      } else onStatus(status === 'connecting' ? 'connecting' : 'disconnected');
    },
  });

  function send(message: GameSocketSaid): boolean {
    return socket.send(JSON.stringify({ ...message, blockchain: 'tron', timestamp: Date.now() }));
  }

  function check(): void {
    if (socket.status !== 'open') return;
    if (!hasHeard) {
      socket.drop(CLOSE.silent);
      return;
    }
    hasHeard = false;
    send({ type: 'ping' });
  }

  const reconnectWhenVisible = (): void => {
    if (document.visibilityState === 'visible') socket.reconnectNow();
  };
  // Browsers close the sockets of pages in the back/forward cache.
  const disconnectOnPageHide = (): void => socket.close();
  const reconnectOnPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && socket.status === 'closed') socket.reconnect();
  };
  const pings = setInterval(check, PING_MS);
  addEventListener('pagehide', disconnectOnPageHide);
  addEventListener('pageshow', reconnectOnPageShow);
  document.addEventListener('visibilitychange', reconnectWhenVisible);

  return {
    send,
    reconnect: () => socket.reconnect(),
    close() {
      clearInterval(pings);
      removeEventListener('pagehide', disconnectOnPageHide);
      removeEventListener('pageshow', reconnectOnPageShow);
      document.removeEventListener('visibilitychange', reconnectWhenVisible);
      socket.close();
    },
  };
}
