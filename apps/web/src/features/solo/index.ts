export { SoloOverlay, SoloSide } from './lazy-parts.ts';
