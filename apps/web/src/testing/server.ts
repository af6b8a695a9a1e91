import { AGE_TEXT_VERSION } from '@popfray/protocol';
import { vi } from 'vitest';
import { commands } from 'vitest/browser';
import type { DeskScene } from '../../desk-scene.fixture.ts';
import type { HostedPlan, RelayedAnswer, RelayedCall } from '../../server-commands.fixture.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    startServer: () => Promise<string>;
    socketsOf: (url: string) => Promise<string>;
    callServer: (url: string, call: RelayedCall) => Promise<RelayedAnswer>;
    hostSession: (url: string, plan: HostedPlan, guests: number) => Promise<string>;
    actAsHost: (url: string, id: string, act: string | boolean) => Promise<void>;
    hideMessage: (url: string, messageId: string) => Promise<void>;
    makeDeskScene: (url: string, sessionId: string) => Promise<DeskScene>;
    forgetCookies: (url: string) => Promise<void>;
    stopServer: (url: string) => Promise<void>;
  }
}

/** A real server of the product for a browser test. */
export interface TestServer {
  readonly url: string;
  /** The page's requests, as `POST /api/sign-in`, oldest first. */
  readonly calls: string[];
  /** Whether requests fail as if the network were down. */
  isAway: boolean;
  /** Answers requests instead of the server, for cases that a real one cannot be made to produce; null forwards the request. */
  instead: ((method: string, path: string) => Response | null) | null;
  /** Whether a request is executed and its answer dropped. */
  losesAnswer: ((method: string, path: string) => boolean) | null;
  /** Lets another player create a session, and `guests` more join it if it is free. Resolves with its id. */
  host(plan?: Partial<HostedPlan>, guests?: number): Promise<string>;
  /** Lets the host of a session made with `host` send a chat message or set the readiness. */
  hostDoes(id: string, act: string | boolean): Promise<void>;
  /** Creates one case of each kind for the operator; the reported message is in a session made with `host`. */
  leaveForDesk(sessionId: string): Promise<DeskScene>;
  /** Closes every socket of the page. */
  cutSockets(): void;
  stop(): Promise<void>;
}

const RealSocket = window.WebSocket;

/** A typical free battle. */
const BATTLE: HostedPlan = {
  sessionName: 'Evening battle',
  gameMode: 'cross-chain-battle',
  maxPlayers: 4,
  entryFee: 0,
  timeLimit: 300,
  policy: 'winner-takes-all',
};

/** Address without a listener. */
const NOWHERE = 'ws://127.0.0.1:9';

/**
 * Starts a server and forwards the page's requests and sockets to it as same-origin. `vi.restoreAllMocks` and `stop` end that. Players confirm their
 * age right after the sign-in, as a player does before the first paid action, unless `confirmsAge` is false.
 */
export async function openServer({ confirmsAge = true }: { readonly confirmsAge?: boolean } = {}): Promise<TestServer> {
  const url = await commands.startServer();
  const sockets = new Set<WebSocket>();
  const server: TestServer = {
    url,
    calls: [],
    isAway: false,
    instead: null,
    losesAnswer: null,
    host: (plan = {}, guests = 0) => commands.hostSession(url, { ...BATTLE, ...plan }, guests),
    hostDoes: (id, act) => commands.actAsHost(url, id, act),
    leaveForDesk: (sessionId) => commands.makeDeskScene(url, sessionId),
    cutSockets() {
      for (const socket of sockets) socket.close();
    },
    async stop() {
      window.WebSocket = RealSocket;
      this.cutSockets();
      await commands.stopServer(url);
    },
  };
  const relay = await commands.socketsOf(url);
  const own = `ws://${location.host}`;
  window.WebSocket = class extends RealSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      const path = String(address).startsWith(own) ? String(address).slice(own.length) : '';
      const isOurs = path === '/ws' || path === '/cross-chain';
      super(isOurs ? (server.isAway ? NOWHERE : relay) + path : address, protocols);
      if (isOurs) sockets.add(this);
    }
  };
  const realFetch = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (!path.startsWith('/api/') && path !== '/healthz') return realFetch(input, init);
    const method = init?.method ?? 'GET';
    server.calls.push(`${method} ${path}`);
    if (server.isAway) throw new TypeError('Failed to fetch');
    const stubbed = server.instead?.(method, path) ?? null;
    if (stubbed !== null) return stubbed;
    const body = typeof init?.body === 'string' ? init.body : null;
    const answer = await commands.callServer(url, { method, path, body });
    if (confirmsAge && method === 'POST' && path === '/api/sign-in' && answer.status === 200) {
      const confirmation = JSON.stringify({ version: AGE_TEXT_VERSION });
      await commands.callServer(url, { method: 'POST', path: '/api/protection/age', body: confirmation });
    }
    if (server.losesAnswer?.(method, path) === true) throw new TypeError('Failed to fetch');
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status });
  });
  return server;
}
