import { READS } from '@popfray/protocol';
import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../config/index.ts';
import { failLater } from './answer.ts';
import { networkOf } from './client.ts';
import type { RedisLink } from '../redis/index.ts';
import { createNetworkLimiter } from './limiter.ts';
import { READING } from './reading.ts';

/** Limits all reads of each network together. */
export function limitReads(
  { isBehindProxy, rateFactor }: Pick<Settings, 'isBehindProxy' | 'rateFactor'>,
  now: () => number,
  redis: RedisLink | null = null,
): MiddlewareHandler {
  const reads = createNetworkLimiter(redis, 'reads', READS, rateFactor);
  return async (call, next) => {
    const waitMs = READING.has(call.req.method) ? await reads.take(networkOf(call, isBehindProxy), now()) : 0;
    return waitMs > 0 ? failLater(call, waitMs) : next();
  };
}
