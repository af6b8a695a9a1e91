import { lazy } from 'react';

/** Where the screens live. */
export const PATHS = {
  home: '/',
  freePlay: '/free-play',
  arena: '/arena',
  replay: '/replay',
  lobby: '/lobby',
  howItWorks: '/#how-it-works',
} as const;

/** Addresses that older links use, and where they lead. */
export const REDIRECTS: readonly (readonly [from: string, to: string])[] = [
  ['/game-arena', PATHS.arena],
  ['/cross-chain-lobby', PATHS.lobby],
  ['/cross-chain', PATHS.lobby],
];

const importFreePlay = () => import('./free-play/FreePlay.tsx');
const importArena = () => import('./arena/Arena.tsx');
const importReplay = () => import('./replay/ReplayScreen.tsx');
const importField = () => import('./play/field.ts');

/** Fetches the field beside the screen that will show it, not after it. A failure shows in the field's own place. */
function withField<Module>(screen: Promise<Module>): Promise<Module> {
  importField().catch(() => undefined);
  return screen;
}

/** Screens with a field come in chunks of their own, so that the first page stays small. */
export const FreePlay = lazy(() => withField(importFreePlay()).then((module) => ({ default: module.FreePlay })));
export const Arena = lazy(() => withField(importArena()).then((module) => ({ default: module.Arena })));
export const ReplayScreen = lazy(() => importReplay().then((module) => ({ default: module.ReplayScreen })));

const SCREENS: Readonly<Record<string, () => Promise<unknown>>> = {
  [PATHS.freePlay]: importFreePlay,
  [PATHS.arena]: importArena,
  [PATHS.replay]: importReplay,
};

/** Fetches what a path's screen will need, ahead of the click. A failure shows when the screen itself is opened. */
export function preload(path: string): void {
  const screen = SCREENS[path];
  if (screen === undefined) return;
  void Promise.all([screen(), importField()]).catch(() => undefined);
}
