import {
  CROSS_CHAIN_KEPT,
  CROSS_CHAIN_PING_MS,
  CROSS_CHAIN_RECONNECT_MS,
  CROSS_CHAIN_RECONNECTS,
  crossChainSocketOut,
  type CrossChainSocketIn,
  type CrossChainSocketOut,
} from '@popfray/protocol/socket';
import { createStore } from 'zustand/vanilla';
import { socketUrl } from './server.ts';

/** What is known over the socket of a session. */
export interface SessionFeed {
  readonly status: 'connecting' | 'connected' | 'closed';
  /** The last messages, the newest last. */
  readonly messages: readonly CrossChainSocketOut[];
}

/** Hears a session over the cross-chain socket until `close`; comes back by itself a few times. SPEC sections 7 and 9. */
export function openFeed(sessionId: string, token: string | undefined) {
  const feed = createStore<SessionFeed>(() => ({ status: 'connecting', messages: [] }));
  let socket: WebSocket | null = null;
  let attempts = 0;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const say = (message: CrossChainSocketIn): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  function open(): void {
    feed.setState({ status: 'connecting' });
    socket = new WebSocket(socketUrl('/cross-chain'));
    socket.addEventListener('open', () => {
      attempts = 0;
      feed.setState({ status: 'connected' });
      say({ type: 'join_session', sessionId, gameType: 'classic', blockchain: 'sol', ...(token && { token }) });
    });
    socket.addEventListener('message', ({ data }) => {
      const message = read(data);
      if (message === null) return;
      if (message.type === 'ping') say({ type: 'pong', timestamp: Date.now() });
      const { messages } = feed.getState();
      feed.setState({ messages: [...messages, message].slice(-CROSS_CHAIN_KEPT) });
    });
    socket.addEventListener('close', ({ wasClean, code }) => {
      if (isClosed) return;
      feed.setState({ status: 'closed' });
      if ((wasClean && code === 1000) || attempts >= CROSS_CHAIN_RECONNECTS) return;
      retry = setTimeout(open, CROSS_CHAIN_RECONNECT_MS * 2 ** attempts++);
    });
  }

  const pings = setInterval(() => say({ type: 'ping', timestamp: Date.now() }), CROSS_CHAIN_PING_MS);
  open();
  return {
    feed,
    close() {
      isClosed = true;
      clearInterval(pings);
      clearTimeout(retry);
      socket?.close(1000);
    },
  };
}

/** A message of the server; null for anything else. */
function read(data: unknown): CrossChainSocketOut | null {
  if (typeof data !== 'string') return null;
  try {
    return crossChainSocketOut.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
