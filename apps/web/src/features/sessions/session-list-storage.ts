import { SESSION_CALLS, type Session } from '@popfray/protocol';
import { writeText, readText } from '../../data/storage/storage.ts';

/** Storage key. It contains the format version: a new format gets a new key. */
const KEY = 'popfray.sessions.v1';

/** A stored list of sessions. */
export interface StoredList {
  /** Time at which it was stored, epoch ms. */
  readonly keptAt: number;
  readonly sessions: readonly Session[];
}

/** Stores the list for times when the server cannot be reached. SPEC section 7. */
export const storeList = (sessions: readonly Session[]): void =>
  writeText(KEY, JSON.stringify({ keptAt: Date.now(), sessions }));

/** The stored list; null when there is none or this version cannot read it. */
export function readStoredList(): StoredList | null {
  try {
    const stored = JSON.parse(readText(KEY) ?? 'null') as {
      readonly keptAt?: unknown;
      readonly sessions?: unknown;
    } | null;
    const sessions = SESSION_CALLS.getSessions.answer.safeParse(stored?.sessions);
    return sessions.success && typeof stored?.keptAt === 'number'
      ? { keptAt: stored.keptAt, sessions: sessions.data }
      : null;
  } catch {
    return null;
  }
}
