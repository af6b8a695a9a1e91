import { has, read } from './foreign.ts';

/** What of a page's window is needed: its events, and the objects that wallets have put into it. */
export type PageWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'>;

/** A wallet's object in the page. */
export interface Injected {
  readonly provider: unknown;
  /** `tip-1193` asks by `eth_requestAccounts` and tells by events; `legacy` is `window.tronLink` alone. */
  readonly protocol: 'tip-1193' | 'legacy';
  readonly name: string;
}

/** TronLink's name, where a wallet does not say its own. */
export const TRONLINK_NAME = 'TronLink';

/** The wallet app into whose browser the page offers a link. */
const TOKENPOCKET_NAME = 'TokenPocket';

/** An address in its canonical spelling: base58check of 21 bytes that begin with 0x41. The checksum is not looked at. */
const ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** A version is short, or it is something else. */
const VERSION = /^[\w.+-]{1,32}$/;

/**
 * TronLink by the objects it leaves in the window, for versions that do not announce themselves (TIP-6963), or else TokenPocket. Objects of
 * the same names that other extensions leave are not taken: TronLink's say `isTronLink`, and its phone app sets `iTron`.
 */
export function findInjected(page: PageWindow): Injected | null {
  const tron = read(page, 'tron');
  const tronLink = read(page, 'tronLink');
  const found: Injected[] = [];
  if (read(tron, 'isTronLink') === true) found.push({ provider: tron, protocol: 'tip-1193', name: TRONLINK_NAME });
  if (read(tronLink, 'isTronLink') === true || (tronLink !== undefined && read(page, 'iTron') !== undefined)) {
    found.push({ provider: tronLink, protocol: 'legacy', name: TRONLINK_NAME });
  }
  const tokenPocket = findTokenPocket(page);
  if (tokenPocket !== null) found.push({ provider: tokenPocket, protocol: 'legacy', name: TOKENPOCKET_NAME });
  return found.find(isCompatible) ?? found[0] ?? null;
}

/** Browsers of phones, by their name. */
const PHONE = /Android|iPhone|iPad|iPod/;

/** Providers made for TokenPocket: one a page, because a wallet is known again by its provider. */
const tokenPockets = new WeakMap<PageWindow, object>();

/**
 * The browser of TokenPocket's phone app, which marks its page and puts only a tronWeb into it. There is nothing to ask for: the app lets a page see the
 * account once the person has opened it. Source: tronprotocol/tronwallet-adapter, packages/adapters/tokenpocket.
 */
function findTokenPocket(page: PageWindow): object | null {
  const tronWeb = read(page, 'tronWeb');
  const isPhone = PHONE.test(String(read(read(page, 'navigator'), 'userAgent')));
  // On a desktop the mark may be that of TokenPocket's extension, which has no TRON, and the tronWeb another wallet's.
  if (!isPhone || read(page, 'tokenpocket') === undefined || typeof tronWeb !== 'object' || tronWeb === null)
    return null;
  let provider = tokenPockets.get(page);
  if (provider === undefined) {
    provider = {
      get tronWeb(): unknown {
        return read(page, 'tronWeb');
      },
      request: async () => ({ code: 200 }),
    };
    tokenPockets.set(page, provider);
  }
  return provider;
}

/** Whether a wallet can be asked anything. */
export const isCompatible = ({ provider }: Injected): boolean => has(provider, 'request');

/**
 * The wallet's tronWeb as it is now: null until the person allowed this page, and another one after a change of network,
 * so it is read again at every use.
 */
export function tronWebOf({ provider }: Injected): object | null {
  const tronWeb = read(provider, 'tronWeb');
  return typeof tronWeb === 'object' ? tronWeb : null;
}

/** The account the wallet speaks for, in base58check; null while locked or not connected to this page. */
export function accountOf(injected: Injected): string | null {
  const address = read(read(tronWebOf(injected), 'defaultAddress'), 'base58');
  return typeof address === 'string' && ADDRESS.test(address) ? address : null;
}

/** The wallet's version, where it tells. */
export function versionOf(page: PageWindow, { provider }: Injected): string | null {
  const version = read(provider, 'version') ?? read(read(page, 'tronLink'), 'version');
  return typeof version === 'string' && VERSION.test(version) ? version : null;
}
