export { featuredRounds } from './featured-rounds.ts';
export { BattleEmotes, FeaturedRounds, LiveBattles } from './lazy-parts.ts';
