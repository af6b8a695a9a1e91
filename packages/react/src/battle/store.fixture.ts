import { createBattleStore, type BattleStore } from './battle-store.ts';
import { Host, STARTS_AT } from './host.fixture.ts';
import { HeldSocket } from './socket.fixture.ts';

/** Address of the server. */
export const URL = 'wss://game.example/ws';

/** The host of the battle. */
export const host: Host = new Host();

/** Creates a store that is not connected. */
export const createStore = (): BattleStore =>
  createBattleStore({ socketUrl: URL, sessionId: host.sessionId, userId: 'me', token: 'secret' });

/** Creates a store that has entered a battle, `ms` before its first second. */
export function enter(ms: number, against: Host = host): { readonly store: BattleStore; readonly socket: HeldSocket } {
  const store = createStore();
  store.open();
  const socket = HeldSocket.last();
  socket.open();
  socket.say(against.terms(STARTS_AT - ms));
  return { store, socket };
}
