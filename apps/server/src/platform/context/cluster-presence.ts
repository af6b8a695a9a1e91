import type { RedisLink } from '../redis/index.ts';
import { Counter, LocalPresence, seatOf, type LiveScore, type Presence } from './presence.ts';
import { beginningOf, encodePresence, parsePresence, type PresenceMessage } from './presence-message.ts';

/** The channel of the messages. */
const CHANNEL = 'presence';

/** Interval of the messages about changes, ms. */
const CHANGES_EVERY_MS = 250;

/** A message is sent at least this often, ms, so that the others know that the node is alive. */
const MESSAGE_EVERY_MS = 1_000;

/** A node that is silent for this long is gone, with all that it had, ms. */
const EXPIRE_AFTER_MS = 5_000;

/** Most nodes. */
const MAX_NODES = 1_000;

/** A presence of all nodes. */
export interface ClusterPresence extends Presence {
  /** How many changes wait for the next message. A message with everything needs none of them. */
  readonly pendingChanges: number;
  /** Ends the exchange with other nodes. */
  stop(): void;
}

/** What another node has. */
interface RemotePart {
  number: number;
  heardAtMs: number;
  anonymous: number;
  /** How to remove each of its players and seats from what is counted for all nodes. */
  readonly players: Map<string, () => void>;
  readonly seats: Map<string, { readonly sessionId: string; readonly remove: () => void }>;
  readonly scores: Map<string, Map<string, LiveScore>>;
}

/**
 * Creates a presence that the nodes of a cluster share: each sends its part and what has changed in it, and keeps the parts of the others until they are
 * silent. Reading waits for nothing. `onSession` is called for each session whose players connect or disconnect at another node.
 */
export function createClusterPresence(
  redis: RedisLink,
  now: () => number,
  onSession: (sessionId: string) => void,
): ClusterPresence {
  return new SharedPresence(redis, now, onSession);
}

class SharedPresence implements ClusterPresence {
  readonly #redis: RedisLink;
  readonly #ownBeginning: Buffer;
  readonly #now: () => number;
  readonly #onSession: (sessionId: string) => void;
  readonly #local = new LocalPresence();
  readonly #parts = new Map<string, RemotePart>();
  /** Players and seats of all nodes, this one included. */
  readonly #players = new Counter();
  readonly #seats = new Counter();
  #remoteAnonymous = 0;
  #number = 0;
  #sentAtMs = -Infinity;
  /** The next message has all that this node has. */
  #isFullWanted = true;
  /** What has changed since the last message, unless the next one has everything: addresses, seats as session and player, players of sessions with scores, and sessions. */
  readonly #changedPlayers = new Set<string>();
  readonly #changedSeats = new Map<string, readonly [sessionId: string, userId: string]>();
  readonly #changedScores = new Map<string, Set<string>>();
  readonly #forgotten = new Set<string>();
  #sentAnonymous = 0;
  readonly #ends: (() => void)[];

