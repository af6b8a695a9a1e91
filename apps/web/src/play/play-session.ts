import type { Rules } from '@popfray/engine';
import { createRoundStore, type RoundStore } from '@popfray/react';
import { useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { usePersonalBest, type PersonalBest } from './personal-best.ts';
import { makeSeedPath, readSeed } from './seed.ts';

/** One player on one play screen: the rounds, the seed in force, the personal best. */
export interface PlaySession {
  readonly rules: Rules;
  readonly store: RoundStore;
  /** The seed that every round plays, named by the address; null for a fresh one each time. */
  readonly seed: string | null;
  readonly personalBest: PersonalBest;
  /** Starts a round with the seed in force. */
  readonly start: () => void;
  /** Puts a seed in force, in the address too, and starts a round with it. */
  readonly playSeed: (seed: string) => void;
  /** Back to a fresh seed each time. */
  readonly dropSeed: () => void;
}

/** Opens the play session of a screen. A store given is used in place of one of its own. */
export function usePlaySession(rules: Rules, given?: RoundStore): PlaySession {
  const [store] = useState(() => given ?? createRoundStore({ rules }));
  const [path, navigate] = useLocation();
  const seed = readSeed(useSearch());
  const personalBest = usePersonalBest(store, rules.id);

  const start = useCallback(() => {
    store.start(seed ?? undefined);
  }, [store, seed]);
  const playSeed = useCallback(
    (wanted: string) => {
      navigate(makeSeedPath(path, wanted), { replace: true });
      store.start(wanted);
    },
    [store, navigate, path],
  );
  const dropSeed = useCallback(() => navigate(path, { replace: true }), [navigate, path]);

  return { rules, store, seed, personalBest, start, playSeed, dropSeed };
}
