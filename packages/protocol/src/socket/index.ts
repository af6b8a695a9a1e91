// The two sockets: what is said on them, and how they are kept open.
export { CLOSE, GAMES_EVERY_MS, MAX_SOCKET_BYTES, RECONNECT_MS } from './constants.ts';
export {
  gameSocketIn,
  gameSocketOut,
  notice,
  type GameSocketIn,
  type GameSocketOut,
  type GameSocketSaid,
  type Notice,
} from './game.ts';
export {
  actionName,
  isSeatAction,
  MAX_ACTION_BYTES,
  MAX_ACTION_DEPTH,
  parseActionFields,
  type ActionFields,
  type JsonValue,
  type SeatAction,
} from './game-action.ts';
export {
  CROSS_CHAIN_KEPT,
  CROSS_CHAIN_PING_MS,
  CROSS_CHAIN_RECONNECT_MS,
  CROSS_CHAIN_RECONNECTS,
  crossChainSocketIn,
  crossChainSocketOut,
  type CrossChainSocketIn,
  type CrossChainSocketOut,
} from './cross-chain.ts';
export {
  HOST_PATIENCE_MS,
  MAX_PLATFORM_BYTES,
  PLATFORM_SOCKET_PATH,
  platformSocketIn,
  platformSocketOut,
  type HostAnswer,
  type HostQuestion,
  type PlatformNews,
  type PlatformSocketIn,
  type PlatformSocketOut,
} from './platform.ts';
