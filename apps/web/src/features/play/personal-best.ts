import type { Rules } from '@popfray/engine';
import type { PlayedRoundStore } from '@popfray/react';
import { useEffect, useState } from 'react';
import { writeText, readText, type TextStorage } from '../../data/storage/storage.ts';
import { BESTS_KEY } from './has-played.ts';
import { isTutorialDue } from './tutorial-due.ts';

/** Stored value: best scores by the id of the rule set. */
type Bests = Readonly<Record<string, number>>;

/** The best score for a rule set; null when there is none or the storage is unreadable. */
export const readBest = (rulesId: string, storage?: TextStorage): number | null => readBests(storage)[rulesId] ?? null;

/** Whether this is the player's first round: no tutorial completed and no score stored. */
export const isFirstRound = (rules: Rules): boolean => isTutorialDue() && readBest(rules.id) === null;

/** Stores a score if it is a new best. Returns whether it is. If the storage refuses, it is held in memory. */
export function recordBest(rulesId: string, score: number, storage?: TextStorage): boolean {
  const bests = readBests(storage);
  if (score <= (bests[rulesId] ?? 0)) return false;
  writeText(BESTS_KEY, JSON.stringify({ ...bests, [rulesId]: score }), storage);
  return true;
}

/** The personal best for a store's rules. */
export interface PersonalBest {
  /** Null while there is none. */
  readonly best: number | null;
  /** Whether the last round beat it. */
  readonly isBeaten: boolean;
}

/** Follows a store and records each finished round's score. Rounds with upgrades count only with `withUpgrades`. */
export function usePersonalBest(
  store: PlayedRoundStore,
  rulesId: string,
  { withUpgrades = false }: { readonly withUpgrades?: boolean } = {},
): PersonalBest {
  const [shown, setShown] = useState<PersonalBest>(() => ({ best: readBest(rulesId), isBeaten: false }));
  useEffect(
    () =>
      store.subscribe((state, previous) => {
        if (state.phase === previous.phase) return;
        if (state.phase === 'over') {
          const counts = withUpgrades || store.round?.loadout.length === 0;
          const isBeaten = counts && recordBest(rulesId, state.score);
          // Another tab may have stored a new best.
          setShown({ best: readBest(rulesId), isBeaten });
        } else setShown(({ best }) => ({ best, isBeaten: false }));
      }),
    [store, rulesId, withUpgrades],
  );
  return shown;
}

function readBests(storage: TextStorage | undefined): Bests {
  try {
    const stored: unknown = JSON.parse(readText(BESTS_KEY, storage) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, score]) => Number.isSafeInteger(score) && score > 0));
  } catch {
    return {};
  }
}
