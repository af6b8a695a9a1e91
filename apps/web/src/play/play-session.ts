import type { Rules } from '@popfray/engine';
import { createRoundStore, type RoundStore } from '@popfray/react';
import { useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useGameRecord } from '../account/game-record.ts';
import { usePersonalBest, type PersonalBest } from './personal-best.ts';
import { makeSeedPath, readSeed } from './seed.ts';

/** One player on one play screen: the rounds, and the personal best. */
export interface PlaySession {
  readonly rules: Rules;
  readonly store: RoundStore;
  readonly personalBest: PersonalBest;
  /** Starts a round. */
  readonly start: () => void;
}

/** A play session of practice, whose player may choose the seed. */
export interface PracticeSession extends PlaySession {
  /** The seed that every round plays, named by the address; null for a fresh one each time. */
  readonly seed: string | null;
  /** Puts a seed in force, in the address too, and starts a round with it. */
  readonly playSeed: (seed: string) => void;
  /** Back to a fresh seed each time. */
  readonly dropSeed: () => void;
}

/** Opens the practice session of a screen. A store given is used in place of one of its own. */
export function usePracticeSession(rules: Rules, given?: RoundStore): PracticeSession {
  const [store] = useState(() => given ?? createRoundStore({ rules }));
  const [path, navigate] = useLocation();
  const seed = readSeed(useSearch());
  const personalBest = usePersonalBest(store, rules.id);
  useGameRecord(store);

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
