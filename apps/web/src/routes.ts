import { withTexts } from './messages/texts.ts';
import { holdField, importField } from './play/import-field.ts';
import { lazy } from './shell/lazy.ts';

/** Where the screens live. */
export const PATHS = {
  home: '/',
  freePlay: '/free-play',
  arena: '/arena',
  replay: '/replay',
  lobby: '/lobby',
  upgrades: '/upgrades',
  profile: '/profile',
  /** `/round/{id}`: a paid round, for anybody. */
  round: '/round',
  /** `/session/{id}`: the way into a session, for whoever was sent its link. */
  session: '/session',
  /** `/cross-chain-session/{id}`: the room in which a session gathers and plays. */
  battle: '/cross-chain-session',
  /** `/game?session={id}`: the same room, by the address that joining leads to; without it, the local game. */
  game: '/game',
  /** `/receipt/{id}`: a battle's proof, for anybody. */
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

/** Addresses that older links use, and where they lead. */
export const REDIRECTS: readonly (readonly [from: string, to: string])[] = [
  ['/game-arena', PATHS.arena],
  [CROSS_CHAIN_LOBBY, PATHS.lobby],
  ['/cross-chain', PATHS.lobby],
  ['/support', PATHS.faq],
];

/** Texts of every screen that battles are gathered, played or shown on. */
const BATTLE_TEXTS = ['battle', 'game-socket', 'money'] as const;

const importFreePlay = () => import('./free-play/FreePlay.tsx');
const importArena = () => import('./arena/Arena.tsx');
const importReplay = () => withTexts(import('./replay/ReplayScreen.tsx'), 'replay', 'practice', 'kept-rounds');
const importDaily = () => withTexts(import('./daily/Daily.tsx'), 'daily', 'offline', 'failures');
const importUpgrades = () => withTexts(import('./upgrades/Upgrades.tsx'), 'money');
const importProfile = () => withTexts(import('./profile/Profile.tsx'), 'money', 'profile');
const importLobby = () => withTexts(import('./lobby/Lobby.tsx'), ...BATTLE_TEXTS);
const importJoin = () => withTexts(import('./sessions/JoinPage.tsx'), ...BATTLE_TEXTS);
const importRoom = () => withTexts(import('./room/SessionRoom.tsx'), ...BATTLE_TEXTS);
const importGame = () => withTexts(import('./room/GameRoom.tsx'), ...BATTLE_TEXTS);
const importReceipt = () => withTexts(import('./receipt/ReceiptPage.tsx'), ...BATTLE_TEXTS);
const importRound = () => withTexts(import('./round/RoundPage.tsx'), 'money');
const importSettings = () => withTexts(import('./settings/SettingsScreen.tsx'), 'settings', 'offline');
const importAbout = () => withTexts(import('./info/About.tsx'), 'info');
const importHowToPlay = () => withTexts(import('./info/HowToPlay.tsx'), 'info');
const importWalletSetup = () => withTexts(import('./info/WalletSetup.tsx'), 'info');
const importFaq = () => withTexts(import('./info/Faq.tsx'), 'info', 'faq');
const importContact = () => withTexts(import('./info/Contact.tsx'), 'info');
const importTroubleshooting = () => withTexts(import('./info/WalletTroubleshooting.tsx'), 'info', 'troubleshooting');
const importAdmin = () => import('./admin/Admin.tsx');

/** Fetches the field beside the screen that will show it, not after it. A failure shows in the field's own place. */
function withField<Module>(screen: Promise<Module>): Promise<Module> {
  importField().catch(() => undefined);
  return screen;
}

/** Screens with a field come in chunks of their own, so that the first page stays small. */
export const FreePlay = lazy(() => withField(importFreePlay()).then((module) => ({ default: module.FreePlay })));
export const Arena = lazy(() => withField(importArena()).then((module) => ({ default: module.Arena })));
export const ReplayScreen = lazy(() => importReplay().then((module) => ({ default: module.ReplayScreen })));
export const Daily = lazy(() => importDaily().then((module) => ({ default: module.Daily })));

export const SettingsScreen = lazy(() => importSettings().then((module) => ({ default: module.SettingsScreen })));

/** Screens with money come in chunks of their own as well, with all that it takes to speak with the server. */
export const Upgrades = lazy(() => importUpgrades().then((module) => ({ default: module.Upgrades })));
export const Profile = lazy(() => importProfile().then((module) => ({ default: module.Profile })));
export const RoundPage = lazy(() => importRound().then((module) => ({ default: module.RoundPage })));

/** So do those of battles. */
export const Lobby = lazy(() => importLobby().then((module) => ({ default: module.Lobby })));
export const JoinPage = lazy(() => importJoin().then((module) => ({ default: module.JoinPage })));
export const SessionRoom = lazy(() => importRoom().then((module) => ({ default: module.SessionRoom })));
export const GameRoom = lazy(() => importGame().then((module) => ({ default: module.GameRoom })));
export const ReceiptPage = lazy(() => importReceipt().then((module) => ({ default: module.ReceiptPage })));

/** What is read, and what looks at the wallet. */
export const About = lazy(() => importAbout().then((module) => ({ default: module.About })));
export const HowToPlay = lazy(() => importHowToPlay().then((module) => ({ default: module.HowToPlay })));
export const WalletSetup = lazy(() => importWalletSetup().then((module) => ({ default: module.WalletSetup })));
export const Faq = lazy(() => importFaq().then((module) => ({ default: module.Faq })));
export const Contact = lazy(() => importContact().then((module) => ({ default: module.Contact })));
export const WalletTroubleshooting = lazy(() =>
  importTroubleshooting().then((module) => ({ default: module.WalletTroubleshooting })),
);

/** The operator's desk has its texts with it. */
export const Admin = lazy(() => importAdmin().then((module) => ({ default: module.Admin })));
export const AdminPlayer = lazy(() => importAdmin().then((module) => ({ default: module.AdminPlayer })));
export const AdminSession = lazy(() => importAdmin().then((module) => ({ default: module.AdminSession })));

/** Fetches the part that the screen of a path comes in, of those that are on the page as markup: static-pages.ts. */
export async function screenAhead(path: string): Promise<void> {
  if (path !== PATHS.freePlay) return;
  void holdField();
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

/** Fetches what a path's screen will need, ahead of the click. A failure shows when the screen itself is opened. */
export function preload(path: string): void {
  const [name = ''] = path.split('?');
  const screen = SCREENS[name];
  if (screen === undefined) return;
  void Promise.all([screen(), FIELDS.has(name) && importField()]).catch(() => undefined);
}
