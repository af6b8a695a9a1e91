import { defaultSettings } from '../../earning-limits/index.ts';
import { DATABASE_FILE } from '../../platform/config/index.ts';
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import {
  fail,
  isPartner,
  limitReads,
  listen,
  type ListenError,
  readPath,
  refuseLongPaths,
  sendJson,
} from '../../platform/http/index.ts';
import { createGate } from '../../sign-in/index.ts';
import { createBattles, startLoop } from '../../battles/index.ts';
import { createBus } from '../../platform/bus/index.ts';
import { createChatTask } from '../../chat/index.ts';
import { PAYMENT_PURPOSES } from '../payment-purposes.ts';
import { type Context, createPresence } from '../../platform/context/index.ts';
import { createCrossChainGate, createRemoteLink, createSigner, RECONNECT } from '../../cross-chain/index.ts';
import {
  type DatabaseError,
  type DataDirError,
  type LockError,
  makeDataDir,
  openDatabase,
  takeLock,
} from '../../platform/database/index.ts';
import { openLeases } from '../../platform/lease/index.ts';
import { openProcess, readFileLimit, shareFiles } from '../../platform/process/index.ts';
import { createForgetting, lapseSessions, recoverSessions } from '../../sessions/index.ts';
import { startSharing } from '../../sharing/index.ts';
import { openGameSocket } from '../../game-socket/index.ts';
import { createSocketServer } from '../../platform/sockets/index.ts';
import { startWorker } from '../../platform/worker/index.ts';
import type { HostConfig } from './config.ts';
import { NO_CHAIN } from './no-chain.ts';
import { addHost } from './routes.ts';

/** Options of a start, for tests. */
type HostOptions = Partial<Pick<Context, 'log' | 'now' | 'randomBytes'>> & {
  /** The clock by which leases expire, ms, where the time of a test leaps. */
  readonly steadyNow?: () => number;
  /** False switches the rate limits off. */
  readonly hasLimits?: boolean;
  /** Delays of the reconnection to the cross-chain server. */
  readonly reconnect?: typeof RECONNECT;
};

/** A running host. */
export interface BattleHost {
  /** The URL at which it listens. */
  readonly url: string;
  readonly context: Context;
  /** Waits up to `graceMs` for the requests in flight. Resolves with the number of connections that were cut. */
  stop(graceMs: number): Promise<number>;
}

/** Interval of the worker, ms. */
const WORK_EVERY_MS = 1_000;
/** Lock file in DATA_DIR, which one host at a time can hold. */
const LOCK_FILE = 'lock.db';
/** How long a browser caches the answer to a preflight request, s. */
const PREFLIGHT_S = 600;

/**
 * Starts the platform of the other chain: it hosts free sessions, lists them at the cross-chain server, answers for their seats and runs their
 * battles on its own game socket, by the same code as the product server. It has no money and no chain.
 */
