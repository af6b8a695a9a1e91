import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log/index.ts';
import type { RedisClient } from './redis-client.ts';
import { type BucketSize, createTokenBuckets, type RateLimiterLibrary, type TokenBuckets } from './token-buckets.ts';

/** Handles a message of a channel. */
type MessageHandler = (data: Buffer) => void;

/**
 * The connection of this node to Redis. It carries what may be lost: messages between nodes, and counters of rate limits. While Redis is away,
 * `isUsable` is false, messages are dropped, and callers use their memory instead.
 */
export interface RedisLink {
  /** The node that this link belongs to. */
  readonly nodeId: string;
  /** Whether Redis has answered within the last second. */
  readonly isUsable: boolean;
  /** Sends a message to all nodes that subscribe to a channel, this one included. Returns false when it was dropped. */
  publish(channel: string, data: Buffer | string): boolean;
  /** Calls a handler for each message of a channel until the returned function is called. */
  subscribe(channel: string, handle: MessageHandler): () => void;
  /** Creates token buckets that all nodes share. `name` is a part of the names of their keys. */
  createTokenBuckets(name: string, size: BucketSize): TokenBuckets;
  /** Calls a handler each time that Redis can be used again, so messages may have been lost. Returns how to end that. */
  onRestored(handle: () => void): () => void;
  /** Disconnects. Waits a moment for messages that are being sent. */
  close(): Promise<void>;
}

/** What an operator sees of Redis. `unused`: this server is alone and needs none. */
export type RedisHealth = 'unused' | 'ok' | 'away';

/** What an operator sees of a link. */
export const healthOf = (link: RedisLink | null): RedisHealth =>
  link === null ? 'unused' : link.isUsable ? 'ok' : 'away';

/** Interval of the messages that a link sends to itself, ms. */
const HEARTBEAT_EVERY_MS = 250;

/** Without one of those messages for this long, Redis counts as away, ms; and until one has taken less than that. */
const HEARTBEAT_TIMEOUT_MS = 1_000;

/** How long a start waits for Redis, ms. Later it starts without. */
const START_TIMEOUT_MS = 2_000;

/** A connection that is silent for this long is opened again, ms. Heartbeats are more frequent. */
const SOCKET_TIMEOUT_MS = 5_000;

/** Time between two attempts to connect, ms: first and longest. */
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1_000;

/** Most commands that wait for an answer. Further ones are rejected. */
const MAX_QUEUED_COMMANDS = 20_000;

/** How long the end waits for messages that are being sent, ms. */
const CLOSE_TIMEOUT_MS = 500;

/** Opens the link of a node to the Redis at a URL. It also opens when Redis does not answer, and connects when it does. */
export async function openRedis(url: string, nodeId: string, log: Log): Promise<RedisLink> {
  // Loaded on demand: a server without Redis starts sooner.
  const [{ createClient: create }, library] = await Promise.all([
    import('@redis/client'),
    import('rate-limiter-flexible'),
  ]);
  const make = (): RedisClient =>
    create({
      url,
      disableOfflineQueue: true,
      commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
      socket: {
        connectTimeout: HEARTBEAT_TIMEOUT_MS,
        socketTimeout: SOCKET_TIMEOUT_MS,
        reconnectStrategy: (retries) => Math.min(FIRST_RETRY_MS * 2 ** retries, LONGEST_RETRY_MS),
      },
    });
  const link = new OpenRedisLink(
    nodeId,
    { commands: make(), subscriber: make(), library },
    `popfray:${databaseOf(url)}:`,
    log,
  );
  await link.start();
  return link;
}

/** The number of the database that a URL names: `redis://host/3`. */
const databaseOf = (url: string): string => new URL(url).pathname.slice(1) || '0';

/** What a link consists of. */
interface Clients {
  readonly commands: RedisClient;
  readonly subscriber: RedisClient;
  readonly library: RateLimiterLibrary;
}

class OpenRedisLink implements RedisLink {
  readonly nodeId: string;
  readonly #commands: RedisClient;
  readonly #library: RateLimiterLibrary;
  /** The second connection: a large message to this node must not delay the answers to commands. */
  readonly #subscriber: RedisClient;
  readonly #prefix: string;
  readonly #log: Log;
  readonly #handlers = new Map<string, Set<MessageHandler>>();
  readonly #restoredHandlers = new Set<() => void>();
  #isUsable = false;
  #isClosed = false;
  /** When a heartbeat arrived last, by `performance.now()`. */
  #heardAtMs = -Infinity;
  #checkedAtMs = 0;
  /** Whether a heartbeat is being sent. While Redis is paused there is one, not one for every interval. */
  #isBeating = false;
  #timer: NodeJS.Timeout | undefined;
  /** Why the last attempt to connect failed. */
  #trouble = 'it does not answer';

