import { DEV_WALLET_RDNS } from '../browser/index.ts';
import type { DevProvider } from './provider.ts';
import { texts } from './texts.ts';

/** Names in the window that TronLink's pages look for. */
const GLOBAL_NAMES = ['tron', 'tronLink', 'tronWeb'] as const;

/** A wallet in two coins' colours, as an image that needs no fetching. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'%3E%3Crect width='96' height='96' rx='22' fill='%231b2230'/%3E%3Cpath d='M20 34h50a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H28a8 8 0 0 1-8-8zm0 0a8 8 0 0 1 8-8h38v8' fill='none' stroke='%23ffb84d' stroke-width='6'/%3E%3Ccircle cx='62' cy='55' r='5' fill='%23ffb84d'/%3E%3C/svg%3E";

/**
 * Defines a provider in the window under TronLink's names, and announces it by TIP-6963: once as the dev wallet, and once
 * by the name TronLink, by which alone the official adapter knows its wallet. Returns the function that removes it and
 * restores the earlier values. A name that another extension has defined as not configurable is left alone.
 */
export function injectProvider(page: Window, provider: DevProvider): () => void {
  const tronLink = {
    isTronLink: true,
    request: (call: unknown) => provider.request(call),
    get ready() {
      return provider.ready;
    },
    get tronWeb() {
      return provider.tronWeb;
    },
  };
  const values: Readonly<Record<(typeof GLOBAL_NAMES)[number], () => unknown>> = {
    tron: () => provider,
    tronLink: () => tronLink,
    tronWeb: () => provider.tronWeb,
  };
  const previous = GLOBAL_NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(page, name)] as const);
  for (const [name, descriptor] of previous) {
    if (descriptor?.configurable === false) continue;
    Object.defineProperty(page, name, { configurable: true, enumerable: true, get: values[name] });
  }

  const infos = [texts.name, 'TronLink'].map((name) =>
    Object.freeze({ uuid: makeUuid(), name, icon: ICON, rdns: DEV_WALLET_RDNS }),
  );
  function announce(): void {
    for (const info of infos) {
      page.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
    }
  }
  page.addEventListener('TIP6963:requestProvider', announce);
  announce();
  page.dispatchEvent(new Event('tronLink#initialized'));

  return () => {
    page.removeEventListener('TIP6963:requestProvider', announce);
    for (const [name, descriptor] of previous) {
      if (descriptor === undefined) Reflect.deleteProperty(page, name);
      else if (descriptor.configurable === true) Object.defineProperty(page, name, descriptor);
    }
  };
}

/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` exists only in pages with https. */
function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'.charAt((bytes[8] ?? 0) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
