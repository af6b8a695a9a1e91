import { LIMITS, NETWORK_SHARE, type LimitName, type RateLimit } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { cutPath } from '../platform/log/index.ts';
import { refusalEnd } from '../protection/index.ts';
import { isOperator } from '../players/index.ts';
import { currentPlayer } from './current-player.ts';
import {
  createLimiter,
  createNetworkLimiter,
  type Gate,
  isOwnHost,
  type Limiter,
  networkOf,
  originOfPage,
} from '../platform/http/index.ts';

/** The front desk of an app. */
export function createGate(context: Context): Gate {
  const { origins, isBehindProxy, rateFactor } = context.settings;
  const { redis } = context;
  const players = limiters((name, limit) => createLimiter(redis, `player:${name}`, limit, rateFactor));
  const networks = limiters((name, limit) =>
    createNetworkLimiter(redis, `network:${name}`, limit, rateFactor * NETWORK_SHARE),
  );
  return {
    findPlayer: async (call) => currentPlayer(context, call),
    isOwnHost: (call) => isOwnHost(call, origins),
    isOwnOrigin: (call) => originOfPage(call, origins) !== null,
    isAdmin: (address) => isOperator(context, address),
    noteIntruder(call, address) {
      const message = `${call.req.method} ${cutPath(call.req.path)} was refused`;
      context.log({ event: 'notice', about: 'admin', ...(address !== null && { id: address }), message });
    },
    networkOf: (call) => networkOf(call, isBehindProxy),
    networkWaitMs: (network, limit) => networks[limit].take(network, context.now()),
    refusalEnd: async (address, code) => refusalEnd(context.db, address, code, context.now()),
    // A wallet that is only named counts within one network: or anybody could use up the turns of another to sign in.
    playerWaitMs: (network, limit, { address, isProven }) =>
      players[limit].take(isProven ? address : `${network} ${address}`, context.now()),
  };
}

/** A limiter for each limit. */
const limiters = (make: (name: string, limit: RateLimit) => Limiter): Record<LimitName, Limiter> =>
  Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, make(name, limit)])) as Record<
    LimitName,
    Limiter
  >;
