import { Hono, type Context as Call } from 'hono';
import { addAdmin, RequestLog } from '../admin/index.ts';
import { addDocs } from './docs/docs.ts';
import {
  createSecurity,
  fail,
  type Gate,
  limitReads,
  READING,
  readPath,
  refuseLongPaths,
  sendJson,
  readToken,
} from '../platform/http/index.ts';
import { addSignIn, createGate } from '../sign-in/index.ts';
import { addPlatform } from './platform-calls.ts';
import { answerUnknown } from './unknown.ts';
import { addChat } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, DatabaseUnavailableError } from '../platform/database/index.ts';
import { type CrossChain, mountCrossChain } from '../cross-chain/index.ts';
import { addDaily } from '../daily/index.ts';
import { answerPage } from '../platform/website/index.ts';
import { healthOf } from '../platform/redis/index.ts';
import { addPayments } from '../payments/index.ts';
import { addWithdrawals, findScan } from '../payouts/index.ts';
import { addPlayers } from '../players/index.ts';
import { addPrivacy } from '../privacy/index.ts';
import { addProtection } from '../protection/index.ts';
import { addPractice } from '../practice/index.ts';
import { createReadiness } from './readiness.ts';
import { addRounds } from '../rounds/index.ts';
import { addSessions } from '../sessions/index.ts';
import { addCommitments } from '../commitments/index.ts';
import { addReceipts } from '../settlement/index.ts';
import { addSharedRounds } from '../shared-rounds/index.ts';
import { addSeasons } from '../seasons/index.ts';
import { addSkins } from '../skins/index.ts';
import { addSolo } from '../solo/index.ts';
import { createForeignSessions } from '../sharing/index.ts';
import { addStatistics } from '../statistics/index.ts';
import { addTranslation } from '../translation/index.ts';
import { addWatching } from '../watching/index.ts';
import { addUpgrades } from '../upgrades/index.ts';

/** When a client may repeat a call that the database could not serve, s. */
const RETRY_AFTER_S = 2;

/** What an app shares with the other parts of a server. */
export interface AppParts {
  /** The gate of the calls, whose limits the game socket shares. */
  readonly gate?: Gate;
  /** Returns the number of open sockets; 0 without a socket server. */
  readonly countSockets?: () => number;
  /** The cross-chain server in this process; null when it is on another machine or does not exist. */
  readonly crossChain?: CrossChain | null;
}

/** Creates the HTTP app with all routes of the server. Tests call it with `app.request()`, without a port. */
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
    .use(createSecurity(context.settings, context.redis === null ? undefined : context.leases))
    .use(refuseLongPaths)
    .get('/healthz', (call) => sendJson(call, { status: 'alive' }, 200))
    .get('/readyz', async (call) => {
      const trouble = await findTrouble();
      if (trouble !== null) return fail(call, trouble);
      return sendJson(
        call,
        {
          status: 'ready',
          chain: context.chainHealth(),
          redis: healthOf(context.redis),
          ...showDiagnostics(context),
          payouts: await showPayouts(context.db),
        },
        200,
      );
    })
    .onError((error, call) => {
      if (error instanceof DatabaseUnavailableError) return failBusy(context, call, error);
      const stack = error.stack ?? String(error);
      context.log({ event: 'fault', method: call.req.method, path: call.req.path, stack });
      return fail(call, 'ERR_INTERNAL');
    });
  // Registered after the two routes above, because load balancers call those at any rate.
  app.use(limitReads(context.settings, context.now, context.redis));
  if (crossChain !== null) mountCrossChain(app, crossChain, context.settings.origins);
  addApi(app, gate, context);
  addAdmin(app, gate, context, { requests, countSockets });
  return app.all('/api/*', answerUnknown).all('*', (call) => {
    // The cookie is enough to choose a page: it is read from the database only for what it allows.
    const isSignedIn = readToken(call, context.settings) !== null;
    if (READING.has(call.req.method)) return answerPage(call, context.website, isSignedIn);
    call.header('Allow', [...READING].join(', '));
    return fail(call, 'ERR_METHOD');
  });
}

/** Answers a call that the database could not serve. Nothing of it stays, so the client can try again. */
function failBusy(context: Context, call: Call, error: DatabaseUnavailableError): Response {
  context.log({ event: 'notice', about: 'database', message: error.message });
  call.header('Retry-After', String(RETRY_AFTER_S));
  return fail(call, 'ERR_DATABASE_BUSY');
}

/** The counters of `/readyz`. A monitor sees here what a full disk keeps out of the log. */
const showDiagnostics = ({ diagnostics, db }: Context) => ({
  droppedLogLines: diagnostics.droppedLogLines(),
  clockLeaps: diagnostics.clockLeaps(),
  databaseRetries: db.engine.retries,
});

/** Whether payouts are open or frozen; if frozen, the cause and the last block that was read. */
async function showPayouts(db: Database): Promise<object> {
  const { frozen_since, cause, block_number, target_number } = await findScan(db);
  if (frozen_since === null) return { status: 'open' };
  return { status: 'frozen', cause, blockNumber: block_number, targetNumber: target_number };
}

/** Adds all calls of the API. */
function addApi(app: Hono, gate: Gate, context: Context): void {
  const foreignSessions = createForeignSessions(context);
  addPlatform(app, gate, context);
  addSignIn(app, gate, context);
  addPlayers(app, gate, context);
  addPrivacy(app, gate, context);
  addProtection(app, gate, context);
  addRounds(app, gate, context);
  addPractice(app, gate, context);
  addDaily(app, gate, context);
  addSharedRounds(app, gate, context);
  addUpgrades(app, gate, context);
  addSkins(app, gate, context);
  addPayments(app, gate, context);
  addWithdrawals(app, gate, context);
  addSessions(app, gate, context, foreignSessions);
  addReceipts(app, gate, context);
  addSolo(app, gate, context);
  addCommitments(app, gate, context);
  addStatistics(app, gate, context);
  addWatching(app, gate, context);
  addSeasons(app, gate, context);
  addChat(app, gate, context, foreignSessions);
  addTranslation(app, gate, context);
  addDocs(app, context);
}
