/** A place to keep text in, which a browser may forbid or have no room in: nothing is kept then, and nothing fails. */
export interface Keeper {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What lasts as long as this tab. */
export const tabStorage: Keeper = makeKeeper(() => sessionStorage);

/** What lasts as long as this browser's memory of the site. */
export const siteStorage: Keeper = makeKeeper(() => localStorage);

function makeKeeper(open: () => Storage): Keeper {
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
