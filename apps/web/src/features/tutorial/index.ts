export { Lesson } from './lazy-parts.ts';
