export { BattleRating, SeasonPanel } from './lazy-parts.ts';
