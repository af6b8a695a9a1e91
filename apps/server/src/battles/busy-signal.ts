/** A turn that comes more than this after what was due is late, ms. */
const LATE_MS = 40;

/** Late turns of one series are not further apart than this, ms. */
const GAP_MS = 400;

/** A series that is longer than this means that the process is busy, ms. A collection of garbage makes one turn late, or several within this time. */
const SERIES_MS = 400;

/** How long the process is taken to be busy after the latest turn of such a series, ms. */
const BUSY_MS = 2_000;

/** Finds out from the lateness of turns whether the process has too much to do. A busy one sends scores less often: decision 0094. */
export class BusySignal {
  #seriesAt = Number.NEGATIVE_INFINITY;
  #lateAt = Number.NEGATIVE_INFINITY;
  #busyUntil = Number.NEGATIVE_INFINITY;

  /** Takes the lateness of a turn, ms, and its time, epoch ms. */
  noteTurn(lateMs: number, nowMs: number): void {
    if (lateMs <= LATE_MS) return;
    if (nowMs - this.#lateAt > GAP_MS) this.#seriesAt = nowMs;
    this.#lateAt = nowMs;
    if (nowMs - this.#seriesAt > SERIES_MS) this.#busyUntil = nowMs + BUSY_MS;
  }

  isBusy(nowMs: number): boolean {
    return nowMs < this.#busyUntil;
  }
}
