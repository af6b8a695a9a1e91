/** How long a player who connects waits for a battle whose process may be gone, ms: until its lease has expired, and for a search after that. */
const WAIT_MS = 2_000;

interface Wait {
  readonly isOver: () => boolean;
  /** Epoch ms. */
  readonly until: number;
  readonly resolve: () => void;
}

/** Connections that wait for a battle which this process does not have yet, or for what a battle is storing. */
export class WaitingConnections {
  readonly #waits = new Set<Wait>();

  /** When the first wait ends, epoch ms; Infinity without one. */
  get dueAt(): number {
    let dueAt = Infinity;
    for (const { until } of this.#waits) dueAt = Math.min(dueAt, until);
    return dueAt;
  }

  /** Resolves with the turn that finds that a wait is over, or after a while. */
  async waitUntil(isOver: () => boolean, nowMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waits.add({ isOver, until: nowMs + WAIT_MS, resolve });
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
