/** What of `Storage` is needed. */
export type KeptText = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The flag that a wallet was connected here. SPEC section 3, browser storage. */
export const CONNECTED_KEY = 'tronWalletConnected';

/** The profile that this browser keeps. The key names its version: another shape gets another key. */
export const PROFILE_KEY = 'popfray.profile.v1';

/** Stands in where the browser lets the page have no storage. */
const NOWHERE: KeptText = {
  getItem: () => null,
  setItem() {
    throw new DOMException('This browser keeps nothing for the page.', 'SecurityError');
  },
  removeItem: () => undefined,
};

/** What a storage would not take: remembered as long as the page lives, so that this visit goes as any other. */
const unkept = new WeakMap<KeptText, Map<string, string>>();

/** The browser's storage, or one that keeps nothing where even asking for it is refused. */
export function browserStorage(): KeptText {
  try {
    // Some web views have none at all, and say so by null.
    const storage: KeptText | null | undefined = localStorage;
    return storage ?? NOWHERE;
  } catch {
    return NOWHERE;
  }
}

/** Reads a text. Storage failures are only logged (SPEC section 8): then there is none. */
export function readText(key: string, storage: KeptText = browserStorage()): string | null {
  try {
    return unkept.get(storage)?.get(key) ?? storage.getItem(key);
  } catch (error) {
    console.warn(`Could not read ${key} from this browser.`, error);
    return null;
  }
}

/** Keeps a text, or forgets it with null. Storage failures are only logged: then it is kept as long as the page lives. */
export function keepText(key: string, text: string | null, storage: KeptText = browserStorage()): void {
  const held = unkept.get(storage) ?? new Map<string, string>();
  held.delete(key);
  try {
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
  } catch (error) {
    console.warn(`Could not keep ${key} in this browser.`, error);
    if (text !== null) unkept.set(storage, held.set(key, text));
  }
}

/** Whether a wallet was connected here and has not been disconnected since, in this tab or another. */
export const wasConnected = (storage?: KeptText): boolean => readText(CONNECTED_KEY, storage) === 'true';
