import type { LeaderboardRow, Session } from '@popfray/protocol';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { runAfterLoad } from '../api/after-load.ts';
import { withTexts } from '../messages/texts.ts';

/** State received from the game server. SPEC section 3, game state. Null means not received yet. */
export interface GameSocketState {
  /** SPEC section 4, game socket status. */
  readonly status: 'disconnected' | 'connecting' | 'connected';
  /** Number of visitors online. */
  readonly playerCount: number | null;
  /** Local games that can be played or watched, newest first. */
  readonly games: readonly Session[] | null;
  /** The local game in which this player has a seat. */
  readonly currentGame: Session | null;
  readonly leaderboard: readonly LeaderboardRow[] | null;
  readonly stats: { readonly totalTrxEarned: string; readonly crossChainBattles: number } | null;
}

/** Store of the game socket. It is part of the first load; the connection is in a separate chunk. */
export const gameSocket = createStore<GameSocketState>(() => ({
  status: 'disconnected',
  playerCount: null,
  games: null,
  currentGame: null,
  leaderboard: null,
  stats: null,
}));

/** Returns one value of the game socket and re-renders when it changes. */
export const useGameSocket = <Value>(select: (state: GameSocketState) => Value): Value => useStore(gameSocket, select);

/** Connects to the game server some time after the page has loaded, so that this visitor counts as online. */
export function startGameSocket(): void {
  gameSocket.setState({ status: 'connecting' });
  runAfterLoad(() => {
    withTexts(import('./presence.ts'), 'game-socket').then(
      (module) => module.openGameSocket(),
      // Screens that need the connection load this chunk themselves and report the failure.
      () => gameSocket.setState({ status: 'disconnected' }),
    );
  });
}
