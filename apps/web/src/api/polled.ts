import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { AWAY } from './ask-error.ts';
import { noteReached, noteUnreached, reach } from './reach.ts';
import { noteServerDate } from './server-clock.ts';

/** How long an answer is waited for, ms. */
const PATIENCE_MS = 20_000;

/** Most characters of an answer that are read: what is longer is no answer to what was asked. */
const MAX_LENGTH = 200_000;

/** What is known of something that the server is asked for again and again. */
interface Known<Value> {
  /** The newest answer that could be read; it stays while later ones cannot be had. Null before the first. */
  readonly value: Value | null;
  /** Whether the newest try has failed. */
  readonly hasFailed: boolean;
}

/** Something that is asked for again and again while somebody looks at it. */
export interface Polled<Value> {
  readonly store: StoreApi<Known<Value>>;
  /** Keeps it up until the returned function is called. */
  readonly watch: () => () => void;
}

/**
 * Asks the server for a path every `everyMs` while somebody watches and the page is seen: what the first page shows, without
 * the schemas and queries that other screens bring along. `read` takes any JSON and gives null for what is no such answer. After a
 * failure the next turn asks again, or the moment at which the server is known to be back.
 */
export function createPolled<Value>(
  path: string,
  everyMs: number,
  read: (answer: unknown) => Value | null,
): Polled<Value> {
  const store = createStore<Known<Value>>(() => ({ value: null, hasFailed: false }));
  let watchers = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When it was asked for last, on the page's own clock: a wrong clock of the computer changes nothing. */
  let askedMs = -Infinity;
  let asking: AbortController | null = null;
  let stop: (() => void) | null = null;

  async function ask(): Promise<void> {
    if (asking !== null) return;
    const asked = new AbortController();
    asking = asked;
    askedMs = performance.now();
    const value = await answerOf(path, asked.signal).then(read, () => null);
    // Nobody watches any more, or somebody does again and has asked anew.
    if (asking !== asked) return;
    asking = null;
    store.setState(value === null ? { hasFailed: true } : { value, hasFailed: false });
    schedule();
  }

  /** Asks when it is time to, unless nobody can see it. */
  function schedule(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') return;
    timer = setTimeout(() => void ask(), Math.max(0, askedMs + everyMs - performance.now()));
  }

  function begin(): () => void {
    const follow = reach.subscribe((now, before) => {
      if (now.reach === 'online' && before.reach === 'offline' && store.getState().hasFailed) void ask();
    });
    document.addEventListener('visibilitychange', schedule);
    // Whoever has nothing to show waits for no turn.
    if (store.getState().value === null) askedMs = -Infinity;
    schedule();
    return () => {
      follow();
      document.removeEventListener('visibilitychange', schedule);
      clearTimeout(timer);
      asking?.abort();
      asking = null;
    };
  }

  return {
    store,
    watch() {
      watchers += 1;
      stop ??= begin();
      return () => {
        watchers -= 1;
        if (watchers > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

/** What is known of it, kept up while the component is there and wants it. */
export function usePolled<Value>({ store, watch }: Polled<Value>, isWanted = true): Known<Value> {
  useEffect(() => (isWanted ? watch() : undefined), [watch, isWanted]);
  return useStore(store);
}

/** The JSON that a path answers with. Rejects for every other outcome. */
async function answerOf(path: string, signal: AbortSignal): Promise<unknown> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(path, { credentials: 'include', signal: AbortSignal.any([signal, patience]) });
    if (AWAY.has(response.status)) noteUnreached();
    else noteReached();
    noteServerDate(response.headers.get('Date'), Date.now());
    const text = await response.text();
    if (!response.ok || text.length > MAX_LENGTH) throw new Error(`${path} answers ${String(response.status)}.`);
    return JSON.parse(text);
  } catch (error) {
    // A fetch that gets no answer, or not to its end, fails with a TypeError, or by our patience.
    if (!signal.aborted && (error instanceof TypeError || patience.aborted)) noteUnreached();
    throw error;
  }
}
