import { CALLS, type Session } from '@popfray/protocol';
import { keepText, readText } from '../account/storage.ts';

/** The key names its version: another shape gets another key. */
const KEY = 'popfray.sessions.v1';

/** A list of sessions as it once was. */
export interface KeptList {
  /** Epoch ms. */
  readonly keptAt: number;
  readonly sessions: readonly Session[];
}

/** Keeps the list for when the server cannot be reached. SPEC section 7. */
export const keepList = (sessions: readonly Session[]): void =>
  keepText(KEY, JSON.stringify({ keptAt: Date.now(), sessions }));

/** The list that was kept last; null when there is none that this page understands. */
export function readKeptList(): KeptList | null {
  try {
    const kept = JSON.parse(readText(KEY) ?? 'null') as {
      readonly keptAt?: unknown;
      readonly sessions?: unknown;
    } | null;
    const sessions = CALLS.getSessions.answer.safeParse(kept?.sessions);
    return sessions.success && typeof kept?.keptAt === 'number'
      ? { keptAt: kept.keptAt, sessions: sessions.data }
      : null;
  } catch {
    return null;
  }
}
