import type { WalletEvent } from '@popfray/chain';
import type { Timers } from './deadline.ts';
import { ask, has, read } from './foreign.ts';
import type { PageWindow } from './injected.ts';

/** What is watched: readings that cost nothing, of the wallet as it is at that moment. */
export interface Watched {
  readonly page: PageWindow;
  readonly timers: Timers;
  /** ms between two looks without an event. */
  readonly pollMs: number;
  /** The wallet's provider; null when there is none. */
  provider(): unknown;
  address(): string | null;
  /** The chain's id; null when unknown. */
  chainId(): Promise<string | null>;
  /** Finds out whether the wallet is still in the page. */
  verify(): Promise<void>;
  /** Whether the page is changing the state itself at this moment: then no event is sent. */
  isBusy(): boolean;
}

/** Tells what happens in a wallet. */
export interface Watch {
  /** Calls `listener` on each change until the returned function is called. */
  listen(listener: (event: WalletEvent) => void): () => void;
  /** Takes the present state as known, because the page itself has brought it about. */
  accept(): void;
  /** Looks at once, and again when the wallet has settled. */
  look(): void;
}

/**
 * ms after which a wallet is looked at again. TronLink sets its tronWeb after its event, and right after a first
 * connection tells a disconnection that is none (measured): so what is lost counts only if it is lost that much later.
 */
const SETTLE_MS = 300;

/** Events of a TIP-1193 provider. What they carry is not believed: they only say when to look. */
const EVENTS = ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const;

/** Actions of the legacy messages that TronLink posts to its page. */
const ACTIONS: ReadonlySet<unknown> = new Set(['accountsChanged', 'setAccount', 'setNode', 'connect', 'disconnect']);

/** What the page itself tells: a wallet comes, or the page is shown again or comes back from the browser's cache. */
const PAGE_EVENTS = ['TIP6963:announceProvider', 'visibilitychange', 'pageshow', 'focus'] as const;

/** Watches a wallet by its events, its legacy messages, the page's own and a slow poll, and tells each change once. */
export function createWatch(watched: Watched): Watch {
  const { page, timers, pollMs } = watched;
  const listeners = new Set<{ readonly listener: (event: WalletEvent) => void }>();
  let known = { isInstalled: false, address: null as string | null };
  let knownChainId: string | null = null;
  let attached: unknown = null;
  let pollTimer: number | null = null;
  let followTimer: number | null = null;
  let doubtTimer: number | null = null;
  let hasMoreToFollow = false;

  const read0 = (): typeof known => ({ isInstalled: watched.provider() !== null, address: watched.address() });

  function emit(event: WalletEvent): void {
    for (const { listener } of listeners) {
      try {
        listener(event);
      } catch (error) {
        // A broken listener is the page's bug. It is reported as one, and keeps nothing from the others.
        reportError(error);
      }
    }
  }

  /** Compares and tells. What is lost is doubted once, and told when it is still lost after a while. */
  function compare(isCertain: boolean): void {
    if (listeners.size === 0 || watched.isBusy()) return;
    attach();
    const now = read0();
    const hasLost = (known.isInstalled && !now.isInstalled) || (known.address !== null && now.address === null);
    if (hasLost && !isCertain) {
      doubtTimer ??= timers.setTimeout(() => {
        doubtTimer = null;
        compare(true);
      }, SETTLE_MS);
      return;
    }
    doubtTimer = cleared(doubtTimer);
    const before = known;
    known = now;
    if (now.address !== before.address) {
      // Some versions lose a page's listeners on the way.
      detach();
      attach();
    }
    if (now.isInstalled !== before.isInstalled) emit({ type: 'presence', isInstalled: now.isInstalled });
    if (now.address !== before.address) emit({ type: 'account', address: now.address });
    void compareNetwork();
  }

  /** Only known chains count: a wallet that does not name its chain has not changed its network. */
  async function compareNetwork(): Promise<void> {
    const chainId = await watched.chainId();
    if (chainId === null || chainId === knownChainId || listeners.size === 0) return;
    const isFirst = knownChainId === null;
    knownChainId = chainId;
    if (!isFirst) emit({ type: 'network', chainId });
  }

  /** Looks again after a while, and after another one if more has happened in that time. */
  function follow(): void {
    hasMoreToFollow = followTimer !== null;
    followTimer ??= timers.setTimeout(() => {
      followTimer = null;
      compare(false);
      if (hasMoreToFollow) follow();
    }, SETTLE_MS);
  }

  function look(): void {
    if (listeners.size === 0) return;
    compare(false);
    follow();
  }

  function hearMessage(event: Event): void {
    if (ACTIONS.has(read(read(read(event, 'data'), 'message'), 'action'))) look();
  }

  /** Hangs on to the provider there is now, which may be another one than a moment ago. */
  function attach(): void {
    const provider = watched.provider();
    if (provider === attached) return;
    detach();
    attached = provider;
    for (const event of EVENTS) if (has(provider, 'on')) void ask(provider, 'on', event, look).catch(() => undefined);
  }

  function detach(): void {
    const provider = attached;
    attached = null;
    if (!has(provider, 'removeListener')) return;
    for (const event of EVENTS) void ask(provider, 'removeListener', event, look).catch(() => undefined);
  }

  function poll(): void {
    pollTimer = timers.setTimeout(() => {
      poll();
      void watched.verify().then(() => compare(false));
    }, pollMs);
  }

  function cleared(timer: number | null): null {
    if (timer !== null) timers.clearTimeout(timer);
    return null;
  }

  function start(): void {
    known = read0();
    knownChainId = null;
    attach();
    page.addEventListener('message', hearMessage);
    for (const event of PAGE_EVENTS) page.addEventListener(event, look);
    poll();
    void compareNetwork();
  }

  function stop(): void {
    pollTimer = cleared(pollTimer);
    followTimer = cleared(followTimer);
    doubtTimer = cleared(doubtTimer);
    page.removeEventListener('message', hearMessage);
    for (const event of PAGE_EVENTS) page.removeEventListener(event, look);
    detach();
  }

  return {
    listen(listener) {
      const entry = { listener };
      listeners.add(entry);
      if (listeners.size === 1) start();
      return () => {
        if (listeners.delete(entry) && listeners.size === 0) stop();
      };
    },
    accept() {
      known = read0();
    },
    look,
  };
}
