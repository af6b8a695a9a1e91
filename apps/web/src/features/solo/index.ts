export { hasKeptRound } from './kept-round.ts';
export { SoloOverlay, SoloSide } from './lazy-parts.ts';
export type { SoloSession } from './solo-session.ts';
