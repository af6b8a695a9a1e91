import type { LeaderboardRow, Session } from '@popfray/protocol';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { whenQuiet } from '../api/quiet.ts';
import { withTexts } from '../messages/texts.ts';

/** What the game server has told this page. SPEC section 3, game state: null as long as it has not. */
export interface GameSocketState {
  /** SPEC section 4, game socket status. */
  readonly status: 'disconnected' | 'connecting' | 'connected';
  /** Visitors who are online. */
  readonly playerCount: number | null;
  /** Local games that can be played or watched, the newest first. */
  readonly games: readonly Session[] | null;
  /** The local game that this player is in. */
  readonly currentGame: Session | null;
  readonly leaderboard: readonly LeaderboardRow[] | null;
  readonly stats: { readonly totalTrxEarned: string; readonly crossChainBattles: number } | null;
}

/** What the game server has told. In the first load: what speaks with it comes in a chunk of its own. */
export const gameSocket = createStore<GameSocketState>(() => ({
  status: 'disconnected',
  playerCount: null,
  games: null,
  currentGame: null,
  leaderboard: null,
  stats: null,
}));

/** One value of the game socket, kept up. */
export const useGameSocket = <Value>(select: (state: GameSocketState) => Value): Value => useStore(gameSocket, select);

/** Connects with the game server when the page is done with itself, so that whoever is here counts as online. */
export function beginGameSocket(): void {
  gameSocket.setState({ status: 'connecting' });
  whenQuiet(() => {
    withTexts(import('./presence.ts'), 'game-socket').then(
      (module) => module.openGameSocket(),
      // The screens that need it fetch it themselves, and say so.
      () => gameSocket.setState({ status: 'disconnected' }),
    );
  });
}
