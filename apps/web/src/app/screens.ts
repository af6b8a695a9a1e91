import type { ReactElement } from 'react';
import type { Part } from '../data/messages/parts.ts';
import { CROSS_CHAIN_LOBBY, DAILY_ROUND, PATHS } from '../data/paths.ts';

// The build's scripts read this table too, so it imports nothing that needs a browser.

/** The component of a screen. It reads what it needs from the address. */
export type ScreenComponent = (props: object) => ReactElement;

/** A screen of the product. */
export interface ScreenRow {
  /** Its paths as the router matches them; the first one is preloaded and linked. */
  readonly paths: readonly [string, ...string[]];
  /** Its folder in `features`, and the name of its component and of that component's file. */
  readonly feature: string;
  readonly component: string;
  /** Key of its title in its catalogues. */
  readonly title: string;
  /** Loads the component. */
  readonly load: () => Promise<ScreenComponent>;
  /** Catalogues that it needs besides `shell`. */
  readonly texts: readonly Part[];
  /** What links to it preload: the screen, or the screen and the field. */
  readonly preload?: 'screen' | 'field';
  /** Whether the field is loaded together with the screen; on a prerendered page at the first input. */
  readonly hasField?: true;
  /** The list of the navigation in which it is, and the key of its text there. */
  readonly nav?: { readonly list: NavList; readonly label: NavLabel };
  /** For whom the build renders it as HTML, in each language. A signed-in player gets another screen where it is for visitors. */
  readonly prerendered?: 'for everyone' | 'for visitors';
  /** Whether it works without a server: the service worker caches its folder and its catalogues. */
  readonly isOffline?: true;
}

/** A list of the navigation: the bar and the menu of small screens, the bar only, the Support menu. */
type NavList = 'main' | 'bar' | 'support';

type NavLabel = 'home' | 'lobby' | 'upgrades' | 'play' | 'about' | 'howToPlay' | 'walletSetup' | 'faq' | 'contact';

/** Catalogues of every screen about battles. */
const BATTLE_TEXTS = ['battle', 'connection', 'game-socket', 'money'] as const;

/** Catalogues of every screen of the operator's desk. */
const DESK_TEXTS = ['desk', 'money', 'replay'] as const;

