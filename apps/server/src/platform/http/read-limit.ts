import { READS } from '@popfray/protocol';
import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../config/index.ts';
import { failLater } from './answer.ts';
import { networkOf } from './client.ts';
import { NetworkLimiter } from './network.ts';
import { READING } from './reading.ts';

/** Limits how often each network reads, whatever there is to read. */
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
