import { xOf, yOf } from './motion.ts';
import type { Play } from './plan.ts';
import * as state from './state.ts';

/** Why a snapshot cannot be restored. */
export type SnapshotError = 'ERR_SNAPSHOT_LENGTH' | 'ERR_SNAPSHOT_OTHER_ROUND' | 'ERR_SNAPSHOT_STATE';

/** The identity of rules and effects, then the state, as bytes. Equal states give equal bytes. */
export function makeSnapshot({ words, plan }: Play): Uint8Array {
  for (let place = 0; place < words[state.COUNT]!; place++) {
    const bubble = state.bubbleOffset(words, place);
    xOf(words, plan, bubble);
    yOf(words, plan, bubble);
  }
  const copy = new Int32Array(words.length + 1);
  copy[0] = plan.identity;
  copy.set(words, 1);
  state.forget(copy.subarray(1), plan.capacity);
  return new Uint8Array(copy.buffer);
}

/** Puts a round's state into a snapshot. Returns what is wrong with it, the state untouched, or null. */
export function restoreSnapshot({ words, plan }: Play, snapshot: Uint8Array): SnapshotError | null {
  if (snapshot.length !== (words.length + 1) * 4) return 'ERR_SNAPSHOT_LENGTH';
  const copy = new Int32Array(new Uint8Array(snapshot).buffer);
  if (copy[0] !== plan.identity) return 'ERR_SNAPSHOT_OTHER_ROUND';
  const restored = copy.subarray(1);
  if (!state.isState(restored, plan.rules)) return 'ERR_SNAPSHOT_STATE';
  words.set(restored);
  words[state.HORIZON] = 0;
  state.renewEscape(words);
  return null;
}
