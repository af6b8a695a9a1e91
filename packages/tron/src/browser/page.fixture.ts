import type { Timers } from './deadline.ts';
import type { PageWindow } from './injected.ts';

/** Timers that a test's fake clock drives, where it has one. */
export const TIMERS: Timers = {
  setTimeout: (call, delayMs) => Number(setTimeout(call, delayMs)),
  clearTimeout: (timer) => clearTimeout(timer),
};

/** A window without a browser: events, and what wallets put into it. */
export type TestPage = PageWindow & Record<string, unknown>;

/** Creates an empty page. */
export const createPage = (): TestPage => new EventTarget() as unknown as TestPage;

/** Puts a wallet into a page. It announces itself once, and again on request, as TIP-6963 specifies. */
export function announce(page: TestPage, provider: unknown, rdns = 'org.tronlink.www', name = 'TronLink'): () => void {
  const announceProvider = (): void => {
    const detail = { info: { uuid: 'a', name, icon: 'data:,', rdns }, provider };
    page.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail }));
  };
  page.addEventListener('TIP6963:requestProvider', announceProvider);
  announceProvider();
  return () => page.removeEventListener('TIP6963:requestProvider', announceProvider);
}

/** Addresses without a known key. */
export const FIRST = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
export const SECOND = 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj';

/** A tronWeb as far as it is asked for. */
export interface TestTronWeb {
  defaultAddress: { base58: unknown; hex: unknown };
  fullNode: { host: string };
  trx: Record<string, unknown>;
}

/** A tronWeb on an account, on a chain whose block 0 ends in 8 hex digits. */
export function createTronWeb(address: unknown, chain = '2b6653dc'): TestTronWeb {
  return {
    defaultAddress: { base58: address, hex: false },
    fullNode: { host: 'https://node.example' },
    trx: { getBlockByNumber: async () => ({ blockID: `${'0'.repeat(56)}${chain}` }) },
  };
}

/** A TIP-1193 provider that a test plays with. */
export interface TestProvider {
  isTronLink: boolean;
  tronWeb: TestTronWeb | false;
  /** What it answers or throws. */
  request: (call: { method: string }) => unknown;
  on(event: string, listener: (word: unknown) => void): void;
  removeListener(event: string, listener: (word: unknown) => void): void;
  emit(event: string, word: unknown): void;
  readonly listeners: Map<string, Set<(word: unknown) => void>>;
}

/** Creates a provider that agrees to everything for one account. */
export function createProvider(address: string | null): TestProvider {
  const listeners = new Map<string, Set<(word: unknown) => void>>();
  const provider: TestProvider = {
    isTronLink: true,
    tronWeb: false,
    request: async () => {
      provider.tronWeb = createTronWeb(address);
      return [address];
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
    emit(event, word) {
      for (const listener of listeners.get(event) ?? []) listener(word);
    },
    listeners,
  };
  return provider;
}
