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

/** The product's server, for a test in the browser. */
export interface TestServer {
  readonly url: string;
  /** What the page has asked for, as `POST /api/sign-in`, oldest first. */
  readonly calls: string[];
  /** Whether the network lets calls through. */
  isAway: boolean;
  /** Answers in the server's place, for what a real one cannot be brought to; null lets the call through. */
  instead: ((method: string, path: string) => Response | null) | null;
  /** Whether a call is carried out and its answer lost on the way. */
  losesAnswer: ((method: string, path: string) => boolean) | null;
  /** Has somebody else make a session, and `guests` more join it where it is free. Resolves with its id. */
  host(plan?: Partial<HostedPlan>, guests?: number): Promise<string>;
  /** Has the host of a session that `host` made say something in it, or say that it is ready or not. */
  hostDoes(id: string, act: string | boolean): Promise<void>;
  /** Leaves something of each kind for the operator; the reported message is in a session that `host` made. */
  leaveForDesk(sessionId: string): Promise<DeskScene>;
  /** Breaks every connection of the page's sockets. */
  cutSockets(): void;
  stop(): Promise<void>;
}

const RealSocket = window.WebSocket;

/** A free battle, as most are made. */
const BATTLE: HostedPlan = {
  sessionName: 'Evening battle',
  gameMode: 'cross-chain-battle',
  maxPlayers: 4,
  entryFee: 0,
  timeLimit: 300,
  policy: 'winner-takes-all',
};

/** A socket that nobody answers. */
const NOWHERE = 'ws://127.0.0.1:9';

/** Starts a server, and lets the page's calls and sockets reach it as if the page were its own. `vi.restoreAllMocks` and `stop` end that. */
export async function openServer(): Promise<TestServer> {
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
    if (server.losesAnswer?.(method, path) === true) throw new TypeError('Failed to fetch');
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status });
  });
  return server;
}
