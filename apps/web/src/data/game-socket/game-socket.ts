import type { Session } from '@popfray/protocol';
import { gameSocketOut, type GameSocketOut } from '@popfray/protocol/socket';
import type { RawMessage } from './core-message.ts';
import { attachHandler, openGameSocket, sendGameMessage } from './presence.ts';
import { gameSocket } from './state.ts';

export { closeGameSocket, openGameSocket, sendGameMessage, watchGames } from './presence.ts';
export { gameSocket } from './state.ts';

type Listener = (message: GameSocketOut) => void;

const listeners = new Set<Listener>();
/** Sessions that components watch, the newest last. The server sends updates of one session at a time. */
const watchedSessions: { readonly id: string }[] = [];

attachHandler(handleMessage, () => {
  if (watchedSessions.length > 0) sendWatchedSession();
});

/** Calls the listener with every valid message of the game server, until the returned function is called. */
export function onGameMessage(listener: Listener): () => void {
  openGameSocket();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Subscribes to the changes and the chat of a session, until the returned function is called. */
export function watchSession(id: string): () => void {
  openGameSocket();
  const watch = { id };
  watchedSessions.push(watch);
  sendWatchedSession();
  return () => {
    const at = watchedSessions.indexOf(watch);
    if (at === -1) return;
    const wasNewest = at === watchedSessions.length - 1;
    watchedSessions.splice(at, 1);
    if (wasNewest) sendWatchedSession();
  };
}

function sendWatchedSession(): void {
  const newest = watchedSessions.at(-1);
  sendGameMessage(newest === undefined ? { type: 'unwatch_session' } : { type: 'watch_session', sessionId: newest.id });
}

/** Updates the state, then calls the listeners. Unknown messages, for example of a newer server, are ignored. */
function handleMessage(raw: RawMessage): void {
  const message = gameSocketOut.safeParse(raw).data;
  if (message === undefined) return;
  updateState(message);
  for (const listener of listeners) listener(message);
}

/** Updates games and players. SPEC section 4, local game. */
function updateState(message: GameSocketOut): void {
  const { games, currentGame } = gameSocket.getState();
  switch (message.type) {
    case 'game_list':
      gameSocket.setState({ games: message.games });
      break;
    case 'leaderboard':
      gameSocket.setState({ leaderboard: message.players });
      break;
    case 'game_joined':
      gameSocket.setState({ currentGame: message.game });
      upsertGame(message.game, games);
      break;
    case 'game_left':
      if (currentGame?.id === message.gameId) gameSocket.setState({ currentGame: null });
      break;
    case 'game_updated':
      if (currentGame?.id === message.game.id) gameSocket.setState({ currentGame: message.game });
      upsertGame(message.game, games);
      break;
    default:
  }
}

/** Replaces a game in the list. */
function upsertGame(game: Session, games: readonly Session[] | null): void {
  if (games?.some(({ id }) => id === game.id) === true)
    gameSocket.setState({ games: games.map((one) => (one.id === game.id ? game : one)) });
}
