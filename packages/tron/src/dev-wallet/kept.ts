/** An account of the dev wallet. */
export interface DevAccount {
  /** 1 to 24 characters. */
  readonly name: string;
  /** Base58check. */
  readonly address: string;
  /** Private key, 64 lower-case hex digits. It guards play money, and is kept readable. */
  readonly key: string;
}

/** All that the dev wallet remembers. */
export interface Kept {
  readonly accounts: readonly DevAccount[];
  /** Address of the account it speaks for; null as long as there is none. */
  readonly chosen: string | null;
  readonly isLocked: boolean;
  /** Origins of the pages that may see its address. */
  readonly origins: readonly string[];
  /** Whether its button is tucked away at the edge. */
  readonly isTucked: boolean;
}

/** A wallet that has not been used yet. */
export const NOTHING_KEPT: Kept = { accounts: [], chosen: null, isLocked: false, origins: [], isTucked: false };

/** Characters of a name. */
export const NAME_LENGTH = 24;

/** Accounts that are read; more is not the work of a person. */
const MOST_ACCOUNTS = 100;

const KEY = /^[0-9a-f]{64}$/;
const ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** A private key as it is kept, from what a person typed; null when it is none by its looks. */
export function parseKey(text: string): string | null {
  const key = text.trim().toLowerCase().replace(/^0x/, '');
  return KEY.test(key) ? key : null;
}

/** What was kept, from storage. What cannot be read is left out; the wallet is never lost over it. */
export function parseKept(text: string | null): Kept {
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null) return NOTHING_KEPT;
  const fields = json as Readonly<Record<string, unknown>>;
  const accounts = new Map<string, DevAccount>();
  for (const account of listOf(fields['accounts']).slice(0, MOST_ACCOUNTS)) {
    if (isAccount(account)) accounts.set(account.address, account);
  }
  const chosen = fields['chosen'];
  const [first] = accounts.keys();
  return {
    accounts: [...accounts.values()],
    chosen: typeof chosen === 'string' && accounts.has(chosen) ? chosen : (first ?? null),
    isLocked: fields['isLocked'] === true,
    origins: listOf(fields['origins']).filter((origin) => typeof origin === 'string'),
    isTucked: fields['isTucked'] === true,
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

const listOf = (thing: unknown): readonly unknown[] => (Array.isArray(thing) ? thing : []);

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}
