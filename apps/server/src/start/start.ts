import { defaultSettings } from '../earning-limits/index.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { revenueOf } from '../admin/index.ts';
import { createGate, endSignIns } from '../sign-in/index.ts';
import { createApp } from './app.ts';
import { createBattles, PlayableVersions, startLoop } from '../battles/index.ts';
import { type HouseKeyError, type Network, type NetworkError, openHouse, openNetwork } from '../chain/index.ts';
import { createBus, createClusterBus } from '../platform/bus/index.ts';
import type { Config } from './config.ts';
import type { ConfigError, Settings } from '../platform/config/index.ts';
import { PAYMENT_PURPOSES } from './payment-purposes.ts';
import { type Context, createClusterPresence, createPresence } from '../platform/context/index.ts';
import {
  type Database,
  type DatabaseError,
  type DataDirError,
  folderOf,
  isPostgresUrl,
  type LockError,
  type LockMode,
  makeDataDir,
  openDatabase,
  PostgresEngine,
  PostgresLock,
  readableUrl,
  takeFolderLocks,
} from '../platform/database/index.ts';
import { createRelay } from '../relay/index.ts';
import { openRedis } from '../platform/redis/index.ts';
import { createSharedClock } from '../platform/clock/index.ts';
import { openLeases } from '../platform/lease/index.ts';
import { openProcess, readFileLimit, shareFiles } from '../platform/process/index.ts';
import { openCrossChain } from '../cross-chain/index.ts';
import { openOperators, refuseMemoAddress } from './operators.ts';
import { listen, type ListenError } from '../platform/http/index.ts';
import { readBootId } from '../payouts/index.ts';
import { freezeAtStart, freezeAtTakeover } from '../restore/index.ts';
import { recoverSessions } from '../sessions/index.ts';
import { battleUrl, startSharing } from '../sharing/index.ts';
import { openGameSocket } from '../game-socket/index.ts';
import { createSocketServer, type SocketSettings } from '../platform/sockets/index.ts';
import { tallyOf } from '../statistics/index.ts';
import { readWebsite } from '../platform/website/index.ts';
import { openTranslator } from '../translation/index.ts';
import { startWorker } from '../platform/worker/index.ts';
import { createTasks } from './tasks.ts';

/** Options of a start. All but `hasWebsite` are for tests and benchmarks. */
export interface StartOptions extends Partial<Pick<Context, 'log' | 'now' | 'randomBytes' | 'onStep'>> {
  /** False does not serve the web app; in development Vite does. */
  readonly hasWebsite?: boolean;
  /** False runs no worker: for `--check`, and for tests that run the tasks directly. */
  readonly hasWorker?: boolean;
  /** Interval of the worker, ms. */
  readonly workEveryMs?: number;
  /** The clock by which leases expire, ms, where the time of a test leaps. */
  readonly steadyNow?: () => number;
  /** How long the leases of this process live without a heartbeat, ms. */
  readonly leaseExpiryMs?: number;
  /** False switches the rate limits off: for tests whose players share one address. */
  readonly hasLimits?: boolean;
  /** Other limits of sockets. */
  readonly sockets?: Pick<SocketSettings, 'limits' | 'checkEveryMs'>;
}

/** A running server. */
export interface Server {
  /** The URL for a browser on this machine. */
  readonly url: string;
  readonly context: Context;
  /** Waits up to `graceMs` for the requests in flight and closes everything. Resolves with the number of connections that were cut. */
  stop(graceMs: number): Promise<number>;
}

/** Why a server cannot start. */
export type StartError =
  | ConfigError
  | DatabaseError
  | DataDirError
  | HouseKeyError
  | ListenError
  | LockError
  | NetworkError
  | { readonly code: 'ERR_CHAIN_OTHER'; readonly message: string };

/** How long a start waits for the node to name its chain, ms. After that the server starts without the answer. */
const NODE_TIMEOUT_MS = 5_000;

/** Interval of the worker, ms: a block of TRON. It is shorter on the dev chain, where players try things out. */
const WORK_EVERY_MS = 3_000;
const DEV_WORK_EVERY_MS = 1_000;

/**
 * How long to wait for the server of the same PostgreSQL database that is being replaced, ms. PostgreSQL notices within 50 ms that a process was
 * killed (measured), and a server that stops needs longer.
 */
const SERVER_LOCK_TIMEOUT_MS = 3_000;

/** Closes a part of the server. */
type Close = () => unknown;

/**
 * Opens all parts of the server and listens. When a part cannot be opened, the others are closed and its error is returned. The server starts
 * without an answer of the chain's node: the game can be played, and payments wait.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<Server | StartError> {
  const closes: Close[] = [];
  const started = await open(config, options, closes);
  if ('code' in started) await closeAll(closes);
  return started;
}

/** Closes the parts in the reverse order of their opening. */
async function closeAll(closes: readonly Close[]): Promise<void> {
  for (const close of closes.toReversed()) await close();
}

