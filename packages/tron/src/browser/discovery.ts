import { until, type Timers } from './deadline.ts';
import { read } from './foreign.ts';
import { findInjected, TRONLINK_NAME, type Injected, type PageWindow } from './injected.ts';

/** TronLink's name in TIP-6963 announcements (measured). */
const TRONLINK_RDNS = 'org.tronlink.www';

/** The dev wallet's name in TIP-6963 announcements. */
export const DEV_WALLET_RDNS = 'dev.popfray.wallet';

/** ms an announcement may take before an object in the window is taken for the wallet. Those seen come at once. */
const ANNOUNCEMENT_MS = 200;

/** Characters of a wallet's name that are worth showing. */
const NAME_LENGTH = 32;

/** Where a page's wallet is found. */
export interface Discovery {
  /** The wallet as far as known now. */
  current(): Injected | null;
  /** Searches again, up to the time limit; also notices that a wallet was removed. Concurrent calls share one search. */
  search(): Promise<Injected | null>;
  /** Searches again if the wallet may have been removed: extensions send no event for that. */
  verify(): Promise<void>;
}

/** How to look for a wallet. */
export interface DiscoveryOptions {
  readonly page: PageWindow;
  readonly timers: Timers;
  /** Longest wait for a wallet that comes late, ms. */
  readonly searchMs: number;
  /** Whether the dev wallet is taken, and before TronLink. */
  readonly isDevWalletWelcome: boolean;
}

/**
 * Looks for TronLink by its TIP-6963 announcement, and where there is none by the objects it leaves in the window. It listens for
 * announcements for the lifetime of the page, so that a wallet that loads late is found.
 */
export function createDiscovery({ page, timers, searchMs, isDevWalletWelcome }: DiscoveryOptions): Discovery {
  const ranks = isDevWalletWelcome ? [DEV_WALLET_RDNS, TRONLINK_RDNS] : [TRONLINK_RDNS];
  /** Wallets that announced themselves, in the order of `ranks`; of two that claim one name the first stays. */
  let wallets: (Injected | undefined)[] = [];
  /** What was current before a search that is still under way. */
  let former: Injected | null = null;
  let searching: Promise<Injected | null> | null = null;

  const announced = (): Injected | null => wallets.find((injected) => injected !== undefined) ?? null;
  const request = (): void => {
    page.dispatchEvent(new Event('TIP6963:requestProvider'));
  };

  page.addEventListener('TIP6963:announceProvider', (event: Event) => {
    const detail = read(event, 'detail');
    const info = read(detail, 'info');
    const provider = read(detail, 'provider');
    const rdns = read(info, 'rdns');
    const rank = ranks.findIndex((name) => name === rdns);
    if (rank === -1 || wallets[rank] !== undefined || typeof provider !== 'object' || provider === null) return;
    const name = read(info, 'name');
    wallets[rank] = {
      provider,
      protocol: 'tip-1193',
      name: typeof name === 'string' && name !== '' ? name.slice(0, NAME_LENGTH) : TRONLINK_NAME,
    };
  });
  request();

  async function searchOnce(): Promise<Injected | null> {
    former = announced();
    wallets = [];
    request();
    await until(timers, ANNOUNCEMENT_MS, () => announced() !== null);
    await until(timers, searchMs - ANNOUNCEMENT_MS, () => announced() !== null || findInjected(page) !== null);
    former = null;
    return announced() ?? findInjected(page);
  }

  function search(): Promise<Injected | null> {
    searching ??= searchOnce().finally(() => {
      searching = null;
    });
    return searching;
  }

  return {
    current: () => announced() ?? former ?? findInjected(page),
    search,
    async verify() {
      const found = announced();
      if (found !== null && found.provider !== read(page, 'tron')) await search();
    },
  };
}
