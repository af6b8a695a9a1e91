/** Paths of the screens that other modules link to. `app/screens.ts` has the screens. */
export const PATHS = {
  home: '/',
  freePlay: '/free-play',
  arena: '/arena',
  replay: '/replay',
  /** `/race/{id}`: a race against a shared round; without an id, against the one in the hash. */
  race: '/race',
  lobby: '/lobby',
  upgrades: '/upgrades',
  profile: '/profile',
  /** `/round/{id}`: a paid round; public. */
  round: '/round',
  /** `/session/{id}`: invitation link of a session. */
  session: '/session',
  /** `/cross-chain-session/{id}`: the room of a session. */
  battle: '/cross-chain-session',
  /** `/game?session={id}`: the same room, at the address used after joining; without a session, the local game. */
  game: '/game',
  /** `/watch/{id}`: a live battle for spectators; public. */
  watch: '/watch',
  /** `/receipt/{id}`: the receipt of a battle; public. */
  receipt: '/receipt',
  /** `/fairness/{day}`: the public list of commitments of a day; without a day, of today. */
  fairness: '/fairness',
  about: '/about',
  howToPlay: '/how-to-play',
  walletSetup: '/wallet-setup',
  faq: '/faq',
  contact: '/contact',
  walletTroubleshooting: '/wallet-troubleshooting',
  settings: '/settings',
  playResponsibly: '/play-responsibly',
  /** Deposits, fees, prizes and withdrawals by month. */
  statement: '/statement',
  daily: '/daily',
  season: '/season',
  admin: '/admin',
  leaderboard: '/#leaderboard',
} as const;

/** The arena, opened for a round that earns TRX. */
export const SOLO_ARENA = `${PATHS.arena}?mode=solo`;

/** The name and value in a query that start a round of practice as soon as its screen is open. */
export const PLAY_NOW = ['play', 'now'] as const;

/** Free Play, whose first round starts at once. */
export const FREE_PLAY_NOW = `${PATHS.freePlay}?${PLAY_NOW.join('=')}`;

/** The name and value in a query of the lobby that match a signed-in player for a free quick battle at once. */
export const QUICK_FREE = ['quick', 'free'] as const;

/** The lobby, which looks for an opponent at once. */
export const QUICK_BATTLE = `${PATHS.lobby}?${QUICK_FREE.join('=')}`;

/** The lobby, opened for battles against the other chain. */
export const CROSS_CHAIN_LOBBY = '/cross-chain-lobby';

/** Path of the daily round's field. */
export const DAILY_ROUND = `${PATHS.daily}/play`;