async function open(config: Config, options: StartOptions, closes: Close[]): Promise<Server | StartError> {
  const own = openProcess(options);
  const { log, diagnostics } = own;
  /** Whether other nodes may share the database with this one. */
  const isCluster = config.redisUrl !== null;
  const clock = isCluster ? createSharedClock(own.now) : null;
  const now = clock?.now ?? own.now;

  const unusable = makeDataDir(config.dataDir);
  if (unusable !== undefined) return unusable;
  const lock = takeFolderLocks([config.dataDir, folderOf(config.database) ?? config.dataDir]);
  if ('code' in lock) return lock;
  closes.push(() => lock.release());
  const db = await openOwnDatabase(config, isCluster ? 'shared' : 'exclusive');
  if ('code' in db) return db;
  closes.push(async () => db.close());
  const draw = options.randomBytes ?? ((count) => randomBytes(count));
  const leases = await openLeases({
    db,
    now,
    randomBytes: draw,
    log,
    isAlone: !isCluster,
    url: config.nodePublicUrl,
    capabilities: new PlayableVersions().capabilities,
    steadyNow: options.steadyNow ?? own.now,
    ...(options.leaseExpiryMs !== undefined && { expiryMs: options.leaseExpiryMs }),
    ...(clock !== null && { onDatabaseTime: clock.follow }),
  });
  closes.push(async () => leases.stop());

  const network = await openNetwork(config, now);
  if ('code' in network) return network;
  closes.push(async () => network.close());
  const house = openHouse(config, network.chain);
  if ('code' in house) return house;
  const operators = openOperators(config, house, network.chain);
  if ('code' in operators) return operators;
  const memoRefusal = refuseMemoAddress(config, house, network.chain);
  if (memoRefusal !== null) return memoRefusal;
  if (!operators.canHouseSignIn) await endSignIns(db, house.address);
  const other = await findOtherChain(config, network);
  if (other !== undefined) return other;

  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, leases.nodeId, log);
  closes.push(async () => redis?.close());
  const local = createBus((error) =>
    log({ event: 'fault', method: 'BUS', path: '', stack: String((error as Error).stack ?? error) }),
  );
  const clusterBus = redis === null ? null : createClusterBus(local, redis, now);
  closes.push(() => clusterBus?.stop());
  const clusterPresence =
    redis === null
      ? null
      : createClusterPresence(redis, now, (sessionId) => local.publish({ type: 'presence', sessionId }));
  closes.push(() => clusterPresence?.stop());

  let isStopping = false;
  const { origins, partnerOrigins, isBehindProxy, dailyCapSun, rewardBudgetSun, supportEmail, walletIssue } = config;
  const settings: Settings = {
    network: network.settings,
    origins,
    partnerOrigins,
    crossChainUrl: config.crossChain.url,
    otherChainPrizeTo: config.otherChainPrizeTo,
    commitmentMemoTo: config.commitmentMemoTo,
    isBehindProxy,
    dailyCapSun,
    rewardBudgetSun,
    limitDefaults: defaultSettings(config.network === 'dev'),
    supportEmail,
    walletIssue,
    hasOwnAddress: isCluster && config.nodePublicUrl !== null,
    isPaidPlayOn: config.isPaidPlayOn,
    refusedCountries: config.refusedCountries,
    countryHeader: config.countryHeader,
    ...operators,
    rateFactor: options.hasLimits === false ? Infinity : 1,
  };
  const crossChain = await openCrossChain(config, { blockchain: 'tron', house, settings, log, now, randomBytes: draw });
  if ('code' in crossChain) return crossChain;
  closes.push(async () => crossChain.close());
  const context: Context = {
    website: options.hasWebsite === false ? undefined : readWebsite(config.webRoot),
    blockchain: 'tron',
    db,
    chain: network.chain,
    chainHealth: network.health,
    nodeProviders: network.providers,
    house,
    leases,
    bus: clusterBus ?? local,
    redis,
    presence: clusterPresence ?? createPresence(),
    crossChain: crossChain.link,
    country: null,
    translator: openTranslator(config.translator, now),
    paymentPurposes: PAYMENT_PURPOSES,
    settings,
    log,
    diagnostics,
    now,
    randomBytes: draw,
    onStep: options.onStep ?? (() => undefined),
    isStopping: () => isStopping,
  };
  if (!isCluster) await recoverSessions(context);
  // All results and revenue are read once, here, before the first request.
  await tallyOf(db).catchUp(now());
  await revenueOf(db).catchUp(now());
  const gate = createGate(context);
  const battles = createBattles(context);
  const files = shareFiles(readFileLimit());
  const sockets = createSocketServer({
    ...context,
    ...context.settings,
    maxSockets: files.sockets,
    ...options.sockets,
  });
  const relay = redis === null ? null : createRelay(battles, redis, context);
  const news = openGameSocket(sockets, { context, gate, battles: relay ?? battles });
  for (const route of crossChain.mounted?.sockets ?? []) sockets.add(route);
  const loop = startLoop(battles, context);
  const stopPlay = async (): Promise<void> => {
    loop.stop();
    // The battles are stored before their players are asked to connect again.
    await battles.stop();
    relay?.stop();
    await Promise.all([news.stop(), sockets.stop()]);
  };
  closes.push(stopPlay);
  const app = createApp(context, { gate, crossChain: crossChain.mounted, countSockets: () => sockets.count });
  const place = { ...config, maxConnections: files.connections };
  const listener = await listen((request, bindings) => app.fetch(request, bindings), place, sockets.upgrade);
  if ('code' in listener) return listener;
  const sharing = await startSharing(context, battleUrl(context, listener.url));
  closes.push(async () => sharing.stop());

  const everyMs = options.workEveryMs ?? (config.network === 'dev' ? DEV_WORK_EVERY_MS : WORK_EVERY_MS);
  // Transfers that the chain has and this database does not are looked for before anything is signed.
  if (options.hasWorker !== false && !isCluster)
    await freezeAtStart(context, config.network === 'dev' ? '' : readBootId());
  const tasks =
    options.hasWorker === false
      ? []
      : createTasks(context, network, {
          more: [
            { name: 'sharing', run: async () => sharing.turn() },
            { name: 'cross-chain', run: async () => crossChain.mounted?.tidy() },
          ],
          onTaken: isCluster ? async () => freezeAtTakeover(context) : undefined,
        });
  const worker = startWorker(tasks, everyMs, log);
  return {
    url: listener.url,
    context,
    async stop(graceMs) {
      isStopping = true;
      if (config.battlesAtStop === 'wait') await battles.drain();
      // Without the database no other node is known, and the battles stand still.
      else await battles.drainForOthers().catch(() => undefined);
      // The listener ends sockets without a code, so those of players are closed before.
      const stopListening = async (): Promise<number> => {
        await stopPlay();
        return listener.stop(graceMs);
      };
      const [cut] = await Promise.all([stopListening(), worker.stop(), sharing.stop()]);
      await closeAll(closes);
      return cut;
    },
  };
}

