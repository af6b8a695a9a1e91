import { useRound, type PlayedRoundStore, type RoundPhase } from '@popfray/react';
import { useDeferredValue } from 'react';

/**
 * The phase of a round for the overlay on its field. The end is shown by a deferred render: a result is large, and to render it at once would delay
 * the frame in which the round ends.
 */
export function useShownPhase(store: PlayedRoundStore): RoundPhase {
  const phase = useRound(store, (state) => state.phase);
  const shown = useDeferredValue(phase);
  return phase === 'over' ? shown : phase;
}
