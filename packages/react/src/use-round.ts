import { useStore } from 'zustand';

/** What a hook needs of a store. */
interface Readable<State> {
  getState(): State;
  getInitialState(): State;
  subscribe(listener: (state: State, previous: State) => void): () => void;
}

/**
 * One shown value of a round or playback store: `useRound(store, (state) => state.score)`. The component renders only
 * when that value changes, so select one value at a time.
 */
export function useRound<State, Value>(store: Readable<State>, selector: (state: State) => Value): Value {
  return useStore(store, selector);
}
