import { NETWORK_SIZES, type RateLimit } from '@popfray/protocol';
import type { RedisLink, TokenBuckets } from '../redis/index.ts';
import { NetworkLimiter, networksAround } from './network.ts';
import { RateLimiter } from './rate-limiter.ts';

/** Counts uses by key: in memory on a server that is alone, in Redis for all nodes of a cluster. */
export interface Limiter {
  /** Counts one use and returns 0, or counts nothing and returns the ms until the next use is allowed. */
  take(key: string, nowMs: number): number | Promise<number>;
}

/** Seconds of a minute. */
const MINUTE_S = 60;

/** Where uses are counted. */
type Counters = RedisLink | null;

/** Creates a limiter by key. `name`: what it is called in Redis. `share` times the limit; Infinity for none. */
export const createLimiter = (redis: Counters, name: string, limit: RateLimit, share: number): Limiter =>
  redis === null || share === Infinity
    ? new RateLimiter(limit, share)
    : new SharedLimiter(redis, new RateLimiter(limit, share), [bucketsOf(redis, name, limit, share)], (key) => [key]);

/** Creates a limiter for networks, which also counts the wider networks around each. */
export const createNetworkLimiter = (redis: Counters, name: string, limit: RateLimit, share: number): Limiter =>
  redis === null || share === Infinity
    ? new NetworkLimiter(limit, share)
    : new SharedLimiter(
        redis,
        new NetworkLimiter(limit, share),
        NETWORK_SIZES.map(({ bits, allowance }) => bucketsOf(redis, `${name}:${bits}`, limit, share * allowance)),
        networksAround,
      );

function bucketsOf(redis: RedisLink, name: string, { burst, perMinute }: RateLimit, share: number): TokenBuckets {
  return redis.createTokenBuckets(`limit:${name}`, { tokens: burst * share, fillS: (burst / perMinute) * MINUTE_S });
}

/** A limiter that counts in Redis, and in memory while Redis is away. What was counted in one place does not count in the other. */
class SharedLimiter implements Limiter {
  readonly #redis: RedisLink;
  readonly #memory: Limiter;
  readonly #buckets: readonly TokenBuckets[];
  /** The keys that a use counts for, one for each of the buckets or fewer. */
  readonly #keysOf: (key: string) => readonly string[];

  constructor(
    redis: RedisLink,
    memory: Limiter,
    buckets: readonly TokenBuckets[],
    keysOf: (key: string) => readonly string[],
  ) {
    this.#redis = redis;
    this.#memory = memory;
    this.#buckets = buckets;
    this.#keysOf = keysOf;
  }

  take(key: string, nowMs: number): number | Promise<number> {
    return this.#redis.isUsable ? this.#takeShared(key, nowMs) : this.#memory.take(key, nowMs);
  }

  async #takeShared(key: string, nowMs: number): Promise<number> {
    const counted = this.#keysOf(key).flatMap((name, at) => {
      const buckets = this.#buckets[at];
      return buckets === undefined ? [] : [{ buckets, name }];
    });
    const waits = await Promise.all(counted.map(async ({ buckets, name }) => buckets.take(name)));
    const isCounted = waits.every((waitMs) => waitMs === 0);
    if (isCounted) return 0;
    // A use that is refused, or counted in memory, counts for none of the keys.
    await Promise.all(counted.map(async ({ buckets, name }, at) => waits[at] === 0 && buckets.putBack(name)));
    const known = waits.filter((waitMs) => waitMs !== null);
    const waitMs = Math.max(0, ...known);
    return waitMs > 0 ? waitMs : this.#memory.take(key, nowMs);
  }
}
