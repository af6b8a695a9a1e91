/** Longest time between two frames that still counts as watching, ms. After more the page was asleep. */
export const LONGEST_GAP_MS = 1_000;

/**
 * Turns the display's time into a round's time. It runs only from one frame to the next: the first frame after `halt`
 * moves nothing, however much time has passed.
 */
export class DisplayClock {
  /** Exact place in the round, ms, with fractions. */
  #roundMs = 0.5;
  #lastFrameMs = Number.NaN;

  constructor() {
    this.moveTo(0);
  }

  /** Integer ms of the round that the display has reached. */
  get timeMs(): number {
    return Math.floor(this.#roundMs);
  }

  /** Puts the clock at a time of the round, in ms. */
  moveTo(timeMs: number): void {
    this.#roundMs = timeMs;
  }

  /** Forgets the last frame. */
  halt(): void {
    this.#lastFrameMs = Number.NaN;
  }

  /** Takes note of a frame at `nowMs`. Returns the ms since the frame before; 0 for the first, and if time went back. */
  lapse(nowMs: number): number {
    const lapseMs = nowMs - this.#lastFrameMs;
    this.#lastFrameMs = nowMs;
    return lapseMs > 0 ? lapseMs : 0;
  }

  /** Advances the round time by some ms. */
  advance(ms: number): void {
    this.#roundMs += ms;
  }
}
