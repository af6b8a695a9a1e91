/** Paths of the screens that other modules link to. `app/screens.ts` has the screens. */
export const PATHS = {
  home: '/',
  freePlay: '/free-play',
  arena: '/arena',
  replay: '/replay',
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
  admin: '/admin',
  leaderboard: '/#leaderboard',
} as const;

/** The arena, opened for a round that earns TRX. */
export const SOLO_ARENA = `${PATHS.arena}?mode=solo`;

/** The lobby, opened for battles against the other chain. */
export const CROSS_CHAIN_LOBBY = '/cross-chain-lobby';

/** Path of the daily round's field. */
export const DAILY_ROUND = `${PATHS.daily}/play`;
