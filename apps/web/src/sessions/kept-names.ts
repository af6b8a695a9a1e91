import type { Session } from '@popfray/protocol';
import { keepText, readText, type KeptText } from '../account/storage.ts';

/** What this browser remembers of sessions that were made or joined in it, by session id. SPEC section 3, browser storage. */
const NAMES_KEY = 'popfray.session-names.v1';
const CREATORS_KEY = 'popfray.session-creators.v1';

/** Most sessions that are remembered: the oldest make room. */
const MAX_KEPT = 100;

/** Remembers the name and the creator of a session that was made or joined here. */
export function keepSession(
  { id, sessionName, creatorAddress }: Pick<Session, 'id' | 'sessionName' | 'creatorAddress'>,
  storage?: KeptText,
): void {
  keepText(NAMES_KEY, add(read(NAMES_KEY, storage), id, sessionName), storage);
  keepText(CREATORS_KEY, add(read(CREATORS_KEY, storage), id, creatorAddress), storage);
}

/** The name of a session that was made or joined here; null for any other. */
export const keptName = (id: string, storage?: KeptText): string | null => read(NAMES_KEY, storage).get(id) ?? null;

/** The wallet that made a session that was made or joined here; null for any other. */
export const keptCreator = (id: string, storage?: KeptText): string | null =>
  read(CREATORS_KEY, storage).get(id) ?? null;

/** A map in the order in which its entries were made. */
function read(key: string, storage: KeptText | undefined): ReadonlyMap<string, string> {
  try {
    const kept: unknown = JSON.parse(readText(key, storage) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isPair) : []);
  } catch {
    return new Map();
  }
}

function add(kept: ReadonlyMap<string, string>, id: string, value: string): string {
  const others = [...kept].filter(([known]) => known !== id);
  return JSON.stringify([...others, [id, value]].slice(-MAX_KEPT));
}

const isPair = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
