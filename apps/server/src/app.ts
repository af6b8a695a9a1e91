import { Hono } from 'hono';
import { addDocs } from './api/docs.ts';
import { createGate } from './api/gate.ts';
import { addPlatform } from './api/platform.ts';
import { answerUnknown } from './api/unknown.ts';
import type { Context } from './context.ts';
import { fail } from './failure.ts';
import { sendJson } from './json.ts';
import { answerPage } from './pages.ts';
import { addPayments } from './payments/routes.ts';
import { addWithdrawals } from './payouts/routes.ts';
import { addPlayers } from './players/routes.ts';
import { addRounds } from './rounds/routes.ts';
import { createSecurity } from './security.ts';
import { addSignIn } from './sign-in/routes.ts';
import { addUpgrades } from './upgrades/routes.ts';

/** Methods a resource answers when it only shows things. */
const READING = new Set(['GET', 'HEAD']);

/** The server's whole surface, testable with `app.request()`; no port, no clock, no disk. */
export function createApp(context: Context): Hono {
  const app = new Hono()
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
    .use(createSecurity(context.settings))
    .get('/healthz', (call) => sendJson(call, { status: 'alive' }, 200))
    .get('/readyz', (call) => {
      if (context.isStopping()) return fail(call, 'ERR_STOPPING');
      if (context.website === undefined) return fail(call, 'ERR_WEB_NOT_BUILT');
      return sendJson(call, { status: 'ready', chain: context.chainHealth() }, 200);
    })
    .onError((error, call) => {
      const stack = error.stack ?? String(error);
      context.log({ event: 'fault', method: call.req.method, path: call.req.path, stack });
      return fail(call, 'ERR_INTERNAL');
    });
  addApi(app, context);
  return app.all('/api/*', answerUnknown).all('*', (call) => {
    if (READING.has(call.req.method)) return answerPage(call, context.website);
    call.header('Allow', [...READING].join(', '));
    return fail(call, 'ERR_METHOD');
  });
}

/** Every call of the API, one noun after the other. */
function addApi(app: Hono, context: Context): void {
  const gate = createGate(context);
  addPlatform(app, gate, context);
  addSignIn(app, gate, context);
  addPlayers(app, gate, context);
  addRounds(app, gate, context);
  addUpgrades(app, gate, context);
  addPayments(app, gate, context);
  addWithdrawals(app, gate, context);
  addDocs(app, context);
}
