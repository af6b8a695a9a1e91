/** How long a player who connects waits for a battle whose process may be gone, ms: until its lease has expired, and for a search after that. */
const WAIT_MS = 2_000;

interface Wait {
  readonly sessionId: string;
  /** Epoch ms. */
  readonly until: number;
  readonly resolve: () => void;
}

/** Connections to battles that this process does not have yet. */
export class WaitingConnections {
  readonly #waits = new Set<Wait>();

  /** When the first wait ends, epoch ms; Infinity without one. */
  get dueAt(): number {
    let dueAt = Infinity;
    for (const { until } of this.#waits) dueAt = Math.min(dueAt, until);
    return dueAt;
  }

  /** Waits for a session's battle. Resolves with the turn that finds it, or after a while. */
  async waitFor(sessionId: string, nowMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waits.add({ sessionId, until: nowMs + WAIT_MS, resolve });
    });
  }

  /** Ends the waits whose battle is there, and those that took too long. */
  end(nowMs: number, hasBattle: (sessionId: string) => boolean): void {
    for (const wait of this.#waits) {
      if (nowMs < wait.until && !hasBattle(wait.sessionId)) continue;
      this.#waits.delete(wait);
      wait.resolve();
    }
  }
}
