import type { Round, RoundEvent } from '@popfray/engine';
import type { PointerPlace } from '@popfray/protocol/battle';

/** Why a round's time stopped: the player's choice, a page in the background, or a page that drew no frame for too long. */
export type PauseCause = 'player' | 'hidden' | 'gap';

/** What `BubbleField` and the sounds need of a store: a round that follows display time, and its events. */
export interface FieldStore {
  /** The round on show, or null before the first one. */
  readonly round: Round | null;
  /** Counts the discontinuities: a new round, a reset, a seek. A view drops its particles and captions when it changes. */
  readonly generation: number;
  /**
   * Brings the round to a display frame. Call it once a frame, before drawing. Allocates nothing unless something shown
   * changes.
   * @param nowMs display time of the frame, ms on any clock that never goes back (`performance.now()` of the frame)
   */
  frame(nowMs: number): void;
  /** Stops the round's time, if it may be stopped; by the player's choice unless another cause is given. Returns whether it stopped something. */
  pause(cause?: PauseCause): boolean;
  /**
   * Calls `listener` with every event of the round, once, in order. The event object is reused: copy what you keep.
   * Returns the function that stops it.
   */
  listen(listener: (event: RoundEvent) => void): () => void;
}

/** A place of the pointer, or a contact or a key by which a click was made. */
export interface PointerReport extends Pick<PointerPlace, 'xPx' | 'yPx' | 'device' | 'radiusPx' | 'isPress'> {
  /** Time of the event, ms as of `performance.now()`; null for the time of the displayed frame, at which clicks are judged. */
  readonly atMs: number | null;
}

/** A field store whose round a person plays. */
export interface PlayableStore extends FieldStore {
  /** Records a position of the pointer. Only stores that send the pointer's path have this method. Call it before `pop`. */
  point?(report: PointerReport): void;
  /** A click at a point of the field, in px, judged at what the last frame showed. */
  pop(xPx: number, yPx: number): void;
}

/** What the sounds read of a store besides its events. */
export interface HasSeconds {
  /** Whole seconds left, rounded up. */
  readonly secondsLeft: number;
}

/** A field store whose shown values can be followed: every store of this package. */
export interface ShownStore extends FieldStore {
  subscribe(listener: (state: HasSeconds, previous: HasSeconds) => void): () => void;
}
