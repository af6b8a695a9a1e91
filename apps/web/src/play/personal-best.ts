import type { RoundStore } from '@popfray/react';
import { useEffect, useState } from 'react';

/** The key names its version: another shape gets another key. */
const KEY = 'popfray.best.v1';

/** What is kept under `KEY`: best scores by rule set id. */
type Bests = Readonly<Record<string, number>>;

/** What of `Storage` is needed. */
export type BestStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The best score for a rule set, or null: none yet, nothing stored, or nothing readable. */
export function readBest(rulesId: string, storage: BestStorage | null = browserStorage()): number | null {
  return readBests(storage)[rulesId] ?? null;
}

/** Keeps a score if it beats the best so far. Returns whether it did; a full or refusing storage only forgets. */
export function recordBest(rulesId: string, score: number, storage: BestStorage | null = browserStorage()): boolean {
  const bests = readBests(storage);
  if (score <= (bests[rulesId] ?? 0)) return false;
  try {
    storage?.setItem(KEY, JSON.stringify({ ...bests, [rulesId]: score }));
  } catch {
    // Full, or forbidden: the score stands on the screen all the same.
  }
  return true;
}

/** The best score of a store's rules, kept up with its rounds. */
export interface PersonalBest {
  /** Null as long as there is none. */
  readonly best: number | null;
  /** Whether the round just finished beat it. */
  readonly isBeaten: boolean;
}

/** Follows a store: compares and keeps each finished round's score. */
export function usePersonalBest(store: RoundStore, rulesId: string): PersonalBest {
  const [shown, setShown] = useState<PersonalBest>(() => ({ best: readBest(rulesId), isBeaten: false }));
  useEffect(
    () =>
      store.subscribe((state, previous) => {
        if (state.phase === previous.phase) return;
        if (state.phase === 'over') {
          const isBeaten = recordBest(rulesId, state.score);
          setShown(({ best }) => ({ best: isBeaten ? Math.max(best ?? 0, state.score) : best, isBeaten }));
        } else setShown(({ best }) => ({ best, isBeaten: false }));
      }),
    [store, rulesId],
  );
  return shown;
}

function readBests(storage: BestStorage | null): Bests {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, score]) => Number.isSafeInteger(score) && score > 0));
  } catch {
    return {};
  }
}

/** The browser's storage; null where even asking for it is refused. */
function browserStorage(): BestStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
