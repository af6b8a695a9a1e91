import { PATHS } from '../data/paths.ts';
import { SCREENS, type ScreenRow } from './screens.ts';

type Nav = NonNullable<ScreenRow['nav']>;

/** A link of the navigation: the key of its text and its path. */
export type NavLink = readonly [key: Nav['label'] | 'leaderboard', path: string];

const linksOf = (...lists: readonly Nav['list'][]): readonly NavLink[] =>
  SCREENS.flatMap(({ nav, paths: [path] }) =>
    nav !== undefined && lists.includes(nav.list) ? [[nav.label, path]] : [],
  );

/** Links of the header bar. SPEC section 2, header. */
export const BAR_LINKS = linksOf('main', 'bar');

/** Links of the Support menu. */
export const SUPPORT_LINKS = linksOf('support');

/** Links of the menu on small screens. SPEC section 2, header: no link to the store. */
export const MENU_LINKS: readonly NavLink[] = [...linksOf('main'), ['leaderboard', PATHS.leaderboard]];
