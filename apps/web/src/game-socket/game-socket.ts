import type { Session } from '@popfray/protocol';
import { GAMES_EVERY_MS, type GameSocketOut, type GameSocketSaid } from '@popfray/protocol/socket';
import { account } from '../account/state.ts';
import { openLine, type GameLine } from './line.ts';
import { say } from './say.ts';
import { gameSocket } from './state.ts';

export { gameSocket } from './state.ts';

type Hear = (message: GameSocketOut) => void;

const hearers = new Set<Hear>();
/** Sessions that parts of the page want to hear of, the newest last: the server tells of one at a time. */
const watched: { readonly id: string }[] = [];
/** Parts of the page that show the list of games. */
let gameViewers = 0;

let line: GameLine | null = null;

/** Connects with the game server, once. */
export function openGameSocket(): void {
  if (line !== null) return;
  const { protocol, host } = location;
  const opened = openLine({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`,
    hear,
    note: (status) => gameSocket.setState(status === 'disconnected' ? { status, playerCount: null } : { status }),
  });
  // The server knows a player by the cookie with which the line was opened.
  const unfollow = account.subscribe((now, before) => {
    if (now.player?.address !== before.player?.address) opened.renew();
  });
  const games = setInterval(() => gameViewers > 0 && opened.say({ type: 'get_games' }), GAMES_EVERY_MS);
  line = {
    ...opened,
    close() {
      unfollow();
      clearInterval(games);
      opened.close();
    },
  };
}

/** Lets go of the game server. */
export function closeGameSocket(): void {
  line?.close();
  line = null;
}

/** Says something to the game server; false, and nothing is said, while there is no connection. */
export function sayGame(message: GameSocketSaid): boolean {
  openGameSocket();
  return line?.say(message) ?? false;
}

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

/** Keeps the list of games fresh until the returned function is called. SPEC section 9: every 10 s. */
export function watchGames(): () => void {
  openGameSocket();
  gameViewers += 1;
  line?.say({ type: 'get_games' });
  return () => {
    gameViewers -= 1;
  };
}

function tellWatched(): void {
  const newest = watched.at(-1);
  line?.say(newest === undefined ? { type: 'unwatch_session' } : { type: 'watch_session', sessionId: newest.id });
}

/** Takes up what the server says, then tells everybody who listens. */
function hear(message: GameSocketOut): void {
  note(message);
  for (const hearer of hearers) hearer(message);
}

function note(message: GameSocketOut): void {
  switch (message.type) {
    case 'welcome':
      for (const type of ['get_games', 'get_leaderboard', 'get_stats'] as const) line?.say({ type });
      if (watched.length > 0) tellWatched();
      break;
    case 'player_count':
      gameSocket.setState({ playerCount: message.count });
      break;
    case 'game_list':
      gameSocket.setState({ games: message.games });
      break;
    case 'leaderboard':
      gameSocket.setState({ leaderboard: message.players });
      break;
    case 'stats_update':
      gameSocket.setState({
        stats: { totalTrxEarned: message.totalTrxEarned, crossChainBattles: message.crossChainBattles },
      });
      break;
    case 'game_joined':
      gameSocket.setState({ currentGame: message.game });
      noteGame(message.game);
      break;
    case 'game_left':
      if (gameSocket.getState().currentGame?.id === message.gameId) gameSocket.setState({ currentGame: null });
      break;
    case 'game_updated':
      if (gameSocket.getState().currentGame?.id === message.game.id) gameSocket.setState({ currentGame: message.game });
      noteGame(message.game);
      break;
    case 'error':
      say.error(message.message);
      break;
    case 'notification':
      say.notice(message.title, message.message);
      break;
    case 'player_joined':
      say.joined(message.playerName);
      break;
    case 'game_started':
      say.started();
      break;
    default:
  }
}

/** Puts a game into its place in the list. SPEC section 4, local game. */
function noteGame(game: Session): void {
  const { games } = gameSocket.getState();
  if (games?.some(({ id }) => id === game.id) === true)
    gameSocket.setState({ games: games.map((one) => (one.id === game.id ? game : one)) });
}
