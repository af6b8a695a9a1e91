/** Duration of one measurement, ms. */
const READING_MS = 500;

/** Number of measurements over which late frames are counted: ten seconds. */
const READINGS = 20;

/** A frame this long after the previous one is late, ms, at the target frame rate. One missed refresh of a 60 Hz screen takes 33 ms. */
const LATE_MS = (1_000 / 60) * 1.4;

/** A longer gap means a pause or a hidden tab, not a slow frame, ms. */
const GAP_MS = 1_000;

/** Counts frames without allocating memory. */
export class FrameMeter {
  /** Frames per second, in the last measurement. */
  fps = 0;
  /** Late frames in the last ten seconds. */
  late = 0;
  readonly #lateOf = new Uint16Array(READINGS);
  #reading = 0;
  #frames = 0;
  #lateNow = 0;
  #lastMs = Number.NaN;
  #sinceMs = Number.NaN;

  /** Records a frame at `nowMs` of a monotonic clock. Returns whether a measurement is complete. */
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
