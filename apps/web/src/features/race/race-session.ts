import { replayEntropy } from '@popfray/engine';
import { createRoundStore, type RoundStore } from '@popfray/react';
import { useCallback, useMemo, useState } from 'react';
import { START_COUNTDOWN_MS, usePersonalBest, type PlaySession, type Race } from '../play/index.ts';
import type { Challenge } from './challenge.ts';

/** Races have a personal best of their own, because some are played with upgrades. */
const RACE_BEST = 'race';

/** The session of a race: the same bubbles and upgrades as in the round that is raced against. A race is not paused, as that one was not. */
export function useRaceSession(
  { replay, rules, username }: Challenge,
  given: RoundStore | undefined,
): { readonly session: PlaySession; readonly race: Race } {
  const [store] = useState(
    () =>
      given ??
      createRoundStore({
        rules,
        loadout: replay.loadout,
        seed: typeof replay.entropy === 'string' ? replay.entropy : RACE_BEST,
        createEntropy: () => replayEntropy(replay),
        pausable: false,
        countdownMs: START_COUNTDOWN_MS,
      }),
  );
  const personalBest = usePersonalBest(store, RACE_BEST, { withUpgrades: true });
  const start = useCallback(() => void store.start(), [store]);
  const race = useMemo<Race>(
    () => ({ rival: { kind: 'friend', name: username, seed: null, playOn: () => replay }, replay }),
    [replay, username],
  );
  return { session: { rules, store, personalBest, start }, race };
}
