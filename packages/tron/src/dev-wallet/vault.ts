import { NAME_LENGTH, EMPTY_WALLET, parseWalletState, type DevAccount, type WalletState } from './wallet-state.ts';

/** Storage of a vault. Each method may throw, because storage is forbidden or full. */
export type VaultStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Name of the vault in local storage. */
export const VAULT_KEY = 'popfray.dev-wallet';

/** The state of the dev wallet, which is stored and can be subscribed to. */
export interface Vault {
  readonly state: WalletState;
  /** The chosen account, also while locked; null when there is none. */
  readonly account: DevAccount | null;
  /** Whether the state could be stored. Otherwise it lasts only as long as the page. */
  readonly isPersistent: boolean;
  /** Adds an account unless it exists, and chooses it. Returns whether it is new. */
  add(account: DevAccount): boolean;
  /** Chooses one of the accounts. Ignores an unknown address. */
  choose(address: string): void;
  /** Renames the chosen account. Ignores an empty name, and cuts a long one. */
  rename(name: string): void;
  lock(isLocked: boolean): void;
  /** Allows an origin to see the address, or forbids it. */
  allow(origin: string, isAllowed: boolean): void;
  collapse(isCollapsed: boolean): void;
  /** Reads the storage again, after another page of the same origin has written it. */
  reload(): void;
  /** Calls `listener` after each change. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** Opens the vault in a storage; null where there is none. */
export function openVault(storage: VaultStorage | null): Vault {
  const listeners = new Set<() => void>();
  let state = load() ?? EMPTY_WALLET;
  let isPersistent = storage !== null;

  function load(): WalletState | null {
    try {
      return storage && parseWalletState(storage.getItem(VAULT_KEY));
    } catch {
      return null;
    }
  }

  function set(change: Partial<WalletState>): void {
    state = { ...state, ...change };
    try {
      storage?.setItem(VAULT_KEY, JSON.stringify(state));
    } catch {
      isPersistent = false;
    }
    for (const listener of listeners) listener();
  }

  return {
    get state() {
      return state;
    },
    get account() {
      return state.accounts.find(({ address }) => address === state.chosen) ?? null;
    },
    get isPersistent() {
      return isPersistent;
    },
    add(account) {
      const isNew = state.accounts.every(({ address }) => address !== account.address);
      set({ accounts: isNew ? [...state.accounts, account] : state.accounts, chosen: account.address });
      return isNew;
    },
    choose(address) {
      if (address !== state.chosen && state.accounts.some((account) => account.address === address)) {
        set({ chosen: address });
      }
    },
    rename(text) {
      const name = text.trim().slice(0, NAME_LENGTH);
      if (name === '') return;
      set({
        accounts: state.accounts.map((account) => (account.address === state.chosen ? { ...account, name } : account)),
      });
    },
    lock(isLocked) {
      set({ isLocked });
    },
    allow(origin, isAllowed) {
      const others = state.origins.filter((known) => known !== origin);
      set({ origins: isAllowed ? [...others, origin] : others });
    },
    collapse(isCollapsed) {
      set({ isCollapsed });
    },
    reload() {
      const loaded = load();
      if (loaded === null) return;
      state = loaded;
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
