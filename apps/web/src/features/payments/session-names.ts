import type { Session } from '@popfray/protocol';
import { writeText, readText, type TextStorage } from '../../data/storage/storage.ts';

/** Storage keys of the names and creators of sessions that were created or joined in this browser. SPEC section 3, browser storage. */
const NAMES_KEY = 'popfray.session-names.v1';
const CREATORS_KEY = 'popfray.session-creators.v1';

/** Maximum number of stored sessions; the oldest are removed first. */
const MAX_KEPT = 100;

/** Stores the name and the creator of a session that was created or joined here. */
export function storeSession(
  { id, sessionName, creatorAddress }: Pick<Session, 'id' | 'sessionName' | 'creatorAddress'>,
  storage?: TextStorage,
): void {
  writeText(NAMES_KEY, add(read(NAMES_KEY, storage), id, sessionName), storage);
  writeText(CREATORS_KEY, add(read(CREATORS_KEY, storage), id, creatorAddress), storage);
}

/** The stored name of a session; null when there is none. */
export const storedName = (id: string, storage?: TextStorage): string | null =>
  read(NAMES_KEY, storage).get(id) ?? null;

/** The stored creator's address of a session; null when there is none. */
export const storedCreator = (id: string, storage?: TextStorage): string | null =>
  read(CREATORS_KEY, storage).get(id) ?? null;

/** Reads a map in insertion order. */
function read(key: string, storage: TextStorage | undefined): ReadonlyMap<string, string> {
  try {
    const stored: unknown = JSON.parse(readText(key, storage) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isPair) : []);
  } catch {
    return new Map();
  }
}

function add(stored: ReadonlyMap<string, string>, id: string, value: string): string {
  const others = [...stored].filter(([known]) => known !== id);
  return JSON.stringify([...others, [id, value]].slice(-MAX_KEPT));
}

const isPair = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
