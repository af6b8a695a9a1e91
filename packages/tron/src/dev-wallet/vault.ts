import { NAME_LENGTH, NOTHING_KEPT, parseKept, type DevAccount, type Kept } from './kept.ts';

/** Where a vault is kept. Every use of it may throw: forbidden, or full. */
export type VaultStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Name of the vault in local storage. */
export const VAULT_KEY = 'popfray.dev-wallet';

/** What the dev wallet remembers, kept in storage, and who wants to know of changes. */
export interface Vault {
  readonly kept: Kept;
  /** The account it speaks for; null when there is none. Also while locked. */
  readonly account: DevAccount | null;
  /** Whether the storage takes what it is given. Otherwise everything lasts only as long as the page. */
  readonly isLasting: boolean;
  /** Adds an account, or finds it, and chooses it. True when it is new. */
  add(account: DevAccount): boolean;
  /** Chooses one of the accounts; another address changes nothing. */
  choose(address: string): void;
  /** Names the chosen account; an empty name changes nothing, a long one is cut. */
  rename(name: string): void;
  lock(isLocked: boolean): void;
  /** Lets an origin see the address, or no longer. */
  allow(origin: string, isAllowed: boolean): void;
  tuck(isTucked: boolean): void;
  /** Reads the storage again, which another page of the same origin may have written. */
  reload(): void;
  /** Calls back after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** Opens the vault in a storage; null where there is none. */
export function openVault(storage: VaultStorage | null): Vault {
  const listeners = new Set<() => void>();
  let kept = load() ?? NOTHING_KEPT;
  let isLasting = storage !== null;

  function load(): Kept | null {
    try {
      return storage && parseKept(storage.getItem(VAULT_KEY));
    } catch {
      return null;
    }
  }

  function set(change: Partial<Kept>): void {
    kept = { ...kept, ...change };
    try {
      storage?.setItem(VAULT_KEY, JSON.stringify(kept));
    } catch {
      isLasting = false;
    }
    for (const listener of listeners) listener();
  }

  return {
    get kept() {
      return kept;
    },
    get account() {
      return kept.accounts.find(({ address }) => address === kept.chosen) ?? null;
    },
    get isLasting() {
      return isLasting;
    },
    add(account) {
      const isNew = kept.accounts.every(({ address }) => address !== account.address);
      set({ accounts: isNew ? [...kept.accounts, account] : kept.accounts, chosen: account.address });
      return isNew;
    },
    choose(address) {
      if (address !== kept.chosen && kept.accounts.some((account) => account.address === address)) {
        set({ chosen: address });
      }
    },
    rename(text) {
      const name = text.trim().slice(0, NAME_LENGTH);
      if (name === '') return;
      set({
        accounts: kept.accounts.map((account) => (account.address === kept.chosen ? { ...account, name } : account)),
      });
    },
    lock(isLocked) {
      set({ isLocked });
    },
    allow(origin, isAllowed) {
      const others = kept.origins.filter((known) => known !== origin);
      set({ origins: isAllowed ? [...others, origin] : others });
    },
    tuck(isTucked) {
      set({ isTucked });
    },
    reload() {
      const loaded = load();
      if (loaded === null) return;
      kept = loaded;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
