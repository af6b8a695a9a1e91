import { Hono } from 'hono';
import { addAdmin } from '../admin/routes.ts';
import { RequestLog } from '../admin/request-log.ts';
import { addDocs } from './docs/docs.ts';
import type { Gate } from '../platform/http/answer.ts';
import { createGate } from '../sign-in/gate.ts';
import { addPlatform } from './platform-calls.ts';
import { limitReads } from '../platform/http/read-limit.ts';
import { READING } from '../platform/http/reading.ts';
import { answerUnknown } from './unknown.ts';
import { addChat } from '../chat/routes.ts';
import type { Context } from '../platform/context/context.ts';
import type { Database } from '../platform/database/database.ts';
import { mountCrossChain } from '../cross-chain/mount.ts';
import type { CrossChain } from '../cross-chain/server.ts';
import { addDaily } from '../daily/routes.ts';
import { fail } from '../platform/http/failure.ts';
import { sendJson } from '../platform/http/json.ts';
import { answerPage } from '../platform/website/pages.ts';
import { addPayments } from '../payments/routes.ts';
import { findScan } from '../payouts/freeze.ts';
import { addWithdrawals } from '../payouts/routes.ts';
import { addPlayers } from '../players/routes.ts';
import { addPrivacy } from '../privacy/routes.ts';
import { addPractice } from '../practice/routes.ts';
import { createReadiness } from './readiness.ts';
import { readPath, refuseLongPaths } from '../platform/http/request-path.ts';
import { addRounds } from '../rounds/routes.ts';
import { createSecurity } from '../platform/http/security.ts';
import { addSessions } from '../sessions/routes.ts';
import { addReceipts } from '../settlement/routes.ts';
import { createForeignSessions } from '../sharing/foreign-sessions.ts';
import { addSignIn } from '../sign-in/routes.ts';
import { addStatistics } from '../statistics/routes.ts';
import { addTranslation } from '../translation/routes.ts';
import { addUpgrades } from '../upgrades/routes.ts';

/** What an app shares with the rest of a server. */
export interface AppParts {
  /** The front desk, which the game socket counts at too. */
  readonly gate?: Gate;
  /** Sockets that are open; none where there are no sockets. */
  readonly countSockets?: () => number;
  /** The cross-chain server in this process; null when it is elsewhere, or there is none. */
  readonly crossChain?: CrossChain | null;
}

/** The server's whole surface but for its sockets, testable with `app.request()`; no port, no clock, no disk. */
export function createApp(
  context: Context,
  { gate = createGate(context), crossChain = null, countSockets = () => 0 }: AppParts = {},
): Hono {
  const requests = new RequestLog();
  const findTrouble = createReadiness(context);
  const app = new Hono({ getPath: readPath })
    .use(async (call, next) => {
      const startMs = context.now();
      await next();
      const at = context.now();
      requests.add({ status: call.res.status, ms: at - startMs, at });
      context.log({
        event: 'request',
        method: call.req.method,
        path: call.req.path,
        status: call.res.status,
        ms: Math.round((at - startMs) * 100) / 100,
        bytes: call.req.method === 'HEAD' ? 0 : Number(call.res.headers.get('Content-Length') ?? 0),
      });
    })
    .use(createSecurity(context.settings))
    .use(refuseLongPaths)
    .get('/healthz', (call) => sendJson(call, { status: 'alive' }, 200))
    .get('/readyz', (call) => {
      const trouble = findTrouble();
      if (trouble !== null) return fail(call, trouble);
      return sendJson(
        call,
        {
          status: 'ready',
          chain: context.chainHealth(),
          ...showDiagnostics(context),
          payouts: showPayouts(context.db),
        },
        200,
      );
    })
    .onError((error, call) => {
      const stack = error.stack ?? String(error);
      context.log({ event: 'fault', method: call.req.method, path: call.req.path, stack });
      return fail(call, 'ERR_INTERNAL');
    });
  // Registered after the two above, which a load balancer asks for at any rate.
  app.use(limitReads(context.settings, context.now));
  if (crossChain !== null) mountCrossChain(app, crossChain, context.settings.origins);
  addApi(app, gate, context);
  addAdmin(app, gate, context, { requests, countSockets });
  return app.all('/api/*', answerUnknown).all('*', (call) => {
    if (READING.has(call.req.method)) return answerPage(call, context.website);
    call.header('Allow', [...READING].join(', '));
    return fail(call, 'ERR_METHOD');
  });
}

/** The counts of `/readyz`: a monitor reads here what a full disk keeps out of the log. */
const showDiagnostics = ({ diagnostics }: Context) => ({
  droppedLogLines: diagnostics.droppedLogLines(),
  clockLeaps: diagnostics.clockLeaps(),
});

/** Whether payouts are open; while they are frozen, why, and how far the chain was read. */
function showPayouts(db: Database): object {
  const { frozen_since, cause, block_number, target_number } = findScan(db);
  if (frozen_since === null) return { status: 'open' };
  return { status: 'frozen', cause, blockNumber: block_number, targetNumber: target_number };
}

/** Every call of the API, one noun after the other. */
function addApi(app: Hono, gate: Gate, context: Context): void {
  const foreignSessions = createForeignSessions(context);
  addPlatform(app, gate, context);
  addSignIn(app, gate, context);
  addPlayers(app, gate, context);
  addPrivacy(app, gate, context);
  addRounds(app, gate, context);
  addPractice(app, gate, context);
  addDaily(app, gate, context);
  addUpgrades(app, gate, context);
  addPayments(app, gate, context);
  addWithdrawals(app, gate, context);
  addSessions(app, gate, context, foreignSessions);
  addReceipts(app, gate, context);
  addStatistics(app, gate, context);
  addChat(app, gate, context, foreignSessions);
  addTranslation(app, gate, context);
  addDocs(app, context);
}
