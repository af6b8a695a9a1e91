import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context as Call, MiddlewareHandler } from 'hono';
import type { FaultPlan } from './faults.ts';

/** As a node answers that has no history. */
const PAGE = '<html><body>this API is closed because this node is a lite fullnode</body></html>';

/** As java-tron's rate limiter answers, with HTTP 200. */
const RATE_LIMIT = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' };

/** Lets the faults of a plan strike the calls that it stands before. What is delayed when `closing` aborts is not carried out. */
export function injectFaults(plan: FaultPlan, closing: AbortSignal): MiddlewareHandler {
  return async (call, next) => {
    const { path, method } = call.req;
    if (method === 'OPTIONS') return next();
    const delay = plan.strike('delay', path);
    if (delay !== undefined) {
      const isClosing = await sleep(delay.ms, false, { signal: closing }).catch(() => true);
      if (isClosing) return hangUp(call);
    }
    if (plan.strike('rateLimit', path) !== undefined) return call.json(RATE_LIMIT);
    if (plan.strike('page', path) !== undefined) return call.html(PAGE);
    await next();
    if (plan.strike('loseAnswer', path) !== undefined) call.res = hangUp(call);
  };
}

/** Closes the connection without an answer. Without one, in a test that calls the app itself, HTTP 502 stands for that. */
function hangUp(call: Call): Response {
  const { outgoing } = (call.env ?? {}) as Partial<HttpBindings>;
  if (outgoing === undefined) return new Response(null, { status: 502 });
  outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}
