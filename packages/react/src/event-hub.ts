import type { Round, RoundEvent } from '@popfray/engine';

/** Where a round's events go. */
export interface EventHub {
  /** Adds a listener. Returns the function that removes it. */
  listen(listener: (event: RoundEvent) => void): () => void;
  /** Hands the events that a round has kept to every listener, in order. */
  dispatch(round: Round): void;
  /** Hands one event of another hub to every listener. */
  pass(event: RoundEvent): void;
}

const ignore = (): void => {};

/** Drops the events that a round has kept. */
export function dropEvents(round: Round): void {
  round.takeEvents(ignore);
}

/** Creates a hub without listeners. */
export function createEventHub(): EventHub {
  // Replaced and never changed in place, so that a listener may come or go while events are handed out.
  let listeners: readonly ((event: RoundEvent) => void)[] = [];
  const visit = (event: RoundEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    listen(listener) {
      // Listening twice is two listeners, each stopped by its own function.
      const own = (event: RoundEvent): void => listener(event);
      listeners = [...listeners, own];
      return () => {
        listeners = listeners.filter((other) => other !== own);
      };
    },
    dispatch(round) {
      round.takeEvents(visit);
    },
    pass: visit,
  };
}
