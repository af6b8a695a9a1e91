/** Spectators of live battles, the emotes of spectators and players, and featured rounds. */
export { addWatching } from './routes.ts';