/** Opens the server's database. On PostgreSQL its lock is taken before, which nodes of a cluster have in common, so that the tables of another server that is at work are not migrated. */
async function openOwnDatabase(
  { database, dataDir }: Config,
  sharing: LockMode,
): Promise<Database | DatabaseError | LockError> {
  const lock = isPostgresUrl(database) ? new PostgresLock(database, sharing) : null;
  const locked = (): LockError => ({
    code: 'ERR_DATA_LOCKED',
    message: `Another server is at work on ${readableUrl(database)}. Stop that one, set REDIS_URL in both to make them nodes of one cluster, or set DATABASE_URL to another database.`,
  });
  // Where PostgreSQL does not answer, openDatabase says why.
  if ((await lock?.take(SERVER_LOCK_TIMEOUT_MS).catch(() => true)) === false) return locked();
  const db = await openDatabase(database, undefined, dataDir);
  if ('code' in db) {
    await lock?.release();
    return db;
  }
  const { engine } = db;
  if (lock === null || !(engine instanceof PostgresEngine)) return db;
  if (await engine.takeServerLock(SERVER_LOCK_TIMEOUT_MS, lock)) return db;
  await db.close();
  return locked();
}

/** The error of a node of another chain, if it answers in time. The built-in dev chain is not asked. */
async function findOtherChain(config: Config, network: Network): Promise<StartError | undefined> {
  if (config.network === 'dev' && config.nodeUrl === null) return undefined;
  const answered = new AbortController();
  await Promise.race([
    network.check().finally(() => answered.abort()),
    delay(NODE_TIMEOUT_MS, undefined, { signal: answered.signal }).catch(() => undefined),
  ]);
  const other = network.otherChainId();
  if (other === null) return undefined;
  const { DEV_CHAIN_ID } = await import('@popfray/tron/dev-chain');
  if (other === DEV_CHAIN_ID && config.isProduction) {
    const message = 'NODE_ENV is production, and TRON_NODE_URL is a dev chain, which is play money.';
    return { code: 'ERR_CONFIG_DEV_IN_PRODUCTION', variable: 'TRON_NODE_URL', message };
  }
  const message = `The TRON node is of chain ${other}, and TRON_NETWORK ${config.network} is ${network.settings.chainId}. Mend one.`;
  return { code: 'ERR_CHAIN_OTHER', message };
}
