/** An account of the dev wallet. */
export interface DevAccount {
  /** 1 to 24 characters. */
  readonly name: string;
  /** Base58check. */
  readonly address: string;
  /** Private key, 64 lower-case hex digits. It guards play money, and is kept readable. */
  readonly key: string;
}

/** What the dev wallet stores. */
export interface WalletState {
  readonly accounts: readonly DevAccount[];
  /** Address of the chosen account; null while there is no account. */
  readonly chosen: string | null;
  readonly isLocked: boolean;
  /** Origins of the pages that may see its address. */
  readonly origins: readonly string[];
  /** Whether its button is reduced to a strip at the edge of the page. */
  readonly isCollapsed: boolean;
}

/** A wallet that has not been used yet. */
export const EMPTY_WALLET: WalletState = {
  accounts: [],
  chosen: null,
  isLocked: false,
  origins: [],
  isCollapsed: false,
};

/** Characters of a name. */
export const NAME_LENGTH = 24;

/** Accounts that are read at most. */
const MAX_ACCOUNTS = 100;

const KEY = /^[0-9a-f]{64}$/;
const ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** Parses a private key that a user typed: 64 hex digits. Null for anything else. */
export function parseKey(text: string): string | null {
  const key = text.trim().toLowerCase().replace(/^0x/, '');
  return KEY.test(key) ? key : null;
}

/** Parses the stored state. Invalid parts are left out, so that one of them does not lose the others. */
export function parseWalletState(text: string | null): WalletState {
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null) return EMPTY_WALLET;
  const fields = json as Readonly<Record<string, unknown>>;
  const accounts = new Map<string, DevAccount>();
  for (const account of arrayOf(fields['accounts']).slice(0, MAX_ACCOUNTS)) {
    if (isAccount(account)) accounts.set(account.address, account);
  }
  const chosen = fields['chosen'];
  const [first] = accounts.keys();
  return {
    accounts: [...accounts.values()],
    chosen: typeof chosen === 'string' && accounts.has(chosen) ? chosen : (first ?? null),
    isLocked: fields['isLocked'] === true,
    origins: arrayOf(fields['origins']).filter((origin) => typeof origin === 'string'),
    isCollapsed: fields['isCollapsed'] === true,
  };
}

function isAccount(thing: unknown): thing is DevAccount {
  if (typeof thing !== 'object' || thing === null) return false;
  const { name, address, key } = thing as Readonly<Record<string, unknown>>;
  return (
    typeof name === 'string' &&
    name !== '' &&
    name.length <= NAME_LENGTH &&
    typeof address === 'string' &&
    ADDRESS.test(address) &&
    typeof key === 'string' &&
    KEY.test(key)
  );
}

const arrayOf = (thing: unknown): readonly unknown[] => (Array.isArray(thing) ? thing : []);

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}
