/** Figures of the platform, rankings of players. */
export { addStatistics } from './routes.ts';
export { getLeaderboard, getPlatformStats } from './statistics.ts';
export { tallyOf } from './tally.ts';
