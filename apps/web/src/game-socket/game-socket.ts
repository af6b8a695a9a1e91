import type { Session } from '@popfray/protocol';
import { gameSocketOut, type GameSocketOut } from '@popfray/protocol/socket';
import { attachReader, openGameSocket, sayGame, type Raw } from './presence.ts';
import { gameSocket } from './state.ts';

export { closeGameSocket, openGameSocket, sayGame, watchGames } from './presence.ts';
export { gameSocket } from './state.ts';

type Hear = (message: GameSocketOut) => void;

const hearers = new Set<Hear>();
/** Sessions that parts of the page want to hear of, the newest last: the server tells of one at a time. */
const watched: { readonly id: string }[] = [];

attachReader(hear, () => {
  if (watched.length > 0) tellWatched();
});

/** Hears everything that the game server says, until the returned function is called. */
export function hearGame(hearer: Hear): () => void {
  openGameSocket();
  hearers.add(hearer);
  return () => void hearers.delete(hearer);
}

/** Has the server tell of a session, its changes and its chat, until the returned function is called. */
export function watchSession(id: string): () => void {
  openGameSocket();
  const watch = { id };
  watched.push(watch);
  tellWatched();
  return () => {
    const at = watched.indexOf(watch);
    if (at === -1) return;
    const wasNewest = at === watched.length - 1;
    watched.splice(at, 1);
    if (wasNewest) tellWatched();
  };
}

function tellWatched(): void {
  const newest = watched.at(-1);
  sayGame(newest === undefined ? { type: 'unwatch_session' } : { type: 'watch_session', sessionId: newest.id });
}

/** Takes up a message, then tells everybody who listens; what is none, such as one of a newer server, is passed over. */
function hear(raw: Raw): void {
  const message = gameSocketOut.safeParse(raw).data;
  if (message === undefined) return;
  note(message);
  for (const hearer of hearers) hearer(message);
}

/** What is known of games and players. SPEC section 4, local game. */
function note(message: GameSocketOut): void {
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
      noteGame(message.game, games);
      break;
    case 'game_left':
      if (currentGame?.id === message.gameId) gameSocket.setState({ currentGame: null });
      break;
    case 'game_updated':
      if (currentGame?.id === message.game.id) gameSocket.setState({ currentGame: message.game });
      noteGame(message.game, games);
      break;
    default:
  }
}

/** Puts a game into its place in the list. */
function noteGame(game: Session, games: readonly Session[] | null): void {
  if (games?.some(({ id }) => id === game.id) === true)
    gameSocket.setState({ games: games.map((one) => (one.id === game.id ? game : one)) });
}
