/** Spectators of live battles, and the emotes of spectators and players. */
export { addWatching } from './routes.ts';
