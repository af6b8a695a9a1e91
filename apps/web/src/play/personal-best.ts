import type { RoundStore } from '@popfray/react';
import { useEffect, useState } from 'react';
import { keepText, readText, type KeptText } from '../account/storage.ts';

/** The key names its version: another shape gets another key. */
const KEY = 'popfray.best.v1';

/** What is kept under `KEY`: best scores by rule set id. */
type Bests = Readonly<Record<string, number>>;

/** The best score for a rule set, or null: none yet, nothing stored, or nothing readable. */
export const readBest = (rulesId: string, storage?: KeptText): number | null => readBests(storage)[rulesId] ?? null;

/** Keeps a score if it beats the best so far. Returns whether it did. What the storage refuses lasts as long as the page. */
export function recordBest(rulesId: string, score: number, storage?: KeptText): boolean {
  const bests = readBests(storage);
  if (score <= (bests[rulesId] ?? 0)) return false;
  keepText(KEY, JSON.stringify({ ...bests, [rulesId]: score }), storage);
  return true;
}

/** The best score of a store's rules, kept up with its rounds. */
export interface PersonalBest {
  /** Null as long as there is none. */
  readonly best: number | null;
  /** Whether the round just finished beat it. */
  readonly isBeaten: boolean;
}

/** Follows a store: compares and keeps each finished round's score. Rounds with upgrades count only where they are asked for. */
export function usePersonalBest(
  store: RoundStore,
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
          // Another tab may have set one.
          setShown({ best: readBest(rulesId), isBeaten });
        } else setShown(({ best }) => ({ best, isBeaten: false }));
      }),
    [store, rulesId, withUpgrades],
  );
  return shown;
}

function readBests(storage: KeptText | undefined): Bests {
  try {
    const kept: unknown = JSON.parse(readText(KEY, storage) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, score]) => Number.isSafeInteger(score) && score > 0));
  } catch {
    return {};
  }
}
