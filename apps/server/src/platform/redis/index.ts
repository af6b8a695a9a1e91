/** The connection to Redis, which carries what may be lost. */
export { healthOf, openRedis, type RedisLink } from './redis-link.ts';
export type { TokenBuckets } from './token-buckets.ts';
