import { readText, writeText, type TextStorage } from '../../data/storage/storage.ts';

/** Storage key. It contains the format version: a new format gets a new key. */
const KEY = 'popfray.solo.v2';

/** The `sessionStorage` of this tab; undefined where the browser denies access. */
export function tabStorage(): TextStorage | undefined {
  try {
    // In some web views it is null.
    const storage: TextStorage | null = window.sessionStorage;
    return storage ?? undefined;
  } catch {
    return undefined;
  }
}

/** The stored value: the player's address and the id of the round. */
const read = (): readonly string[] => readText(KEY, tabStorage())?.split(' ') ?? [];

/** Whether this tab plays a round of some player, or has not shown its result: a page that was loaded again opens in that mode. */
export const hasKeptRound = (): boolean => read().length > 0;

/**
 * The id of the player's round that this tab plays, or whose result it has not shown; null for none. It is kept over a reload, so that the page
 * enters the round again.
 */
export function readKeptRound(address: string): string | null {
  const [player, id] = read();
  return player === address ? (id ?? null) : null;
}

/** Keeps the id of the round that this tab has entered. */
export const keepRound = (address: string, id: string): void => writeText(KEY, `${address} ${id}`, tabStorage());

/** Forgets the player's round, after its result. */
export function forgetRound(address: string): void {
  if (readKeptRound(address) !== null) writeText(KEY, null, tabStorage());
}
