import { LIMITS, NETWORK_SHARE, type LimitName, type RateLimit } from '@popfray/protocol';
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { fail, type Gate, NetworkLimiter, networkOf, readBody } from '../platform/http/index.ts';
import type { SocketRoute } from '../platform/sockets/index.ts';
import { createCallerDesk, type CallerDesk } from './caller.ts';
import type { CrossChainContext } from './context.ts';
import { createExchange } from './exchange.ts';
import type { Host } from '../platform/context/index.ts';
import { stackOf } from '../platform/log/index.ts';
import { createHosts, type Hosts } from './host.ts';
import { forgetOld, listSessions } from './listing.ts';
import { memberRoute } from './member-socket.ts';
import { platformRoute } from './platform-socket.ts';
import { createRelay } from './relay.ts';
import { addCrossChain } from './routes.ts';

/** How long a browser remembers that a partner's page may ask, s. */
const PREFLIGHT_S = 600;

/** The cross-chain server: a directory of sessions, and a relay between the chains' platforms and players. */
export interface CrossChain {
  /** Its calls, under `/api/cross-chain`. */
  readonly app: Hono;
  /** Its sockets: for players and pages, and for platforms. */
  readonly sockets: readonly SocketRoute[];
  /** The platforms that are connected. */
  readonly hosts: Hosts;
  /** Deletes old data. Call it regularly. */
  tidy(): Promise<void>;
}

/** Makes a cross-chain server. No port, no clock, no disk but its database. */
export function createCrossChain(context: CrossChainContext): CrossChain {
  const hosts = createHosts(
    async (platform, host) => greet(context, platform, host),
    (error) => {
      context.log({ event: 'fault', method: 'CROSS-CHAIN', path: '', stack: stackOf(error) });
    },
  );
  const exchange = createExchange(hosts);
  const callers = createCallerDesk(context);
  const desk = { context, hosts, exchange, callers, relay: createRelay(context) };
  const app = new Hono().use(
    '/api/cross-chain/*',
    cors({
      origin: (origin, call) => (context.settings.isPartner(call) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type'],
      exposeHeaders: ['Retry-After'],
      maxAge: PREFLIGHT_S,
    }),
  );
  app.use('/api/cross-chain/*', verifyPlatforms(context, callers));
  addCrossChain(app, createCrossChainGate(context, callers), desk);
  app.onError((error, call) => {
    const stack = error.stack ?? String(error);
    context.log({ event: 'fault', method: call.req.method, path: call.req.path, stack });
    return fail(call, 'ERR_INTERNAL');
  });
  app.all('*', (call) => fail(call, 'ERR_NOT_FOUND'));
  return {
    app,
    sockets: [memberRoute(desk), platformRoute(callers, hosts)],
    hosts,
    tidy: async () => forgetOld(context),
  };
}

/** Tells a platform that has come of the sessions that others host. */
async function greet(context: CrossChainContext, platform: string, host: Host): Promise<void> {
  for (const session of await listSessions(context))
    if (session.hostBlockchain !== platform) await host.notify({ type: 'session', session });
}

/** What stands for the network of a platform whose signature was verified: its calls are not counted. */
const PLATFORM = 'platform';

/** How many signatures that turn out to be wrong are verified for a network. Past that, its calls are counted like any other. */
const WRONG_SIGNATURES: RateLimit = { burst: 20, perMinute: 10 };

/**
 * Verifies the signatures of platforms before the limits of their network are looked at, which hold for everybody else: saying that one is a platform
 * does not make one. Verifying costs a tenth of a ms, so a network that gets it wrong too often is not verified here any more.
 */
function verifyPlatforms({ now, settings }: CrossChainContext, callers: CallerDesk): MiddlewareHandler {
  const wrong = new NetworkLimiter(WRONG_SIGNATURES, settings.rateFactor);
  return async (call, next) => {
    const network = networkOf(call, settings.isBehindProxy);
    if (call.req.header('Authorization')?.startsWith('Popfray-Platform ') !== true || wrong.wait(network, now()) > 0)
      return next();
    // A body that is too long, or breaks off, is refused where it is read again.
    const body = await readBody(call.req.raw).catch(() => null);
    if (body === null || (await callers.findOf(call, body))?.kind !== 'platform') wrong.take(network, now());
    return next();
  };
}

/**
 * The gate of the cross-chain server: calls are open to every page and program, because a browser sends nothing here that speaks for anybody.
 * The handlers find who makes a call; all but verified platforms are counted by their network.
 */
export function createCrossChainGate(
  {
    now,
    settings,
  }: Pick<CrossChainContext, 'now'> & {
    readonly settings: Pick<CrossChainContext['settings'], 'isBehindProxy' | 'rateFactor'>;
  },
  callers: Pick<CallerDesk, 'isPlatform'>,
): Gate {
  const limiters = new Map<LimitName, NetworkLimiter>();
  const limiterOf = (name: LimitName): NetworkLimiter => {
    const limiter = limiters.get(name) ?? new NetworkLimiter(LIMITS[name], NETWORK_SHARE * settings.rateFactor);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    findPlayer: async () => null,
    isAdmin: () => false,
    noteIntruder: () => undefined,
    isOwnHost: () => true,
    isOwnOrigin: () => true,
    networkOf: (call) => (callers.isPlatform(call) ? PLATFORM : networkOf(call, settings.isBehindProxy)),
    networkWaitMs: (network, limit) => (network === PLATFORM ? 0 : limiterOf(limit).take(network, now())),
    refusalEnd: async () => null,
    playerWaitMs: () => 0,
  };
}