/** Every screen. The lists of the navigation have the order of this table. */
export const SCREENS: readonly ScreenRow[] = [
  {
    paths: [PATHS.home],
    feature: 'landing',
    component: 'Landing',
    title: 'landing.screen',
    load: () => import('../features/landing/Landing.tsx').then((module) => module.Landing),
    texts: [],
    preload: 'screen',
    nav: { list: 'main', label: 'home' },
    prerendered: 'for everyone',
    isOffline: true,
  },
  {
    paths: [PATHS.freePlay],
    feature: 'free-play',
    component: 'FreePlay',
    title: 'freePlay.screen',
    load: () => import('../features/free-play/FreePlay.tsx').then((module) => module.FreePlay),
    texts: [],
    preload: 'field',
    hasField: true,
    prerendered: 'for everyone',
    isOffline: true,
  },
  {
    paths: [PATHS.lobby],
    feature: 'lobby',
    component: 'Lobby',
    title: 'lobby.screen',
    load: () => import('../features/lobby/Lobby.tsx').then((module) => module.Lobby),
    texts: BATTLE_TEXTS,
    preload: 'screen',
    nav: { list: 'main', label: 'lobby' },
    prerendered: 'for everyone',
  },
  {
    paths: [PATHS.upgrades],
    feature: 'upgrades',
    component: 'Upgrades',
    title: 'upgrades.screen',
    load: () => import('../features/upgrades/Upgrades.tsx').then((module) => module.Upgrades),
    texts: ['money'],
    preload: 'screen',
    nav: { list: 'bar', label: 'upgrades' },
    prerendered: 'for visitors',
  },
  {
    paths: [PATHS.arena],
    feature: 'arena',
    component: 'Arena',
    title: 'arena.screen',
    load: () => import('../features/arena/Arena.tsx').then((module) => module.Arena),
    texts: [],
    preload: 'field',
    hasField: true,
    nav: { list: 'main', label: 'play' },
    prerendered: 'for visitors',
    isOffline: true,
  },
  {
    // One row for both paths, so that the screen keeps its state between them.
    paths: [PATHS.daily, DAILY_ROUND],
    feature: 'daily',
    component: 'Daily',
    title: 'daily.screen',
    load: () => import('../features/daily/Daily.tsx').then((module) => module.Daily),
    texts: ['daily', 'offline', 'failures'],
    preload: 'screen',
    prerendered: 'for everyone',
    isOffline: true,
  },
  {
    paths: [PATHS.season],
    feature: 'season',
    component: 'SeasonScreen',
    title: 'season.screen',
    load: () => import('../features/season/SeasonScreen.tsx').then((module) => module.SeasonScreen),
    texts: ['money', 'season'],
    preload: 'screen',
  },
  {
    paths: [PATHS.replay],
    feature: 'replay',
    component: 'ReplayScreen',
    title: 'replay.screen',
    load: () => import('../features/replay/ReplayScreen.tsx').then((module) => module.ReplayScreen),
    texts: ['replay', 'practice', 'kept-rounds'],
    preload: 'field',
    prerendered: 'for everyone',
    isOffline: true,
  },
  {
    paths: [`${PATHS.race}/:id?`],
    feature: 'race',
    component: 'RaceScreen',
    title: 'raceScreen.screen',
    load: () => import('../features/race/RaceScreen.tsx').then((module) => module.RaceScreen),
    texts: ['race', 'practice', 'kept-rounds'],
    preload: 'field',
    hasField: true,
    isOffline: true,
  },
  {
    paths: [PATHS.settings],
    feature: 'settings',
    component: 'SettingsScreen',
    title: 'settings.title',
    load: () => import('../features/settings/SettingsScreen.tsx').then((module) => module.SettingsScreen),
    texts: ['settings', 'offline', 'money'],
    isOffline: true,
  },
  {
    paths: [PATHS.playResponsibly],
    feature: 'protection',
    component: 'PlayResponsibly',
    title: 'protection.title',
    load: () => import('../features/protection/PlayResponsibly.tsx').then((module) => module.PlayResponsibly),
    texts: ['money', 'protection'],
    preload: 'screen',
    prerendered: 'for everyone',
  },
  {
    paths: [PATHS.statement],
    feature: 'protection',
    component: 'StatementScreen',
    title: 'protection.statement.title',
    load: () => import('../features/protection/StatementScreen.tsx').then((module) => module.StatementScreen),
    texts: ['money', 'protection'],
  },
  {
    paths: [PATHS.profile],
    feature: 'profile',
    component: 'Profile',
    title: 'profile.screen',
    load: () => import('../features/profile/Profile.tsx').then((module) => module.Profile),
    texts: ['money', 'profile'],
    preload: 'screen',
  },
  {
    paths: [`${PATHS.round}/:id`],
    feature: 'round',
    component: 'RoundPage',
    title: 'round.screen',
    load: () => import('../features/round/RoundPage.tsx').then((module) => module.RoundPage),
    texts: ['money'],
  },
  {
    paths: [`${PATHS.session}/:id?`],
    feature: 'sessions',
    component: 'JoinPage',
    title: 'sessions.join.screen',
    load: () => import('../features/sessions/JoinPage.tsx').then((module) => module.JoinPage),
    texts: BATTLE_TEXTS,
  },
  {
    paths: [`${PATHS.battle}/:id`],
    feature: 'room',
    component: 'SessionRoom',
    title: 'room.screen',
    load: () => import('../features/room/SessionRoom.tsx').then((module) => module.SessionRoom),
    texts: BATTLE_TEXTS,
    preload: 'screen',
  },
  {
    paths: [`${PATHS.watch}/:id`],
    feature: 'watch',
    component: 'WatchScreen',
    title: 'watch.screen',
    load: () => import('../features/watch/WatchScreen.tsx').then((module) => module.WatchScreen),
    texts: ['watch'],
    preload: 'screen',
  },
  {
    paths: [PATHS.game],
    feature: 'room',
    component: 'GameRoom',
    title: 'room.screen',
    load: () => import('../features/room/GameRoom.tsx').then((module) => module.GameRoom),
    texts: BATTLE_TEXTS,
  },
  {
    paths: [`${PATHS.receipt}/:id`],
    feature: 'receipt',
    component: 'ReceiptPage',
    title: 'receipt.screen',
    load: () => import('../features/receipt/ReceiptPage.tsx').then((module) => module.ReceiptPage),
    texts: BATTLE_TEXTS,
  },
  {
    paths: [`${PATHS.fairness}/:day?`],
    feature: 'fairness',
    component: 'FairnessPage',
    title: 'fairness.screen',
    load: () => import('../features/fairness/FairnessPage.tsx').then((module) => module.FairnessPage),
    texts: ['fairness', 'money'],
  },
  {
    paths: [PATHS.about],
    feature: 'info',
    component: 'About',
    title: 'about.screen',
    load: () => import('../features/info/About.tsx').then((module) => module.About),
    texts: ['info'],
    prerendered: 'for everyone',
    nav: { list: 'main', label: 'about' },
  },
  {
    paths: [PATHS.howToPlay],
    feature: 'info',
    component: 'HowToPlay',
    title: 'howToPlay.screen',
    load: () => import('../features/info/HowToPlay.tsx').then((module) => module.HowToPlay),
    texts: ['info'],
    prerendered: 'for everyone',
    nav: { list: 'support', label: 'howToPlay' },
  },
  {
    paths: [PATHS.walletSetup],
    feature: 'info',
    component: 'WalletSetup',
    title: 'walletSetup.screen',
    load: () => import('../features/info/WalletSetup.tsx').then((module) => module.WalletSetup),
    texts: ['info', 'wallet-apps'],
    prerendered: 'for everyone',
    nav: { list: 'support', label: 'walletSetup' },
  },
  {
    paths: [PATHS.faq],
    feature: 'info',
    component: 'Faq',
    title: 'faq.screen',
    load: () => import('../features/info/Faq.tsx').then((module) => module.Faq),
    texts: ['info', 'faq'],
    nav: { list: 'support', label: 'faq' },
    prerendered: 'for everyone',
  },
  {
    paths: [PATHS.contact],
    feature: 'info',
    component: 'Contact',
    title: 'contact.screen',
    load: () => import('../features/info/Contact.tsx').then((module) => module.Contact),
    texts: ['info'],
    nav: { list: 'support', label: 'contact' },
    prerendered: 'for everyone',
  },
  {
    paths: [PATHS.walletTroubleshooting],
    feature: 'info',
    component: 'WalletTroubleshooting',
    title: 'troubleshooting.screen',
    load: () => import('../features/info/WalletTroubleshooting.tsx').then((module) => module.WalletTroubleshooting),
    texts: ['info', 'troubleshooting', 'wallet-apps'],
    prerendered: 'for everyone',
  },
  {
    paths: [PATHS.admin],
    feature: 'admin',
    component: 'Admin',
    title: 'desk.screen',
    load: () => import('../features/admin/Admin.tsx').then((module) => module.Admin),
    texts: DESK_TEXTS,
    preload: 'screen',
  },
  {
    paths: [`${PATHS.admin}/player/:address`],
    feature: 'admin',
    component: 'AdminPlayer',
    title: 'desk.player.screen',
    load: () => import('../features/admin/Admin.tsx').then((module) => module.AdminPlayer),
    texts: DESK_TEXTS,
  },
  {
    paths: [`${PATHS.admin}/session/:id`],
    feature: 'admin',
    component: 'AdminSession',
    title: 'desk.session.screen',
    load: () => import('../features/admin/Admin.tsx').then((module) => module.AdminSession),
    texts: DESK_TEXTS,
  },
];

/** Old addresses and their replacements. */
export const REDIRECTS: readonly (readonly [from: string, to: string])[] = [
  ['/game-arena', PATHS.arena],
  [CROSS_CHAIN_LOBBY, PATHS.lobby],
  ['/cross-chain', PATHS.lobby],
  ['/support', PATHS.faq],
];
