import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepText, readText } from '../account/storage.ts';

/** The key names its version: another shape gets another key. */
const KEY = 'popfray.muted.v1';

/** Most players that are remembered: those who were muted first make room. */
const MAX_KEPT = 200;

/** Players whose messages this browser does not show, by user id. */
const muted = createStore<ReadonlySet<string>>(() => new Set(read()));

/** Players whose messages are not shown, for a component. */
export const useMuted = (): ReadonlySet<string> => useStore(muted);

/** Shows no messages of a player any more. */
export const mute = (userId: string): void => keep([...[...muted.getState()].filter((id) => id !== userId), userId]);

/** Shows the messages of players again. */
export function unmute(userIds: readonly string[]): void {
  const again = new Set(userIds);
  keep([...muted.getState()].filter((id) => !again.has(id)));
}

function keep(userIds: readonly string[]): void {
  const kept = userIds.slice(-MAX_KEPT);
  muted.setState(new Set(kept), true);
  keepText(KEY, kept.length === 0 ? null : JSON.stringify(kept));
}

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readText(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
