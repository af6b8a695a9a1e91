import { vi } from 'vitest';
import { commands } from 'vitest/browser';
import type { RelayedAnswer, RelayedCall } from '../../server-commands.fixture.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    startServer: () => Promise<string>;
    callServer: (url: string, call: RelayedCall) => Promise<RelayedAnswer>;
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
  stop(): Promise<void>;
}

/** Starts a server, and lets the page's calls reach it as if the page were its own. `vi.restoreAllMocks` ends that. */
export async function openServer(): Promise<TestServer> {
  const url = await commands.startServer();
  const server: TestServer = {
    url,
    calls: [],
    isAway: false,
    instead: null,
    losesAnswer: null,
    stop: () => commands.stopServer(url),
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
