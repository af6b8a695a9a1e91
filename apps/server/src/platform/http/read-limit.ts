import { READS } from '@popfray/protocol';
import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../config/index.ts';
import { failLater } from './answer.ts';
import { networkOf } from './client.ts';
import { NetworkLimiter } from './network.ts';
import { READING } from './reading.ts';

/** Limits all reads of each network together. */
export function limitReads(
  { isBehindProxy, rateFactor }: Pick<Settings, 'isBehindProxy' | 'rateFactor'>,
  now: () => number,
): MiddlewareHandler {
  const reads = new NetworkLimiter(READS, rateFactor);
  return async (call, next) => {
    const waitMs = READING.has(call.req.method) ? reads.take(networkOf(call, isBehindProxy), now()) : 0;
    return waitMs > 0 ? failLater(call, waitMs) : next();
  };
}
