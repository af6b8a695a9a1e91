/** A live bubble as a view sees it. `bubbleAt` fills one that the caller owns, so asking allocates nothing. */
export interface Bubble {
  /** Number of the bubble within its round, from 0. */
  id: number;
  /** Centre, px in the field. Below the field or above it while a bubble rises in or out. */
  xPx: number;
  yPx: number;
  radiusPx: number;
  /** Index into the skin's colours. */
  colour: number;
  isBoss: boolean;
  /** Whether the bubble is the other chain's. */
  isForeign: boolean;
  /** Clicks of power 1 it still takes to pop. 1 for all but bosses. */
  health: number;
  fullHealth: number;
  /** Points a pop gives before combo and upgrades. */
  points: number;
  /** Round time of its spawn, ms. */
  bornMs: number;
}

/** A bubble to be filled by `bubbleAt`. Its coordinates start as fractions so that writing them never allocates. */
export const createBubble = (): Bubble => ({
  id: -1,
  xPx: 0.5,
  yPx: 0.5,
  radiusPx: 0,
  colour: 0,
  isBoss: false,
  isForeign: false,
  health: 0,
  fullHealth: 0,
  points: 0,
  bornMs: 0,
});
