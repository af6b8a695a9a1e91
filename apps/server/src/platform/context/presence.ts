/** A player's score in a battle that is being played. */
export interface LiveScore {
  readonly score: number;
  readonly source: 'verified' | 'reported';
}

/** What only this process knows: open sockets, and scores of live battles. Nothing of it is stored. */
export interface Presence {
  /** Notes an open socket. `visitor` is the player's address, or an id of the socket. Call the returned function when it closes. */
  addVisitor(visitor: string): () => void;
  /** Different visitors whose sockets are open. */
  readonly visitors: number;
  /** Notes a player's connection to a battle. Call the returned function when it ends. */
  addPlayer(sessionId: string, userId: string): () => void;
  isConnected(sessionId: string, userId: string): boolean;
  /** Notes a live score. */
  score(sessionId: string, userId: string, score: LiveScore): void;
  scoreOf(sessionId: string, userId: string): LiveScore | null;
  forget(sessionId: string): void;
}

/** Creates a presence without sockets. */
export function createPresence(): Presence {
  const visitors = new Counter();
  const players = new Counter();
  const scores = new Map<string, Map<string, LiveScore>>();
  const seatOf = (sessionId: string, userId: string): string => `${sessionId} ${userId}`;
  return {
    addVisitor: (visitor) => visitors.add(visitor),
    get visitors() {
      return visitors.size;
    },
    addPlayer: (sessionId, userId) => players.add(seatOf(sessionId, userId)),
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

/** A multiset of names. */
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
