interface Wait {
  readonly isOver: () => boolean;
  /** Epoch ms. */
  readonly until: number;
  readonly resolve: () => void;
}

/**
 * What waits for the battles of this process, each with a timeout: connections that wait for a battle which this process does not have yet, or for what a
 * battle is storing, and a stop that waits for battles to end.
 */
export class TimedWaits {
  readonly #waits = new Set<Wait>();

  /** When the first wait ends, epoch ms; Infinity without one. */
  get dueAt(): number {
    let dueAt = Infinity;
    for (const { until } of this.#waits) dueAt = Math.min(dueAt, until);
    return dueAt;
  }

  /** Resolves with the first call of `end` that finds that a wait is over, or that it has taken too long. */
  async waitUntil(isOver: () => boolean, until: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waits.add({ isOver, until, resolve });
    });
  }

  /** Ends the waits that are over, and those that took too long. */
  end(nowMs: number): void {
    for (const wait of this.#waits) {
      if (nowMs < wait.until && !wait.isOver()) continue;
      this.#waits.delete(wait);
      wait.resolve();
    }
  }
}
