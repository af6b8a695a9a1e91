/** Players: profile, name, statistics by game, and who is an operator. */
export { battlesOf } from './fought.ts';
export { countGame } from './games.ts';
export { isOperator, type Operators } from './operator.ts';
export { addAddress, erasePlayer, isDeleted, prizesOf, showPlayer, usernameOf, welcomePlayer } from './player.ts';
export { addPlayers } from './routes.ts';
export { isVisible, parseName, parseUsername, shortenAddress } from './username.ts';
