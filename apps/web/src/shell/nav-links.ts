import { PATHS } from '../routes.ts';

/** A link of the navigation: its text in the catalogue, and where it leads. */
export type NavLink = readonly [
  key:
    | 'home'
    | 'lobby'
    | 'upgrades'
    | 'play'
    | 'about'
    | 'howToPlay'
    | 'walletSetup'
    | 'faq'
    | 'contact'
    | 'leaderboard',
  path: string,
];

/** What the bar has room for. SPEC section 2, header. */
export const BAR_LINKS: readonly NavLink[] = [
  ['home', PATHS.home],
  ['lobby', PATHS.lobby],
  ['upgrades', PATHS.upgrades],
  ['play', PATHS.arena],
  ['about', PATHS.about],
];

/** What is under Support. */
export const SUPPORT_LINKS: readonly NavLink[] = [
  ['howToPlay', PATHS.howToPlay],
  ['walletSetup', PATHS.walletSetup],
  ['faq', PATHS.faq],
  ['contact', PATHS.contact],
];

/** The menu of a small window. SPEC section 2, header: no link to the store. */
export const MENU_LINKS: readonly NavLink[] = [
  ...BAR_LINKS.filter(([key]) => key !== 'upgrades'),
  ['leaderboard', PATHS.leaderboard],
];
