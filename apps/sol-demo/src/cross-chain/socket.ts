import {
  CROSS_CHAIN_KEPT,
  CROSS_CHAIN_PING_MS,
  CROSS_CHAIN_RECONNECT_MS,
  CROSS_CHAIN_RECONNECTS,
  crossChainSocketOut,
  type CrossChainSocketIn,
  type CrossChainSocketOut,
} from '@popfray/protocol/socket';
import { ReconnectingSocket } from '@popfray/react/socket';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { socketUrl } from './server.ts';

/** State received over the socket of a session. */
export interface FeedState {
  /** `closed`: it does not reconnect any more. */
  readonly status: 'connecting' | 'connected' | 'closed';
  /** The last messages, newest last. */
  readonly messages: readonly CrossChainSocketOut[];
}

/** Store of a session's updates from the cross-chain socket. */
export interface SessionFeed extends StoreApi<FeedState> {
  /** Connects, and reconnects a few times, until the returned function is called. It can be called again after that, or after `closed`. */
  open(): () => void;
}

/** Creates the feed of a session, for a member or, without a token, for a spectator. SPEC sections 7 and 9. */
export function createFeed(sessionId: string, token: string | undefined): SessionFeed {
  const store = createStore<FeedState>(() => ({ status: 'connecting', messages: [] }));
  let end = (): void => undefined;

  function open(): () => void {
    end();
    const send = (message: CrossChainSocketIn): boolean => socket.send(JSON.stringify(message));

    const join = (spokenFor: string | undefined): boolean =>
      send({
        type: 'join_session',
        sessionId,
        gameType: 'classic',
        blockchain: 'sol',
        ...(spokenFor && { token: spokenFor }),
      });

    const socket = new ReconnectingSocket({
      url: socketUrl('/cross-chain'),
      retryMs: (failures, code) =>
        code === 1000 || failures >= CROSS_CHAIN_RECONNECTS ? null : CROSS_CHAIN_RECONNECT_MS * 2 ** failures,
      onMessage(data) {
        const message = parseMessage(data);
        if (message === null) return;
        socket.confirm();
        // Another tab has replaced this connection: continue as a spectator.
        if (message.type === 'error' && message.code === 'ERR_SEAT_UNKNOWN') join(undefined);
        if (message.type === 'ping') send({ type: 'pong', timestamp: Date.now() });
        const { messages } = store.getState();
        store.setState({ status: 'connected', messages: [...messages, message].slice(-CROSS_CHAIN_KEPT) });
      },
      onStatus(status) {
        if (status === 'open') join(token);
        else store.setState({ status: status === 'closed' ? 'closed' : 'connecting' });
      },
    });

    const pings = setInterval(() => send({ type: 'ping', timestamp: Date.now() }), CROSS_CHAIN_PING_MS);
    end = () => {
      clearInterval(pings);
      socket.close();
    };
    return end;
  }

  return { ...store, open };
}

/** Parses a message of the server; null for anything else. */
function parseMessage(data: unknown): CrossChainSocketOut | null {
  if (typeof data !== 'string') return null;
  try {
    return crossChainSocketOut.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
