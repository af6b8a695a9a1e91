/** Ratings of paid battles by season, leagues, the streak of days, and quests. */
export { rateBattle } from './battle-rating.ts';
export { forgetSeasons } from './forget.ts';
export { countCompleteDays, countPlay } from './play-day.ts';
export { rebuildRatings } from './rebuild.ts';
export { addSeasons } from './routes.ts';
