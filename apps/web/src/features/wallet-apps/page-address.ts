/** Parameters of this product's addresses that a wallet app or another device may see. They choose a mode, a language, or a session, whose address is shared anyway. */
const PUBLIC_PARAMETERS = ['mode', 'lang', 'session'];

/** Names of hosts that only this machine can reach. */
const LOCAL_HOST = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The address of a page as it is handed to wallet apps and other devices. The fragment, a user's name and password, and parameters
 * that are not known to be public are left out, because they can hold private data.
 */
export function makePageAddress({
  origin,
  pathname,
  search,
}: Pick<Location, 'origin' | 'pathname' | 'search'>): string {
  const url = new URL(origin);
  url.pathname = pathname;
  const given = new URLSearchParams(search);
  for (const name of PUBLIC_PARAMETERS) {
    const value = given.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
}

/** Whether another device can reach an address: it does not name this machine itself. */
export const isReachable = (address: string): boolean => !LOCAL_HOST.test(new URL(address).hostname);
