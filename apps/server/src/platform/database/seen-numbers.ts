/** How long after a higher number a skipped one can still appear, ms: far longer than a transaction takes. */
const LATE_MS = 5 * 60_000;

/** How far below the highest number skipped ones are looked for. */
const MAX_BEHIND = 1_000;

/**
 * The numbers of a table's rows that a reader has seen, for readers that read each row once. PostgreSQL gives a row its number before its
 * transaction commits, so a row can appear after rows with higher numbers. Numbers that were skipped are therefore looked for again.
 */
export class SeenNumbers {
  #last = 0;
  /** Skipped numbers in their order, each with the time at which a higher one was seen, epoch ms. */
  readonly #skipped = new Map<number, number>();

  /** Every row that was not seen has a higher number than this. */
  floor(nowMs: number): number {
    for (const [number, sinceMs] of this.#skipped) {
      if (nowMs - sinceMs < LATE_MS && this.#last - number < MAX_BEHIND) return number - 1;
      this.#skipped.delete(number);
    }
    return this.#last;
  }

  /** Notes the number of a row. Returns whether the row is seen for the first time. */
  add(number: number, nowMs: number): boolean {
    if (number <= this.#last) return this.#skipped.delete(number);
    for (let skipped = Math.max(this.#last + 1, number - MAX_BEHIND); skipped < number; skipped++)
      this.#skipped.set(skipped, nowMs);
    this.#last = number;
    return true;
  }
}