  constructor(redis: RedisLink, now: () => number, onSession: (sessionId: string) => void) {
    this.#redis = redis;
    this.#ownBeginning = beginningOf(redis.nodeId);
    this.#now = now;
    this.#onSession = onSession;
    const interval = setInterval(() => this.#turn(), CHANGES_EVERY_MS).unref();
    this.#ends = [
      redis.subscribe(CHANNEL, (data) => this.#receive(data)),
      redis.onRestored(() => this.#ask()),
      () => clearInterval(interval),
    ];
    this.#ask();
  }

  get visitors(): number {
    return this.#local.anonymous + this.#remoteAnonymous + this.#players.size;
  }

  isVisiting(address: string): boolean {
    return this.#players.has(address);
  }

  addVisitor(address: string | null): () => void {
    if (address === null) return this.#local.addVisitor(null);
    const ends = [this.#local.addVisitor(address), this.#players.add(address)];
    const note = (): void => {
      if (!this.#isFullWanted) this.#changedPlayers.add(address);
    };
    note();
    return () => {
      for (const end of ends) end();
      note();
    };
  }

  addPlayer(sessionId: string, userId: string): () => void {
    const seat = seatOf(sessionId, userId);
    const ends = [this.#local.addPlayer(sessionId, userId), this.#seats.add(seat)];
    const note = (): void => {
      if (!this.#isFullWanted) this.#changedSeats.set(seat, [sessionId, userId]);
    };
    note();
    return () => {
      for (const end of ends) end();
      note();
    };
  }

  isConnected(sessionId: string, userId: string): boolean {
    return this.#seats.has(seatOf(sessionId, userId));
  }

  score(sessionId: string, userId: string, score: LiveScore): void {
    this.#local.score(sessionId, userId, score);
    if (this.#isFullWanted) return;
    const changed = this.#changedScores.get(sessionId);
    if (changed === undefined) this.#changedScores.set(sessionId, new Set([userId]));
    else changed.add(userId);
  }

  scoreOf(sessionId: string, userId: string): LiveScore | null {
    const own = this.#local.scoreOf(sessionId, userId);
    if (own !== null) return own;
    for (const { scores } of this.#parts.values()) {
      const score = scores.get(sessionId)?.get(userId);
      if (score !== undefined) return score;
    }
    return null;
  }

  forget(sessionId: string): void {
    this.#local.forget(sessionId);
    this.#changedScores.delete(sessionId);
    if (!this.#isFullWanted) this.#forgotten.add(sessionId);
  }

  stop(): void {
    for (const end of this.#ends) end();
  }

  /** Sends what has changed, and removes nodes that are silent. */
  #turn(): void {
    const nowMs = this.#now();
    for (const [id, part] of this.#parts) if (nowMs - part.heardAtMs > EXPIRE_AFTER_MS) this.#remove(id, part);
    // What changes while Redis is away is a part of the full message that is sent when it is back. Nothing of it is kept besides, however long that takes.
    if (!this.#redis.isUsable) this.#wantFull();
    else if (this.#isFullWanted) this.#send('full', nowMs);
    else if (this.#hasChanged() || nowMs - this.#sentAtMs >= MESSAGE_EVERY_MS) this.#send('change', nowMs);
  }

  get pendingChanges(): number {
    return this.#changes.reduce((sum, { size }) => sum + size, 0);
  }

  get #changes() {
    return [this.#changedPlayers, this.#changedSeats, this.#changedScores, this.#forgotten];
  }

  #hasChanged(): boolean {
    return this.#local.anonymous !== this.#sentAnonymous || this.pendingChanges > 0;
  }

  /** Has everything sent with the next message, which makes what has changed since the last one superfluous. */
  #wantFull(): void {
    this.#isFullWanted = true;
    for (const changes of this.#changes) changes.clear();
  }

  #ask(): void {
    const empty = { players: [], seats: [], scores: [], forgotten: [] };
    const question = { from: this.#redis.nodeId, type: 'question', number: 0, anonymous: 0, ...empty } as const;
    this.#redis.publish(CHANNEL, encodePresence(question));
    this.#wantFull();
  }

  #send(type: 'full' | 'change', nowMs: number): void {
    const { anonymous } = this.#local;
    const lists = type === 'full' ? this.#listAll() : this.#listChanges();
    this.#redis.publish(
      CHANNEL,
      encodePresence({ from: this.#redis.nodeId, type, number: ++this.#number, anonymous, ...lists }),
    );
    this.#sentAtMs = nowMs;
    this.#sentAnonymous = anonymous;
    this.#isFullWanted = false;
    for (const changes of this.#changes) changes.clear();
  }

  #listAll(): Lists {
    const { players, seats, scores } = this.#local;
    return {
      players: Array.from(players.names(), (address) => [address, true]),
      seats: Array.from(seats.names(), (seat) => {
        const [sessionId = '', ...userId] = seat.split(' ');
        return [sessionId, userId.join(' '), true];
      }),
      scores: [...scores].flatMap(([sessionId, ofSession]) =>
        Array.from(ofSession, ([userId, score]) => listScore(sessionId, userId, score)),
      ),
      forgotten: [],
    };
  }

  #listChanges(): Lists {
    const { players, scores } = this.#local;
    return {
      players: Array.from(this.#changedPlayers, (address) => [address, players.has(address)]),
      seats: Array.from(this.#changedSeats.values(), ([sessionId, userId]) => [
        sessionId,
        userId,
        this.#local.isConnected(sessionId, userId),
      ]),
      scores: [...this.#changedScores].flatMap(([sessionId, userIds]) =>
        [...userIds].flatMap((userId) => {
          const score = scores.get(sessionId)?.get(userId);
          return score === undefined ? [] : [listScore(sessionId, userId, score)];
        }),
      ),
      forgotten: [...this.#forgotten],
    };
  }

  #receive(data: Buffer): void {
    if (data.subarray(0, this.#ownBeginning.length).equals(this.#ownBeginning)) return;
    const message = parsePresence(data);
    if (message === null || message.from === this.#redis.nodeId) return;
    const { from, type, number } = message;
    if (type === 'question') {
      this.#wantFull();
      return;
    }
    const known = this.#parts.get(from);
    if (type === 'change') {
      if (known?.number === number - 1) this.#apply(known, message);
      else if (known === undefined || number > known.number) this.#ask();
      return;
    }
    if (known === undefined && this.#parts.size >= MAX_NODES) return;
    if (known !== undefined) this.#remove(from, known);
    const part = { number, heardAtMs: 0, anonymous: 0, players: new Map(), seats: new Map(), scores: new Map() };
    this.#parts.set(from, part);
    this.#apply(part, message);
  }

  /** Changes the part of another node as its message says. */
  #apply(part: RemotePart, { number, anonymous, players, seats, scores, forgotten }: PresenceMessage): void {
    part.number = number;
    part.heardAtMs = this.#now();
    this.#remoteAnonymous += anonymous - part.anonymous;
    part.anonymous = anonymous;
    for (const [address, isIn] of players) {
      part.players.get(address)?.();
      if (isIn) part.players.set(address, this.#players.add(address));
      else part.players.delete(address);
    }
    for (const [sessionId, userId, isIn] of seats) {
      const seat = seatOf(sessionId, userId);
      part.seats.get(seat)?.remove();
      if (isIn) part.seats.set(seat, { sessionId, remove: this.#seats.add(seat) });
      else part.seats.delete(seat);
    }
    for (const sessionId of forgotten) part.scores.delete(sessionId);
    for (const [sessionId, userId, score, isVerified] of scores) {
      const ofSession = part.scores.get(sessionId) ?? new Map<string, LiveScore>();
      part.scores.set(sessionId, ofSession.set(userId, { score, source: isVerified ? 'verified' : 'reported' }));
    }
    for (const sessionId of new Set(seats.map(([id]) => id))) this.#onSession(sessionId);
  }

  /** Removes all that another node has. */
  #remove(id: string, part: RemotePart): void {
    this.#parts.delete(id);
    this.#remoteAnonymous -= part.anonymous;
    for (const remove of part.players.values()) remove();
    for (const { remove } of part.seats.values()) remove();
    for (const sessionId of new Set(Array.from(part.seats.values(), (seat) => seat.sessionId)))
      this.#onSession(sessionId);
  }
}

/** The lists of a message. */
type Lists = Pick<PresenceMessage, 'players' | 'seats' | 'scores' | 'forgotten'>;

const listScore = (sessionId: string, userId: string, { score, source }: LiveScore): Lists['scores'][number] => [
  sessionId,
  userId,
  score,
  source === 'verified',
];
