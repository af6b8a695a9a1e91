import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import {
  isPartner,
  limitReads,
  listen,
  type ListenError,
  readPath,
  refuseLongPaths,
  sendJson,
} from '../../platform/http/index.ts';
import type { Context } from '../../platform/context/index.ts';
import { openProcess, readFileLimit, shareFiles } from '../../platform/process/index.ts';
import { createSocketServer } from '../../platform/sockets/index.ts';
import { startWorker } from '../../platform/worker/index.ts';
import { type DatabaseError, type DataDirError, type LockError, makeDataDir } from '../../platform/database/index.ts';
import { createCrossChain, type CrossChainHostConfig, openDirectory, openPlatforms } from '../../cross-chain/index.ts';

/** Interval of the cleanup, ms. */
const TIDY_EVERY_MS = 60_000;

/** Options of a start, for tests. */
type HostOptions = Partial<Pick<Context, 'log' | 'now' | 'randomBytes'>> & {
  /** False switches the rate limits off. */
  readonly hasLimits?: boolean;
};

/** A running, separate cross-chain server. */
export interface CrossChainHost {
  /** The URL at which it listens. */
  readonly url: string;
  readonly log: Context['log'];
  /** Waits up to `graceMs` for the requests in flight. Resolves with the number of connections that were cut. */
  stop(graceMs: number): Promise<number>;
}

/** Starts a separate cross-chain server. When a part cannot be opened, the others are closed and its error is returned. */
export async function startCrossChainHost(
  config: CrossChainHostConfig,
  options: HostOptions = {},
): Promise<CrossChainHost | DataDirError | DatabaseError | LockError | ListenError> {
  const { partnerOrigins, isBehindProxy, dataDir, isProduction } = config;
  const { now, log } = openProcess(options);
  const draw = options.randomBytes ?? ((count) => randomBytes(count));
  const rateFactor = options.hasLimits === false ? Infinity : 1;
  const unusable = makeDataDir(dataDir);
  if (unusable !== undefined) return unusable;
  const directory = await openDirectory(dataDir);
  if ('code' in directory) return directory;

  const partners = { partnerOrigins, network: { id: isProduction ? 'mainnet' : 'dev' } } as const;
  const crossChain = createCrossChain({
    db: directory.db,
    log,
    now,
    randomBytes: draw,
    platforms: openPlatforms(config.platforms),
    settings: { isBehindProxy, rateFactor, isPartner: (call) => isPartner(call, partners) },
  });
  const files = shareFiles(readFileLimit());
  const sockets = createSocketServer({ now, log, isBehindProxy, rateFactor, maxSockets: files.sockets });
  for (const route of crossChain.sockets) sockets.add(route);
  const app = new Hono({ getPath: readPath })
    .use(async (call, next) => {
      const startMs = now();
      await next();
      const { method, path } = call.req;
      const ms = Math.round((now() - startMs) * 100) / 100;
      log({ event: 'request', method, path, status: call.res.status, ms, bytes: 0 });
    })
    .use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"] }, strictTransportSecurity: false }))
    .use(refuseLongPaths)
    .get('/healthz', (call) => sendJson(call, { status: 'alive' }, 200))
    .use(limitReads({ isBehindProxy, rateFactor }, now))
    .route('/', crossChain.app);
  const place = { ...config, maxConnections: files.connections };
  const listener = await listen((request, bindings) => app.fetch(request, bindings), place, sockets.upgrade);
  if ('code' in listener) {
    await sockets.stop();
    await directory.close();
    return listener;
  }
  const worker = startWorker([{ name: 'cross-chain', run: crossChain.tidy }], TIDY_EVERY_MS, log);
  return {
    url: listener.url,
    log,
    async stop(graceMs) {
      const [cut] = await Promise.all([listener.stop(graceMs), worker.stop(), sockets.stop()]);
      await crossChain.hosts.settled();
      await directory.close();
      return cut;
    },
  };
}
