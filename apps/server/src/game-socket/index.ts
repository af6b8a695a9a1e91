/** The game socket: messages of players, and news for them. */
export { openGameSocket } from './game-socket.ts';
