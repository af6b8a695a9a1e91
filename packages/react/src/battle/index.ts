// A live battle as a store, for any chain's front end: its socket, its clock, the randomness that everybody shares.
export { createBattleStore, type BattleStore, type BattleStoreOptions } from './battle-store.ts';
export type { BattleFault, BattlePhase, BattleState, GameAction, Opponent } from './battle-state.ts';
export type { Quality } from './clock-sync.ts';
export { readKeptSeed, type KeptSeed, type SeedStorage } from './kept-seed.ts';
