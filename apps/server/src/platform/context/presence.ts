/** How a player stands in a battle that is played now. */
export interface LiveScore {
  readonly score: number;
  readonly source: 'verified' | 'reported';
}

/** What is true only while this process runs: open sockets, and scores of battles at play. Nothing of it is on the disk. */
export interface Presence {
  /** A visitor's socket is open. `visitor` is the player's address, or an id of the socket's own. Returns how to take it back. */
  arrive(visitor: string): () => void;
  /** Different visitors whose sockets are open. */
  readonly visitors: number;
  /** A player's socket is in a battle; returns how to take it back. */
  enter(sessionId: string, userId: string): () => void;
  isConnected(sessionId: string, userId: string): boolean;
  /** Notes a live score; null forgets all of a session's. */
  score(sessionId: string, userId: string, score: LiveScore): void;
  scoreOf(sessionId: string, userId: string): LiveScore | null;
  forget(sessionId: string): void;
}

/** Nobody is here. */
export function createPresence(): Presence {
  const visitors = new Counter();
  const players = new Counter();
  const scores = new Map<string, Map<string, LiveScore>>();
  const seatOf = (sessionId: string, userId: string): string => `${sessionId} ${userId}`;
  return {
    arrive: (visitor) => visitors.add(visitor),
    get visitors() {
      return visitors.size;
    },
    enter: (sessionId, userId) => players.add(seatOf(sessionId, userId)),
    isConnected: (sessionId, userId) => players.has(seatOf(sessionId, userId)),
    score(sessionId, userId, score) {
      const ofSession = scores.get(sessionId) ?? new Map<string, LiveScore>();
      scores.set(sessionId, ofSession);
      ofSession.set(userId, score);
    },
    scoreOf: (sessionId, userId) => scores.get(sessionId)?.get(userId) ?? null,
    forget: (sessionId) => void scores.delete(sessionId),
  };
}

/** Counts names; one is there as long as it was added more often than taken back. */
class Counter {
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#counts.size;
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  add(name: string): () => void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (this.#counts.get(name) ?? 1) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    };
  }
}
