/** How long frames are counted for one reading, ms. */
const READING_MS = 500;

/** Readings over which late frames are added up: ten seconds. */
const READINGS = 20;

/** ms from one frame to the next, at the rate asked for, from which the later one is late: one missed refresh of a 60 Hz screen is 33. */
const LATE_MS = (1_000 / 60) * 1.4;

/** A longer gap is a pause or a hidden tab, not a slow frame, ms. */
const GAP_MS = 1_000;

/** Counts frames. Nothing is allocated for one. */
export class FrameMeter {
  /** Frames a second, at the last reading. */
  fps = 0;
  /** Late frames in the last ten seconds, at the last reading. */
  late = 0;
  readonly #lateOf = new Uint16Array(READINGS);
  #reading = 0;
  #frames = 0;
  #lateNow = 0;
  #lastMs = Number.NaN;
  #sinceMs = Number.NaN;

  /** Takes note of a frame at `nowMs`, on a clock that never goes back. Returns whether that made a new reading. */
  frame(nowMs: number): boolean {
    const lapseMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (!(lapseMs < GAP_MS)) {
      this.#sinceMs = nowMs;
      this.#frames = 0;
      return false;
    }
    this.#frames++;
    if (lapseMs > LATE_MS) this.#lateNow++;
    const countedMs = nowMs - this.#sinceMs;
    if (countedMs < READING_MS) return false;
    this.fps = Math.round((this.#frames * 1_000) / countedMs);
    this.#lateOf[this.#reading] = this.#lateNow;
    this.late = 0;
    for (const late of this.#lateOf) this.late += late;
    this.#reading = (this.#reading + 1) % READINGS;
    this.#lateNow = 0;
    this.#sinceMs = nowMs;
    this.#frames = 0;
    return true;
  }
}