  constructor(nodeId: string, { commands, subscriber, library }: Clients, prefix: string, log: Log) {
    this.nodeId = nodeId;
    this.#commands = commands;
    this.#library = library;
    this.#subscriber = subscriber;
    this.#prefix = prefix;
    this.#log = log;
    for (const client of [commands, subscriber]) {
      client.on('error', (error: unknown) => this.#fail(error));
      client.on('end', () => this.#fail(null));
    }
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Begins to connect. Resolves when Redis answers, or after `START_TIMEOUT_MS`. */
  async start(): Promise<void> {
    const heartbeat = `heartbeat:${this.nodeId}`;
    this.subscribe(heartbeat, (data) => this.#onHeartbeat(Number(data)));
    this.#subscriber.on('ready', () => {
      // The library subscribes again to what was subscribed when the connection ended.
      for (const channel of this.#handlers.keys()) this.#listen(channel);
    });
    for (const client of [this.#commands, this.#subscriber])
      void client.connect().catch((error: unknown) => this.#fail(error));
    this.#timer = setInterval(() => this.#check(heartbeat), HEARTBEAT_EVERY_MS).unref();
    const usable = Promise.withResolvers<void>();
    const stopWaiting = this.onRestored(usable.resolve);
    this.#commands.once('ready', () => this.#beat(heartbeat));
    this.#subscriber.once('ready', () => this.#beat(heartbeat));
    await Promise.race([usable.promise, delay(START_TIMEOUT_MS, undefined, { ref: false })]);
    stopWaiting();
    if (!this.#isUsable)
      this.#logNotice(`Redis cannot be used: ${this.#trouble}. The server works without it meanwhile`);
  }

  publish(channel: string, data: Buffer | string): boolean {
    if (!this.#isUsable || this.#isClosed) return false;
    this.#send(channel, data);
    return true;
  }

  subscribe(channel: string, handle: MessageHandler): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handle));
    if (handlers.size === 1 && this.#subscriber.isReady) this.#listen(channel);
    return () => {
      handlers.delete(handle);
      if (handlers.size > 0 || this.#handlers.get(channel) !== handlers) return;
      this.#handlers.delete(channel);
      if (!this.#isClosed && this.#subscriber.isReady)
        this.#subscriber.unsubscribe(this.#nameOf(channel)).catch((error: unknown) => this.#fail(error));
    };
  }

  createTokenBuckets(name: string, size: BucketSize): TokenBuckets {
    return createTokenBuckets(this.#library, this.#commands, this.#nameOf(name), size);
  }

  onRestored(handle: () => void): () => void {
    this.#restoredHandlers.add(handle);
    return () => void this.#restoredHandlers.delete(handle);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    const sent = this.#isUsable ? this.#commands.ping().catch(() => undefined) : undefined;
    await Promise.race([sent, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    this.#isUsable = false;
    for (const client of [this.#commands, this.#subscriber]) if (client.isOpen) client.destroy();
  }

  /** The full name of a key or channel: two installations can share a Redis with different database numbers. */
  #nameOf(name: string): string {
    return this.#prefix + name;
  }

  /** Subscribes to a channel at Redis. A channel that is subscribed already stays subscribed once. */
  #listen(channel: string): void {
    this.#subscriber
      .subscribe(this.#nameOf(channel), this.#dispatch, true)
      .catch((error: unknown) => this.#fail(error));
  }

  readonly #dispatch = (data: Buffer, name: Buffer): void => {
    const channel = name.toString().slice(this.#prefix.length);
    for (const handle of this.#handlers.get(channel) ?? []) {
      try {
        handle(data);
      } catch (error) {
        this.#log({ event: 'fault', method: 'REDIS', path: channel, stack: String((error as Error).stack ?? error) });
      }
    }
  };

  #send(channel: string, data: Buffer | string): void {
    this.#commands.publish(this.#nameOf(channel), data).catch((error: unknown) => this.#fail(error));
  }

  #beat(channel: string): void {
    if (this.#isBeating || !this.#commands.isReady || !this.#subscriber.isReady) return;
    this.#isBeating = true;
    this.#commands
      .publish(this.#nameOf(channel), String(performance.now()))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => (this.#isBeating = false));
  }

  #check(heartbeat: string): void {
    const nowMs = performance.now();
    // A process that was busy or paused itself has not had the time to receive what has arrived.
    const isOnTime = nowMs - this.#checkedAtMs < 2 * HEARTBEAT_EVERY_MS;
    this.#checkedAtMs = nowMs;
    if (this.#isUsable && isOnTime && nowMs - this.#heardAtMs > HEARTBEAT_TIMEOUT_MS) this.#fail(null);
    this.#beat(heartbeat);
  }

  /** Notes a heartbeat that was sent at a time, ms of `performance.now()`. */
  #onHeartbeat(sentAtMs: number): void {
    this.#heardAtMs = performance.now();
    if (this.#isUsable || this.#isClosed) return;
    // A Redis that is always late would be used and given up again with each heartbeat, and each time all clients of other nodes' battles would be connected again.
    if (this.#heardAtMs - sentAtMs > HEARTBEAT_TIMEOUT_MS) return;
    this.#isUsable = true;
    this.#logNotice('Redis can be used');
    for (const handle of this.#restoredHandlers) handle();
  }

  /** Notes that Redis is away: an error of a connection, or null when it does not answer. */
  #fail(error: unknown): void {
    if (error instanceof Error) this.#trouble = error.message || error.name;
    if (!this.#isUsable || this.#isClosed) return;
    this.#isUsable = false;
    this.#logNotice(`Redis cannot be used: ${error === null ? 'it does not answer' : this.#trouble}`);
  }

  #logNotice(message: string): void {
    this.#log({ event: 'notice', about: 'redis', message });
  }
}
