import { withTexts } from '../data/messages/texts.ts';
import { deferField, importField } from '../features/play/import-field.ts';
import { lazy } from '../data/chunks/lazy.ts';

/** Paths of the screens. */
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
  about: '/about',
  howToPlay: '/how-to-play',
  walletSetup: '/wallet-setup',
  faq: '/faq',
  contact: '/contact',
  walletTroubleshooting: '/wallet-troubleshooting',
  settings: '/settings',
  daily: '/daily',
  admin: '/admin',
  leaderboard: '/#leaderboard',
} as const;

/** The arena, opened for a round that earns TRX. */
export const SOLO_ARENA = `${PATHS.arena}?mode=solo`;

/** The lobby, opened for battles against the other chain. */
export const CROSS_CHAIN_LOBBY = '/cross-chain-lobby';

/** Old addresses and their replacements. */
export const REDIRECTS: readonly (readonly [from: string, to: string])[] = [
  ['/game-arena', PATHS.arena],
  [CROSS_CHAIN_LOBBY, PATHS.lobby],
  ['/cross-chain', PATHS.lobby],
  ['/support', PATHS.faq],
];

/** Texts of every screen about battles. */
const BATTLE_TEXTS = ['battle', 'game-socket', 'money'] as const;

const importFreePlay = () => import('../features/free-play/FreePlay.tsx');
const importArena = () => import('../features/arena/Arena.tsx');
const importReplay = () =>
  withTexts(import('../features/replay/ReplayScreen.tsx'), 'replay', 'practice', 'kept-rounds');
const importDaily = () => withTexts(import('../features/daily/Daily.tsx'), 'daily', 'offline', 'failures');
const importUpgrades = () => withTexts(import('../features/upgrades/Upgrades.tsx'), 'money');
const importProfile = () => withTexts(import('../features/profile/Profile.tsx'), 'money', 'profile');
const importLobby = () => withTexts(import('../features/lobby/Lobby.tsx'), ...BATTLE_TEXTS);
const importJoin = () => withTexts(import('../features/sessions/JoinPage.tsx'), ...BATTLE_TEXTS);
const importRoom = () => withTexts(import('../features/room/SessionRoom.tsx'), ...BATTLE_TEXTS);
const importGame = () => withTexts(import('../features/room/GameRoom.tsx'), ...BATTLE_TEXTS);
const importReceipt = () => withTexts(import('../features/receipt/ReceiptPage.tsx'), ...BATTLE_TEXTS);
const importRound = () => withTexts(import('../features/round/RoundPage.tsx'), 'money');
const importSettings = () => withTexts(import('../features/settings/SettingsScreen.tsx'), 'settings', 'offline');
const importAbout = () => withTexts(import('../features/info/About.tsx'), 'info');
const importHowToPlay = () => withTexts(import('../features/info/HowToPlay.tsx'), 'info');
const importWalletSetup = () => withTexts(import('../features/info/WalletSetup.tsx'), 'info');
const importFaq = () => withTexts(import('../features/info/Faq.tsx'), 'info', 'faq');
const importContact = () => withTexts(import('../features/info/Contact.tsx'), 'info');
const importTroubleshooting = () =>
  withTexts(import('../features/info/WalletTroubleshooting.tsx'), 'info', 'troubleshooting');
const importAdmin = () => import('../features/admin/Admin.tsx');

/** Loads the field in parallel with the screen that shows it. A failure is reported by the field's frame. */
function withField<Module>(screen: Promise<Module>): Promise<Module> {
  importField().catch(() => undefined);
  return screen;
}

/** Screens with a field have separate chunks, to keep the first page small. */
export const FreePlay = lazy(() => withField(importFreePlay()).then((module) => ({ default: module.FreePlay })));
export const Arena = lazy(() => withField(importArena()).then((module) => ({ default: module.Arena })));
export const ReplayScreen = lazy(() => importReplay().then((module) => ({ default: module.ReplayScreen })));
export const Daily = lazy(() => importDaily().then((module) => ({ default: module.Daily })));

export const SettingsScreen = lazy(() => importSettings().then((module) => ({ default: module.SettingsScreen })));

/** Screens with payments have separate chunks, with the API client. */
export const Upgrades = lazy(() => importUpgrades().then((module) => ({ default: module.Upgrades })));
export const Profile = lazy(() => importProfile().then((module) => ({ default: module.Profile })));
export const RoundPage = lazy(() => importRound().then((module) => ({ default: module.RoundPage })));

/** Screens of battles have separate chunks. */
export const Lobby = lazy(() => importLobby().then((module) => ({ default: module.Lobby })));
export const JoinPage = lazy(() => importJoin().then((module) => ({ default: module.JoinPage })));
export const SessionRoom = lazy(() => importRoom().then((module) => ({ default: module.SessionRoom })));
export const GameRoom = lazy(() => importGame().then((module) => ({ default: module.GameRoom })));
export const ReceiptPage = lazy(() => importReceipt().then((module) => ({ default: module.ReceiptPage })));

/** Information pages, and the page that checks the wallet. */
export const About = lazy(() => importAbout().then((module) => ({ default: module.About })));
export const HowToPlay = lazy(() => importHowToPlay().then((module) => ({ default: module.HowToPlay })));
export const WalletSetup = lazy(() => importWalletSetup().then((module) => ({ default: module.WalletSetup })));
export const Faq = lazy(() => importFaq().then((module) => ({ default: module.Faq })));
export const Contact = lazy(() => importContact().then((module) => ({ default: module.Contact })));
export const WalletTroubleshooting = lazy(() =>
  importTroubleshooting().then((module) => ({ default: module.WalletTroubleshooting })),
);

/** The operator's desk contains its texts. */
export const Admin = lazy(() => importAdmin().then((module) => ({ default: module.Admin })));
export const AdminPlayer = lazy(() => importAdmin().then((module) => ({ default: module.AdminPlayer })));
export const AdminSession = lazy(() => importAdmin().then((module) => ({ default: module.AdminSession })));

/** Loads the chunk of a path's screen if that screen is prerendered: static-pages.ts. */
export async function preloadScreen(path: string): Promise<void> {
  if (path !== PATHS.freePlay) return;
  void deferField();
  await FreePlay.load();
}

const SCREENS: Readonly<Record<string, () => Promise<unknown>>> = {
  [PATHS.freePlay]: importFreePlay,
  [PATHS.arena]: importArena,
  [PATHS.replay]: importReplay,
  [PATHS.daily]: importDaily,
  [PATHS.lobby]: importLobby,
  [PATHS.battle]: importRoom,
  [PATHS.upgrades]: importUpgrades,
  [PATHS.profile]: importProfile,
  [PATHS.admin]: importAdmin,
};

/** Screens that show a field. */
const FIELDS: ReadonlySet<string> = new Set([PATHS.freePlay, PATHS.arena, PATHS.replay]);

/** Preloads what a path's screen needs, before the click. A failure is reported when the screen is opened. */
export function preload(path: string): void {
  const [name = ''] = path.split('?');
  const screen = SCREENS[name];
  if (screen === undefined) return;
  void Promise.all([screen(), FIELDS.has(name) && importField()]).catch(() => undefined);
}
