export { AttractReplay } from './lazy-parts.ts';
