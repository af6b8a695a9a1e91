import { createHash } from 'node:crypto';
import type { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from './redis-client.ts';

/** The library, which is loaded only where there is a Redis: that takes 70 ms. */
export interface RateLimiterLibrary {
  readonly RateLimiterRedis: typeof RateLimiterRedis;
  readonly RateLimiterRes: typeof RateLimiterRes;
}

/** Token buckets by key, which all nodes of a cluster share. */
export interface TokenBuckets {
  /** Takes a token and resolves with 0, or takes none and resolves with the ms until there is one; null when Redis does not answer in time. */
  take(key: string): Promise<number | null>;
  /** Puts a token back that was taken. */
  putBack(key: string): Promise<void>;
}

/** The size of each bucket, and how long an empty one takes to be full. */
export interface BucketSize {
  readonly tokens: number;
  readonly fillS: number;
}

/** How long Redis may take to answer, ms. It answers within 1 ms, and within 10 ms from another building. */
const TIMEOUT_MS = 250;

/**
 * The library's script counts in fixed windows: of two bursts, one can come at the end of a window and one at the beginning of the next. This script, in its
 * place, is the generic cell rate algorithm (ITU-T I.371), as `RateLimiter` has it in memory: the key's value is the time at which the bucket is full
 * again. It takes the tokens to take, two values that it does not need, and the size and s of the bucket; and returns the tokens that are taken, one more
 * than the size for a refusal, and the ms until the bucket is full or the next token is available.
 */
const TOKEN_BUCKET = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local size = tonumber(ARGV[3])
local interval = ARGV[4] * 1000 / size
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + interval * ARGV[1]
local wait = full - now - interval * size
if wait > 1 then return {size + 1, math.ceil(wait)} end
if full <= now then
  redis.call('DEL', KEYS[1])
  return {0, 0}
end
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
return {math.min(size, math.ceil((full - now) / interval)), math.ceil(full - now)}`;

/** Creates buckets whose keys in Redis begin with `keyPrefix`. */
export const createTokenBuckets = (
  library: RateLimiterLibrary,
  client: RedisClient,
  keyPrefix: string,
  { tokens, fillS }: BucketSize,
): TokenBuckets => {
  // The library counts without its script, and without an end, for less than a second.
  if (fillS < 1) throw new Error(`buckets that fill in ${fillS} s cannot be counted in Redis`);
  const limiter: RateLimiterRedis = new library.RateLimiterRedis({
    storeClient: client,
    useRedisPackage: true,
    keyPrefix,
    points: tokens,
    duration: fillS,
    customIncrTtlLuaScript: TOKEN_BUCKET,
    // A refused key is refused in this process until its next token is available: a flood does not reach Redis.
    inMemoryBlockOnConsumed: tokens + 1,
  });
  const isRefusal = (error: unknown): error is RateLimiterRes => error instanceof library.RateLimiterRes;
  return {
    async take(key) {
      try {
        await withTimeout(limiter.consume(hashKey(key)));
        return 0;
      } catch (error) {
        return isRefusal(error) ? Math.max(1, error.msBeforeNext) : null;
      }
    },
    async putBack(key) {
      await withTimeout(limiter.reward(hashKey(key))).catch(() => undefined);
    },
  };
};

/** A key of a fixed length, which does not show the address in it. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

/** Rejects when a promise takes longer than `TIMEOUT_MS`. */
async function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Redis does not answer')), TIMEOUT_MS);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
