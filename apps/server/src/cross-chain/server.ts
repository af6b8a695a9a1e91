import { LIMITS, NETWORK_SHARE, type LimitName } from '@popfray/protocol';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Gate } from '../api/answer.ts';
import { networkOf } from '../api/client.ts';
import { RateLimiter } from '../api/rate-limiter.ts';
import { fail } from '../failure.ts';
import type { SocketRoute } from '../sockets/socket-server.ts';
import { createCallerDesk } from './caller.ts';
import type { CrossChainContext } from './context.ts';
import { createExchange } from './exchange.ts';
import { createHosts, type Host, type Hosts } from './host.ts';
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
  /** Forgets what nobody asks for any more; to be called now and then. */
  tidy(): void;
}

/** Makes a cross-chain server. No port, no clock, no disk but its database. */
export function createCrossChain(context: CrossChainContext): CrossChain {
  const hosts = createHosts((platform, host) => greet(context, platform, host));
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
  addCrossChain(app, createCrossChainGate(context), desk);
  app.onError((error, call) => {
    const stack = error.stack ?? String(error);
    context.log({ event: 'fault', method: call.req.method, path: call.req.path, stack });
    return fail(call, 'ERR_INTERNAL');
  });
  app.all('*', (call) => fail(call, 'ERR_NOT_FOUND'));
  return { app, sockets: [memberRoute(desk), platformRoute(callers, hosts)], hosts, tidy: () => forgetOld(context) };
}

/** Tells a platform that has come of the sessions that others host. */
function greet(context: CrossChainContext, platform: string, host: Host): void {
  for (const session of listSessions(context))
    if (session.hostBlockchain !== platform) host.tell({ type: 'session', session });
}

/** What stands for the network of a platform: its calls are not counted, since its signature is asked for. */
const PLATFORM = 'platform';

/**
 * The front desk: calls are open to every page and program, because nothing speaks for anybody that a browser would send by itself.
 * Who asks is found by the handlers; strangers and members are counted by their network.
 */
function createCrossChainGate({ now, settings }: CrossChainContext): Gate {
  const limiters = new Map<LimitName, RateLimiter>();
  const limiterOf = (name: LimitName): RateLimiter => {
    const limiter = limiters.get(name) ?? new RateLimiter(LIMITS[name], NETWORK_SHARE * settings.rateFactor);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    findPlayer: () => null,
    isAdmin: () => false,
    noteIntruder: () => undefined,
    isOwnHost: () => true,
    isOwnOrigin: () => true,
    networkOf: (call) =>
      call.req.header('Authorization')?.startsWith('Popfray-Platform ') === true
        ? PLATFORM
        : networkOf(call, settings.isBehindProxy),
    networkWaitMs: (network, limit) => (network === PLATFORM ? 0 : limiterOf(limit).take(network, now())),
    playerWaitMs: () => 0,
  };
}
