/** One step of quality. */
export interface Quality {
  /** Factor on the resolution. */
  readonly resolution: number;
  /** Share of particles that pops give. */
  readonly particles: number;
}

/** From the best to the least: first resolution is given up, then particles. The simulation never is. */
export const QUALITY_STEPS: readonly Quality[] = [
  { resolution: 1, particles: 1 },
  { resolution: 0.8, particles: 1 },
  { resolution: 0.65, particles: 1 },
  { resolution: 0.65, particles: 0.5 },
  { resolution: 0.65, particles: 0 },
];

/** ms a frame may take at the rate asked for: 60 a second. */
const FRAME_MS = 1_000 / 60;
/** A frame is late when it takes this much longer than it may: one missed refresh of a 60 Hz screen is 2. */
const LATE = 1.4;
/** Frames judged together. */
const WINDOW = 45;
/** Late frames in a window, of WINDOW, that make the governor step down. */
const LATE_TOO_MANY = 9;
/** Late frames in a window, of WINDOW, that still count as smooth. */
const LATE_SMOOTH = 1;
/** Windows in a row that are neither bad nor smooth, after which the governor steps down as well. */
const UNEASY_WINDOWS = 3;
/** Frames ignored after a step: allocating the new size makes a few frames late. */
const SETTLE = 12;
/** Smooth windows in a row before the first try at a step up; each failed try doubles them. */
const SMOOTH_WINDOWS = 6;
/** Failed tries at a step up after which the governor stays where it is. */
const TRIES = 3;
/** Windows after a step up within which a step down means that the try has failed. */
const TRIAL_WINDOWS = 8;
/** A longer gap is a pause or a hidden tab, not a slow frame, ms. */
const GAP_MS = 250;

/**
 * Chooses the quality from how long frames take, in windows of frames. It goes down as soon as a window is bad and up
 * only after a long smooth time, ever longer after each try that failed, so that it cannot swing. A screen that shows
 * fewer than 60 frames a second looks like lateness that no step mends: then the governor takes that pace as given and
 * returns to the best quality.
 */
export class Governor {
  #step = 0;
  #frames = 0;
  #late = 0;
  #settling = SETTLE;
  #smoothWindows = 0;
  #uneasyWindows = 0;
  #smoothNeeded = SMOOTH_WINDOWS;
  #triesLeft = TRIES;
  #trialWindows = 0;
  #frameMs = FRAME_MS;
  #fastestMs = Number.POSITIVE_INFINITY;

  /** Index into QUALITY_STEPS, 0 the best. */
  get step(): number {
    return this.#step;
  }

  get quality(): Quality {
    return QUALITY_STEPS[this.#step] ?? { resolution: 1, particles: 1 };
  }

  /** Takes the time of a frame, ms since the one before. True when the quality has changed. */
  frame(elapsedMs: number): boolean {
    if (!(elapsedMs > 0) || elapsedMs > GAP_MS) {
      this.#startWindow();
      return false;
    }
    if (this.#settling > 0) {
      this.#settling--;
      return false;
    }
    this.#frames++;
    if (elapsedMs > this.#frameMs * LATE) this.#late++;
    if (elapsedMs < this.#fastestMs) this.#fastestMs = elapsedMs;
    if (this.#late >= LATE_TOO_MANY) return this.#windowWasBad();
    if (this.#frames < WINDOW) return false;
    return this.#windowWasFine();
  }

  #windowWasBad(): boolean {
    const failedTrial = this.#trialWindows > 0;
    if (failedTrial) {
      this.#triesLeft--;
      this.#smoothNeeded *= 2;
      this.#trialWindows = 0;
    }
    this.#smoothWindows = 0;
    this.#uneasyWindows = 0;
    if (this.#step < QUALITY_STEPS.length - 1) {
      this.#step++;
      this.#startWindow();
      this.#settling = SETTLE;
      return true;
    }
    // Nothing is left to give up. If no frame came sooner than this pace allows, it is the screen's.
    if (this.#fastestMs > this.#frameMs * LATE) {
      this.#frameMs = this.#fastestMs;
      this.#startWindow();
      this.#settling = SETTLE;
      this.#step = 0;
      this.#smoothNeeded = SMOOTH_WINDOWS;
      return true;
    }
    this.#startWindow();
    return false;
  }

  #windowWasFine(): boolean {
    const smooth = this.#late <= LATE_SMOOTH;
    this.#startWindow();
    if (this.#trialWindows > 0 && --this.#trialWindows === 0) this.#smoothNeeded = SMOOTH_WINDOWS;
    this.#smoothWindows = smooth ? this.#smoothWindows + 1 : 0;
    this.#uneasyWindows = smooth ? 0 : this.#uneasyWindows + 1;
    if (this.#uneasyWindows === UNEASY_WINDOWS && this.#step < QUALITY_STEPS.length - 1) return this.#windowWasBad();
    if (this.#step === 0 || this.#triesLeft === 0 || this.#smoothWindows < this.#smoothNeeded) return false;
    this.#step--;
    this.#smoothWindows = 0;
    this.#trialWindows = TRIAL_WINDOWS;
    this.#settling = SETTLE;
    return true;
  }

  #startWindow(): void {
    this.#frames = 0;
    this.#late = 0;
    this.#fastestMs = Number.POSITIVE_INFINITY;
  }
}
