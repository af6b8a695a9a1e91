/** Live battles, from the countdown to the end. */
export type { BattleConnection, BattleConnectionError, Battles } from './battle-connection.ts';
export { PlayableVersions } from './battle-version.ts';
export { createBattles } from './battles.ts';
export { BATTLE_LEASES } from './journal-rows.ts';
export { readSpectatorView, type SpectatorView } from './spectator-view.ts';
export { startLoop } from './loop.ts';
