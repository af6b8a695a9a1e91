import { openPlayback, type Replay, type Round, type Rules } from '@popfray/engine';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { DisplayClock, LONGEST_GAP_MS } from './display-clock.ts';
import { createEventHub, dropEvents } from './event-hub.ts';
import type { FieldStore } from './field-store.ts';

/** Playback speeds, as multiples of real time. */
export const PLAYBACK_SPEEDS = [0.25, 0.5, 1, 2, 4] as const;

/** One of `PLAYBACK_SPEEDS`. */
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number];

/** What a player of replays shows. Changes only when a shown value changes, at most about ten times a second. */
export interface PlaybackState {
  readonly phase: 'playing' | 'paused' | 'ended';
  /** Round time on show, ms. */
  readonly timeMs: number;
  /** Length of the round, ms. */
  readonly durationMs: number;
  readonly speed: PlaybackSpeed;
  readonly score: number;
  /** Whole seconds left, rounded up. */
  readonly secondsLeft: number;
  readonly combo: number;
  readonly level: number;
  readonly popped: number;
}

/** What `createPlaybackStore` takes. */
export interface PlaybackStoreOptions {
  /** What `decodeReplay` returned. */
  readonly replay: Replay;
  /** The replay's rule set, if it is not one of the engine's. */
  readonly rules?: Rules;
}

/** A replay being watched: a zustand store of what its player shows, and the round itself. Starts paused at 0. */
export interface PlaybackStore
  extends FieldStore, Pick<StoreApi<PlaybackState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Plays on; from the start if it had ended. */
  play(): void;
  /** Goes to a round time, in ms (held within the round), without playing the events on the way. */
  seek(timeMs: number): void;
  /** Sets the speed. It changes nothing else. */
  setSpeed(speed: PlaybackSpeed): void;
}

/** Least time between two changes of the state while playing, ms. */
const SHOW_EVERY_MS = 100;

/** Creates a store that plays a replay. Throws for rules that the engine does not know, which `decodeReplay` never lets by. */
export function createPlaybackStore(options: PlaybackStoreOptions): PlaybackStore {
  const playback = openPlayback(options.replay, options.rules && [options.rules]);
  const { round, durationMs } = playback;
  const state = createStore<PlaybackState>(() => ({
    phase: 'paused',
    durationMs,
    speed: 1,
    ...shownOf(round),
  }));
  const hub = createEventHub();
  const clock = new DisplayClock();
  /** Counts the display time since the state last changed. */
  const sinceHudUpdate = new DisplayClock();
  let generation = 0;

  function moveTo(timeMs: number): void {
    const held = Math.min(Math.max(Math.round(timeMs), 0), durationMs);
    playback.seek(held);
    dropEvents(round);
    clock.moveTo(held);
    clock.halt();
    generation++;
  }

  return {
    getState: state.getState,
    getInitialState: state.getInitialState,
    subscribe: state.subscribe,
    listen: hub.listen,
    round,
    get generation() {
      return generation;
    },
    play() {
      const { phase } = state.getState();
      if (phase === 'playing') return;
      if (phase === 'ended') moveTo(0);
      clock.halt();
      state.setState({ phase: 'playing', ...shownOf(round) });
    },
    pause() {
      if (state.getState().phase !== 'playing') return false;
      state.setState({ phase: 'paused', ...shownOf(round) });
      return true;
    },
    seek(timeMs) {
      if (Number.isNaN(timeMs)) return;
      moveTo(timeMs);
      const { phase } = state.getState();
      state.setState({ phase: phase === 'ended' ? 'paused' : phase, ...shownOf(round) });
    },
    setSpeed(speed) {
      if (speed !== state.getState().speed) state.setState({ speed });
    },
    frame(nowMs) {
      const lapseMs = clock.lapse(nowMs);
      const { phase, speed } = state.getState();
      // After a sleep the replay continues from where it was.
      if (phase !== 'playing' || lapseMs > LONGEST_GAP_MS) return;
      clock.advance(lapseMs * speed);
      sinceHudUpdate.advance(lapseMs);
      const isEnd = clock.timeMs >= durationMs;
      playback.seek(isEnd ? durationMs : clock.timeMs);
      hub.dispatch(round);
      if (!isEnd && sinceHudUpdate.timeMs < SHOW_EVERY_MS) return;
      sinceHudUpdate.moveTo(0);
      state.setState({ phase: isEnd ? 'ended' : 'playing', ...shownOf(round) });
    },
  };
}

/** What is shown of a round. */
function shownOf(round: Round): Pick<PlaybackState, 'timeMs' | 'score' | 'secondsLeft' | 'combo' | 'level' | 'popped'> {
  const { timeMs, score, combo, level, popped } = round;
  return { timeMs, score, secondsLeft: Math.ceil(round.timeLeftMs / 1_000), combo, level, popped };
}
