/** The part of `Storage` that this module needs. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Storage key of the flag that a wallet was connected here. SPEC section 3, browser storage. */
export const CONNECTED_KEY = 'tronWalletConnected';

/** Storage key of the profile. It contains the format version: a new format gets a new key. */
export const PROFILE_KEY = 'popfray.profile.v1';

/** Replaces the browser's storage where the page has no access to it. */
const NO_STORAGE: TextStorage = {
  getItem: () => null,
  setItem() {
    throw new DOMException('This browser keeps nothing for the page.', 'SecurityError');
  },
  removeItem: () => undefined,
};

/** Values that a storage refused to store. They are held in memory until the page is closed. */
const memoryFallback = new WeakMap<TextStorage, Map<string, string>>();

/** The browser's storage, or an empty substitute where the browser denies access. */
export function browserStorage(): TextStorage {
  try {
    // In some web views `localStorage` is null.
    const storage: TextStorage | null | undefined = localStorage;
    return storage ?? NO_STORAGE;
  } catch {
    return NO_STORAGE;
  }
}

/** Reads a text; null when it is missing. Storage failures are logged, not thrown (SPEC section 8). */
export function readText(key: string, storage: TextStorage = browserStorage()): string | null {
  try {
    return memoryFallback.get(storage)?.get(key) ?? storage.getItem(key);
  } catch (error) {
    console.warn(`Could not read ${key} from this browser.`, error);
    return null;
  }
}

/** Stores a text; null removes it. Storage failures are logged: the text is then held in memory until the page is closed. */
export function writeText(key: string, text: string | null, storage: TextStorage = browserStorage()): void {
  const held = memoryFallback.get(storage) ?? new Map<string, string>();
  held.delete(key);
  try {
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
  } catch (error) {
    console.warn(`Could not keep ${key} in this browser.`, error);
    if (text !== null) memoryFallback.set(storage, held.set(key, text));
  }
}

/** Whether a wallet was connected here, in any tab, and has not been disconnected since. */
export const wasConnected = (storage?: TextStorage): boolean => readText(CONNECTED_KEY, storage) === 'true';
