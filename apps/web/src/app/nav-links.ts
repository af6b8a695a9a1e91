import { PATHS } from './screens.ts';

/** A link of the navigation: the key of its text and its path. */
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

/** Links of the header bar. SPEC section 2, header. */
export const BAR_LINKS: readonly NavLink[] = [
  ['home', PATHS.home],
  ['lobby', PATHS.lobby],
  ['upgrades', PATHS.upgrades],
  ['play', PATHS.arena],
  ['about', PATHS.about],
];

/** Links of the Support menu. */
export const SUPPORT_LINKS: readonly NavLink[] = [
  ['howToPlay', PATHS.howToPlay],
  ['walletSetup', PATHS.walletSetup],
  ['faq', PATHS.faq],
  ['contact', PATHS.contact],
];

/** Links of the menu on small screens. SPEC section 2, header: no link to the store. */
export const MENU_LINKS: readonly NavLink[] = [
  ...BAR_LINKS.filter(([key]) => key !== 'upgrades'),
  ['leaderboard', PATHS.leaderboard],
];
