import { parseReplayText } from '@popfray/engine';
import type { RoundState, RoundStore } from '@popfray/react';
import { useEffect } from 'react';
import { readRound } from './kept-round.ts';
import { keptRounds } from './kept-rounds.ts';

/** Stores each finished round of a store that has points. */
export function SaveRounds({ store }: { readonly store: RoundStore }): null {
  useEffect(() => {
    const keep = ({ result }: RoundState): void => {
      if (result === null || result.score === 0) return;
      const bytes = parseReplayText(result.replayText);
      const round = bytes.ok ? readRound(bytes.value, Date.now()) : null;
      if (round !== null) void keptRounds.add([round]);
    };
    // The round may have ended before this component was mounted.
    keep(store.getState());
    return store.subscribe((state, previous) => {
      if (state.result !== previous.result) keep(state);
    });
  }, [store]);
  return null;
}
