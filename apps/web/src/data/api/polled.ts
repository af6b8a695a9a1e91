import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { GATEWAY_FAILURES } from './api-error.ts';
import { markOnline, markOffline, connectivity } from './connectivity.ts';
import { updateServerClock } from './server-clock.ts';

/** Timeout of a request, ms. */
const REQUEST_TIMEOUT_MS = 20_000;

/** Longest answer that is read, characters. A longer one is rejected. */
const MAX_LENGTH = 200_000;

/** State of a polled resource. */
interface PolledState<Value> {
  /** Newest valid answer. It stays while later requests fail. Null before the first. */
  readonly value: Value | null;
  /** Whether the newest request has failed. */
  readonly hasFailed: boolean;
}

/** A resource that is polled while at least one component watches it. */
export interface Polled<Value> {
  readonly store: StoreApi<PolledState<Value>>;
  /** Polls until the returned function is called. */
  readonly watch: () => () => void;
}

/**
 * Polls a path every `everyMs` while it is watched and the page is visible. The first page uses this instead of the query client, to
 * load less code. `read` parses the JSON and returns null for an invalid answer. After a failure the next poll follows after `everyMs`, or
 * as soon as the server is reachable again.
 */
export function createPolled<Value>(
  path: string,
  everyMs: number,
  read: (answer: unknown) => Value | null,
): Polled<Value> {
  const store = createStore<PolledState<Value>>(() => ({ value: null, hasFailed: false }));
  let watchers = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the newest request by `performance.now()`, which does not depend on the computer's clock. */
  let lastRequestMs = -Infinity;
  let currentRequest: AbortController | null = null;
  let stop: (() => void) | null = null;

  async function poll(): Promise<void> {
    if (currentRequest !== null) return;
    const request = new AbortController();
    currentRequest = request;
    lastRequestMs = performance.now();
    const value = await fetchJson(path, request.signal).then(read, () => null);
    // The request is out of date: every watcher has left, or a new one has sent its own request.
    if (currentRequest !== request) return;
    currentRequest = null;
    store.setState(value === null ? { hasFailed: true } : { value, hasFailed: false });
    schedule();
  }

  /** Schedules the next request, unless the page is hidden or has no watcher. */
  function schedule(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') return;
    timer = setTimeout(() => void poll(), Math.max(0, lastRequestMs + everyMs - performance.now()));
  }

  function startPolling(): () => void {
    const unsubscribe = connectivity.subscribe((now, before) => {
      if (now.status === 'online' && before.status === 'offline' && store.getState().hasFailed) void poll();
    });
    document.addEventListener('visibilitychange', schedule);
    // Without any data the first request is sent at once.
    if (store.getState().value === null) lastRequestMs = -Infinity;
    schedule();
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', schedule);
      clearTimeout(timer);
      currentRequest?.abort();
      currentRequest = null;
    };
  }

  return {
    store,
    watch() {
      watchers += 1;
      stop ??= startPolling();
      return () => {
        watchers -= 1;
        if (watchers > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

/** The polled state; polls while the component is mounted and `isWanted` is true. */
export function usePolled<Value>({ store, watch }: Polled<Value>, isWanted = true): PolledState<Value> {
  useEffect(() => (isWanted ? watch() : undefined), [watch, isWanted]);
  return useStore(store);
}

/** Fetches a path as JSON. Rejects for every other outcome. */
async function fetchJson(path: string, signal: AbortSignal): Promise<unknown> {
  const patience = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(path, { credentials: 'include', signal: AbortSignal.any([signal, patience]) });
    if (GATEWAY_FAILURES.has(response.status)) markOffline();
    else markOnline();
    updateServerClock(response.headers.get('Date'), Date.now());
    const text = await response.text();
    if (!response.ok || text.length > MAX_LENGTH) throw new Error(`${path} answers ${String(response.status)}.`);
    return JSON.parse(text);
  } catch (error) {
    // A fetch without a complete answer rejects with a TypeError, or with the timeout's error.
    if (!signal.aborted && (error instanceof TypeError || patience.aborted)) markOffline();
    throw error;
  }
}
