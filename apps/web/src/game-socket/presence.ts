import type { FailureCode } from '@popfray/protocol';
import { GAMES_EVERY_MS, type GameSocketSaid, type Notice } from '@popfray/protocol/socket';
import { account } from '../account/state.ts';
import { loadTexts, speaker, texts } from '../messages/texts.ts';
import { noteLostSeat } from './lost-seats.ts';
import { openLine, type GameLine } from './line.ts';
import { readNews, type News } from './news.ts';
import { say } from './say.ts';
import { gameSocket } from './state.ts';

/** A message of the server as it came. */
export interface Raw {
  readonly type: string;
}

/** Takes up what not every page understands. */
type Read = (raw: Raw) => void;

/** What the page knows to say to the server again, whenever a connection is there anew. */
const greetings = new Set<() => void>();
/** The newest of each kind of message that nobody could read yet: what reads it comes with the screens that show it. */
const unread = new Map<string, Raw>();

let read: Read | null = null;
let line: GameLine | null = null;
/** Parts of the page that show the list of games. */
let gameViewers = 0;

/** Connects with the game server, once: whoever is here counts as online. */
export function openGameSocket(): void {
  if (line !== null) return;
  const { protocol, host } = location;
  const opened = openLine({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`,
    language: () => texts.getState().language,
    hear,
    note: (status) => gameSocket.setState(status === 'disconnected' ? { status, playerCount: null } : { status }),
  });
  // The server knows a player by the cookie with which the line was opened.
  const unfollow = account.subscribe((now, before) => {
    if (now.player?.address !== before.player?.address) opened.renew();
  });
  // Chat is translated into the language of the page, which the reader may switch at any time.
  const unfollowLanguage = texts.subscribe(({ language }, before) => {
    if (language !== before.language) opened.say({ type: 'set_language', language });
  });
  const games = setInterval(() => gameViewers > 0 && opened.say({ type: 'get_games' }), GAMES_EVERY_MS);
  line = {
    ...opened,
    close() {
      unfollow();
      unfollowLanguage();
      clearInterval(games);
      opened.close();
    },
  };
}

/** Lets go of the game server. */
export function closeGameSocket(): void {
  line?.close();
  line = null;
  unread.clear();
}

/** Says something to the game server; false, and nothing is said, while there is no connection. */
export function sayGame(message: GameSocketSaid): boolean {
  openGameSocket();
  return line?.say(message) ?? false;
}

/** Keeps the list of games fresh until the returned function is called. SPEC section 9: every 10 s. */
export function watchGames(): () => void {
  sayGame({ type: 'get_games' });
  gameViewers += 1;
  return () => {
    gameViewers -= 1;
  };
}

/** Hands everything to a reader that understands it all, and what has come before it too. `greet` is called for each new connection. */
export function attachReader(reader: Read, greet: () => void): void {
  read = reader;
  greetings.add(greet);
  for (const raw of unread.values()) reader(raw);
  unread.clear();
}

/** Every page's own part is done first. */
function hear(raw: Raw): void {
  const news = readNews(raw);
  if (news !== null) note(news);
  if (read !== null) read(raw);
  else if (news === null) unread.set(raw.type, raw);
}

function note(news: News): void {
  switch (news.type) {
    case 'welcome':
      for (const type of ['get_games', 'get_leaderboard', 'get_stats'] as const) line?.say({ type });
      for (const greet of greetings) greet();
      break;
    case 'player_count':
      gameSocket.setState({ playerCount: news.count });
      break;
    case 'stats_update':
      gameSocket.setState({
        stats: { totalTrxEarned: news.totalTrxEarned, crossChainBattles: news.crossChainBattles },
      });
      break;
    case 'error':
      void refuse(news);
      break;
    case 'notification':
      notify(news);
      break;
    case 'player_joined':
      say.joined(news.playerName);
      break;
    case 'game_started':
      say.started();
      break;
    case 'ping':
      break;
  }
}

/** Says a refusal in the reader's language, or in the server's words where that has none for it. */
async function refuse({ code, message }: Extract<News, { readonly type: 'error' }>): Promise<void> {
  await loadTexts('failures').catch(() => undefined);
  const words: Readonly<Record<string, unknown>> = texts.getState().messages.failures ?? {};
  say.error(Object.hasOwn(words, code) ? speaker('failures')(code as FailureCode) : message);
}

/** How each kind of notification is said. A newer server may have others. */
const NOTICES: Readonly<Record<Notice['kind'], (about: Notice) => void>> = {
  'fee-refunded': say.refunded,
  'seat-gone': say.seatGone,
  'not-ready': say.notReady,
  removed: say.removed,
};

/** Says a notification in the reader's language where the page knows what it is about. */
function notify({ title, message, about }: Extract<News, { readonly type: 'notification' }>): void {
  const isWhole = typeof about?.sessionName === 'string' && typeof about.amount === 'string';
  if (about !== undefined) noteLostSeat(about.sessionId);
  if (isWhole && Object.hasOwn(NOTICES, about.kind)) NOTICES[about.kind](about);
  else say.notice(title, message);
}
