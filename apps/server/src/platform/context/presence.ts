/** A player's score in a battle that is being played. */
export interface LiveScore {
  readonly score: number;
  readonly source: 'verified' | 'reported';
}

/** Open sockets, and scores of live battles: of this process, or of all nodes of a cluster. Nothing of it is stored. */
export interface Presence {
  /** Notes an open socket of a player, or of a visitor without an address. Call the returned function when it closes. */
  addVisitor(address: string | null): () => void;
  /** Whether a signed-in player has an open socket. */
  isVisiting(address: string): boolean;
  /** Different visitors whose sockets are open. Each socket without an address is one. */
  readonly visitors: number;
  /** Notes a player's connection to a battle. Call the returned function when it ends. */
  addPlayer(sessionId: string, userId: string): () => void;
  isConnected(sessionId: string, userId: string): boolean;
  /** Notes a live score. */
  score(sessionId: string, userId: string, score: LiveScore): void;
  scoreOf(sessionId: string, userId: string): LiveScore | null;
  forget(sessionId: string): void;
}

/** Creates a presence without sockets, for a server that is alone. */
export const createPresence = (): Presence => new LocalPresence();

/** The name of a seat among the connected players. */
export const seatOf = (sessionId: string, userId: string): string => `${sessionId} ${userId}`;

/** What is connected to this process. */
export class LocalPresence implements Presence {
  /** Sockets without an address. */
  anonymous = 0;
  /** Addresses of players with sockets. */
  readonly players = new Counter();
  /** Seats with connections, by `seatOf`. */
  readonly seats = new Counter();
  /** Live scores by session and player. */
  readonly scores = new Map<string, Map<string, LiveScore>>();

  get visitors(): number {
    return this.anonymous + this.players.size;
  }

  isVisiting(address: string): boolean {
    return this.players.has(address);
  }

  addVisitor(address: string | null): () => void {
    if (address !== null) return this.players.add(address);
    this.anonymous++;
    return once(() => this.anonymous--);
  }

  addPlayer(sessionId: string, userId: string): () => void {
    return this.seats.add(seatOf(sessionId, userId));
  }

  isConnected(sessionId: string, userId: string): boolean {
    return this.seats.has(seatOf(sessionId, userId));
  }

  score(sessionId: string, userId: string, score: LiveScore): void {
    const ofSession = this.scores.get(sessionId) ?? new Map<string, LiveScore>();
    this.scores.set(sessionId, ofSession);
    ofSession.set(userId, score);
  }

  scoreOf(sessionId: string, userId: string): LiveScore | null {
    return this.scores.get(sessionId)?.get(userId) ?? null;
  }

  forget(sessionId: string): void {
    this.scores.delete(sessionId);
  }
}

/** A multiset of names. */
export class Counter {
  readonly #counts = new Map<string, number>();

  /** Number of different names. */
  get size(): number {
    return this.#counts.size;
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  names(): Iterable<string> {
    return this.#counts.keys();
  }

  /** Adds a name, until the returned function is called. */
  add(name: string): () => void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return once(() => {
      const left = (this.#counts.get(name) ?? 1) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    });
  }
}

/** A function that works the first time that it is called. */
function once(work: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
