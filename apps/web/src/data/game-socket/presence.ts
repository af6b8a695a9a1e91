import { GAMES_EVERY_MS, type GameSocketSaid, type Notice } from '@popfray/protocol/socket';
import { account } from '../account/state.ts';
import { texts } from '../messages/texts.ts';
import { refreshPlayer } from '../wallet/wallet-actions.ts';
import { rememberLostSeat } from './lost-seats.ts';
import { openConnection, type GameConnection } from './connection.ts';
import { changesBalance, parseCoreMessage, type CoreMessage, type RawMessage } from './core-message.ts';
import { makeSocketUrl } from './socket-url.ts';
import { gameToasts } from './toasts.ts';
import { gameSocket } from './state.ts';

/** Handles messages that are not core messages. */
type MessageHandler = (raw: RawMessage) => void;

/** Called after each (re)connection, to send the subscriptions again. */
const connectCallbacks = new Set<() => void>();
/** The newest message of each type that has no handler yet: the handler is in the chunk of the screens that need it. */
const unhandled = new Map<string, RawMessage>();

let handler: MessageHandler | null = null;
let connection: GameConnection | null = null;
/** Number of components that show the list of games. */
let gameViewers = 0;
/** Whether the server has welcomed this player before. What it sent between two connections is lost. */
let wasWelcomed = false;

/** Connects to the game server once per page. Every connected page counts as online. */
export function openGameSocket(): void {
  if (connection !== null) return;
  const opened = openConnection({
    url: makeSocketUrl(),
    language: () => texts.getState().language,
    onMessage: handleMessage,
    onStatus: (status) => gameSocket.setState(status === 'disconnected' ? { status, playerCount: null } : { status }),
  });
  // The server identifies the player by the cookie of the handshake.
  const unsubscribeAccount = account.subscribe((now, before) => {
    if (now.player?.address === before.player?.address) return;
    // The profile was fetched at the sign-in.
    wasWelcomed = false;
    opened.reconnect();
  });
  // Chat is translated into the page's language, which the reader can change.
  const unsubscribeLanguage = texts.subscribe(({ language }, before) => {
    if (language !== before.language) opened.send({ type: 'set_language', language });
  });
  const games = setInterval(() => gameViewers > 0 && opened.send({ type: 'get_games' }), GAMES_EVERY_MS);
  connection = {
    ...opened,
    close() {
      unsubscribeAccount();
      unsubscribeLanguage();
      clearInterval(games);
      opened.close();
    },
  };
}

/** Disconnects from the game server. */
export function closeGameSocket(): void {
  connection?.close();
  connection = null;
  wasWelcomed = false;
  unhandled.clear();
}

/** Sends a message to the game server. Returns false, and sends nothing, while there is no connection. */
export function sendGameMessage(message: GameSocketSaid): boolean {
  openGameSocket();
  return connection?.send(message) ?? false;
}

/** Keeps the list of games up to date until the returned function is called. SPEC section 9: every 10 s. */
export function watchGames(): () => void {
  sendGameMessage({ type: 'get_games' });
  gameViewers += 1;
  return () => {
    gameViewers -= 1;
  };
}

/** Registers the handler of all messages and passes it those that arrived earlier. `onConnect` is called for each new connection. */
export function attachHandler(newHandler: MessageHandler, onConnect: () => void): void {
  handler = newHandler;
  connectCallbacks.add(onConnect);
  for (const raw of unhandled.values()) newHandler(raw);
  unhandled.clear();
}

/** Handles core messages first, then passes every message to the registered handler. */
function handleMessage(raw: RawMessage): void {
  const message = parseCoreMessage(raw);
  if (message !== null) updateState(message);
  if (changesBalance(raw)) updateBalance();
  if (handler !== null) handler(raw);
  else if (message === null) unhandled.set(raw.type, raw);
}

function updateState(message: CoreMessage): void {
  switch (message.type) {
    case 'welcome':
      for (const type of ['get_games', 'get_leaderboard', 'get_stats'] as const) connection?.send({ type });
      for (const onConnect of connectCallbacks) onConnect();
      if (wasWelcomed) updateBalance();
      wasWelcomed = true;
      break;
    case 'player_count':
      gameSocket.setState({ playerCount: message.count });
      break;
    case 'stats_update':
      gameSocket.setState({
        stats: { totalTrxEarned: message.totalTrxEarned, crossChainBattles: message.crossChainBattles },
      });
      break;
    case 'error':
      void showRefusal(message);
      break;
    case 'notification':
      showNotification(message);
      break;
    case 'player_joined':
      gameToasts.joined(message.playerName);
      break;
    case 'game_started':
      gameToasts.started();
      break;
    case 'ping':
      break;
  }
}

/** Fetches the signed-in player's balance again. The header of every page shows it. */
function updateBalance(): void {
  if (account.getState().player !== null) void refreshPlayer();
}

/** Shows a refusal in the reader's language, or the server's text for an unknown code. */
async function showRefusal({ code, message }: Extract<CoreMessage, { readonly type: 'error' }>): Promise<void> {
  // The texts of failures are in a separate chunk, because few visitors meet one.
  const text = await import('../api/failure-text.ts')
    .then(({ isFailureCode, fetchFailureText }) => (isFailureCode(code) ? fetchFailureText(code) : message))
    .catch(() => message);
  gameToasts.error(text);
}

/** The toast of each kind of notification. A newer server may send other kinds. */
const NOTIFICATION_TOASTS: Readonly<Record<Notice['kind'], (about: Notice) => void>> = {
  'fee-refunded': gameToasts.refunded,
  'seat-gone': gameToasts.seatGone,
  'not-ready': gameToasts.notReady,
  removed: gameToasts.removed,
};

/** Shows a notification in the reader's language if its kind is known, else the server's text. */
function showNotification({ title, message, about }: Extract<CoreMessage, { readonly type: 'notification' }>): void {
  const isWhole = typeof about?.sessionName === 'string' && typeof about.amount === 'string';
  if (about !== undefined) rememberLostSeat(about.sessionId);
  if (isWhole && Object.hasOwn(NOTIFICATION_TOASTS, about.kind)) NOTIFICATION_TOASTS[about.kind](about);
  else gameToasts.notice(title, message);
}
