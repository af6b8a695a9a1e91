import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { writeText, readText } from '../../data/storage/storage.ts';

/** Storage key. It contains the format version: a new format gets a new key. */
const KEY = 'popfray.muted.v1';

/** Maximum number of muted players; the oldest are removed first. */
const MAX_KEPT = 200;

/** User ids of the players whose messages this browser hides. */
const muted = createStore<ReadonlySet<string>>(() => new Set(read()));

/** The muted players, for a component. */
export const useMuted = (): ReadonlySet<string> => useStore(muted);

/** Hides the messages of a player. */
export const mute = (userId: string): void =>
  saveMuted([...[...muted.getState()].filter((id) => id !== userId), userId]);

/** Shows the messages of players again. */
export function unmute(userIds: readonly string[]): void {
  const again = new Set(userIds);
  saveMuted([...muted.getState()].filter((id) => !again.has(id)));
}

function saveMuted(userIds: readonly string[]): void {
  const stored = userIds.slice(-MAX_KEPT);
  muted.setState(new Set(stored), true);
  writeText(KEY, stored.length === 0 ? null : JSON.stringify(stored));
}

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readText(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
