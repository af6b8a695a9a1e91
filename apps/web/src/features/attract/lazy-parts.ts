import { lazy } from '../../data/chunks/lazy.ts';

/** The replay that invites to play, with the engine: loaded when the page is idle. */
export const AttractReplay = lazy(() =>
  import('./AttractReplay.tsx').then((module) => ({ default: module.AttractReplay })),
);
