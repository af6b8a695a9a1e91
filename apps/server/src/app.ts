import { Hono } from 'hono';
import type { Context } from './context.ts';
import { fail } from './failure.ts';
import { sendJson } from './json.ts';
import { answerPage } from './pages.ts';
import { security } from './security.ts';

/** Methods a resource answers when it only shows things. */
const READING = new Set(['GET', 'HEAD']);

/** The server's whole surface, testable with `app.request()`; no port, no clock, no disk. */
export function createApp(context: Context): Hono {
  return new Hono()
    .use(async (call, next) => {
      const startMs = context.now();
      await next();
      context.log({
        event: 'request',
        method: call.req.method,
        path: call.req.path,
        status: call.res.status,
        ms: Math.round((context.now() - startMs) * 100) / 100,
        bytes: call.req.method === 'HEAD' ? 0 : Number(call.res.headers.get('Content-Length') ?? 0),
      });
    })
    .use(security)
    .get('/healthz', (call) => sendJson(call, { status: 'alive' }, 200))
    .get('/readyz', (call) => {
      if (context.isStopping()) return fail(call, 'ERR_STOPPING');
      if (context.website === undefined) return fail(call, 'ERR_WEB_NOT_BUILT');
      return sendJson(call, { status: 'ready' }, 200);
    })
    .all('/api/*', (call) => fail(call, 'ERR_NOT_FOUND'))
    .all('*', (call) => {
      if (READING.has(call.req.method)) return answerPage(call, context.website);
      call.header('Allow', [...READING].join(', '));
      return fail(call, 'ERR_METHOD');
    })
    .onError((error, call) => {
      const stack = error.stack ?? String(error);
      context.log({ event: 'fault', method: call.req.method, path: call.req.path, stack });
      return fail(call, 'ERR_INTERNAL');
    });
}