export async function startHost(
  config: HostConfig,
  options: HostOptions = {},
): Promise<BattleHost | DataDirError | DatabaseError | LockError | ListenError> {
  const { now, log, diagnostics } = openProcess(options);
  const draw = options.randomBytes ?? ((count) => randomBytes(count));
  const { dataDir, key, partnerOrigins, isBehindProxy, isProduction, crossChainUrl } = config;
  const unusable = makeDataDir(dataDir);
  if (unusable !== undefined) return unusable;
  const lock = takeLock(join(dataDir, LOCK_FILE));
  if ('code' in lock) return lock;
  const db = await openDatabase(join(dataDir, DATABASE_FILE));
  if ('code' in db) {
    lock.release();
    return db;
  }

  const leases = await openLeases({
    db,
    now,
    steadyNow: options.steadyNow,
    randomBytes: draw,
    log,
    isAlone: true,
  });

  const rateFactor = options.hasLimits === false ? Infinity : 1;
  const partners = { partnerOrigins, network: { id: isProduction ? 'mainnet' : 'dev' } } as const;
  const files = shareFiles(readFileLimit());
  const sockets = createSocketServer({ now, log, isBehindProxy, rateFactor, maxSockets: files.sockets });
  const app = new Hono({ getPath: readPath }).use(refuseLongPaths).use(limitReads({ isBehindProxy, rateFactor }, now));
  const place = { ...config, maxConnections: files.connections };
  const listener = await listen((request, bindings) => app.fetch(request, bindings), place, sockets.upgrade);
  if ('code' in listener) {
    await sockets.stop();
    await leases.stop();
    await db.close();
    lock.release();
    return listener;
  }
  const url = config.publicUrl ?? listener.url;
  const signer = createSigner('sol', key);
  const link = createRemoteLink({
    url: crossChainUrl,
    signer,
    now,
    randomBytes: draw,
    log,
    reconnect: options.reconnect ?? RECONNECT,
  });
  const context: Context = {
    website: undefined,
    blockchain: 'sol',
    db,
    chain: NO_CHAIN,
    chainHealth: () => 'unreachable',
    nodeProviders: () => [],
    // Signs no transactions. The tokens of seats are derived from it.
    house: {
      address: '',
      privateKey: createHmac('sha256', Buffer.from(key, 'hex')).update('popfray host 1').digest('hex'),
    },
    diagnostics,
    bus: createBus((error) =>
      log({ event: 'fault', method: 'BUS', path: '', stack: String((error as Error).stack ?? error) }),
    ),
    redis: null,
    leases,
    presence: createPresence(),
    crossChain: link,
    country: null,
    translator: null,
    paymentPurposes: PAYMENT_PURPOSES,
    settings: {
      network: { ...partners.network, name: 'SOL: free battles', chainId: '', isPlayMoney: true, devNodeUrl: null },
      origins: [url],
      adminAddresses: [],
      hasOwnAddress: false,
      canHouseSignIn: false,
      partnerOrigins,
      otherChainPrizeTo: 'house',
      commitmentMemoTo: null,
      crossChainUrl,
      isBehindProxy,
      dailyCapSun: 0,
      rewardBudgetSun: 0,
      limitDefaults: defaultSettings(true),
      supportEmail: '',
      walletIssue: null,
      isPaidPlayOn: false,
      refusedCountries: [],
      countryHeader: null,
      rateFactor,
    },
    log,
    now,
    randomBytes: draw,
    onStep: () => undefined,
    isStopping: () => false,
  };
  await recoverSessions(context);
  const battles = createBattles(context);
  const news = openGameSocket(sockets, { context, gate: createGate(context), battles });
  const loop = startLoop(battles, context);
  const socketUrl = `${url.replace(/^http/, 'ws')}/ws`;
  app
    .use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"] }, strictTransportSecurity: false }))
    .use(
      '/api/*',
      cors({
        origin: (origin, call) => (isPartner(call, partners) ? origin : null),
        allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
        allowHeaders: ['Authorization', 'Content-Type'],
        exposeHeaders: ['Retry-After'],
        maxAge: PREFLIGHT_S,
      }),
    )
    .get('/healthz', (call) => sendJson(call, { status: 'alive' }, 200));
  addHost(app, createCrossChainGate(context, { isPlatform: () => false }), context, socketUrl);
  app
    .all('*', (call) => fail(call, 'ERR_NOT_FOUND'))
    .onError((error, call) => {
      const stack = error.stack ?? String(error);
      log({ event: 'fault', method: call.req.method, path: call.req.path, stack });
      return fail(call, 'ERR_INTERNAL');
    });
  const sharing = await startSharing(context, socketUrl);
  const tasks = [
    { name: 'sessions', run: async () => lapseSessions(context) },
    { name: 'forgetting', run: createForgetting(context) },
    { name: 'chat', run: createChatTask(context) },
    { name: 'sharing', run: async () => sharing.turn() },
  ];
  const worker = startWorker(tasks, WORK_EVERY_MS, log);
  log({
    event: 'notice',
    about: 'cross-chain',
    message: `the cross-chain server is ${crossChainUrl}; it has to know this platform as sol:${signer.publicKey}`,
  });
  return {
    url: listener.url,
    context,
    async stop(graceMs) {
      loop.stop();
      const played = [battles.stop(), news.stop(), sockets.stop()];
      const [cut] = await Promise.all([listener.stop(graceMs), worker.stop(), sharing.stop(), ...played]);
      await leases.stop();
      await db.close();
      lock.release();
      return cut;
    },
  };
}
