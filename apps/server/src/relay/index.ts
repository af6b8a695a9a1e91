/** Connections of clients to battles that another node of the cluster plays. */
export type { PlayerConnection } from './relayed-connection.ts';
export { type BattleRelay, createRelay } from './relay.ts';
