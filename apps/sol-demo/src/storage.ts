/** Text storage that never throws. If the browser denies access or is out of space, nothing is stored. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Storage of this tab. */
export const tabStorage: TextStorage = createStorage(() => sessionStorage);

/** Storage of this site. */
export const siteStorage: TextStorage = createStorage(() => localStorage);

function createStorage(open: () => Storage): TextStorage {
  function attempt<Value>(act: (storage: Storage) => Value): Value | null {
    try {
      return act(open());
    } catch {
      return null;
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key)),
    setItem: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    removeItem: (key) => void attempt((storage) => storage.removeItem(key)),
  };
}
