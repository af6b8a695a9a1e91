export { Coach } from './lazy-parts.ts';
