/** What of `Storage` is needed. */
export type KeptText = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The flag that a wallet was connected here. SPEC section 3, browser storage. */
export const CONNECTED_KEY = 'tronWalletConnected';

/** The profile that this browser keeps. The key names its version: another shape gets another key. */
export const PROFILE_KEY = 'popfray.profile.v1';

/** The browser's storage; null where even asking for it is refused. */
export function browserStorage(): KeptText | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Reads a text. Storage failures are only logged (SPEC section 8): then there is none. */
export function readText(key: string, storage: KeptText | null = browserStorage()): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch (error) {
    console.warn(`Could not read ${key} from this browser.`, error);
    return null;
  }
}

/** Keeps a text, or forgets it with null. Storage failures are only logged. */
export function keepText(key: string, text: string | null, storage: KeptText | null = browserStorage()): void {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
  } catch (error) {
    console.warn(`Could not keep ${key} in this browser.`, error);
  }
}

/** Whether a wallet was connected here and has not been disconnected since, in this tab or another. */
export const wasConnected = (storage?: KeptText | null): boolean => readText(CONNECTED_KEY, storage) === 'true';
