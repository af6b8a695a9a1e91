import { lazy } from '../../data/chunks/lazy.ts';
import { withTexts } from '../../data/messages/texts.ts';

/** The list of live battles, loaded after the screen around it. */
export const LiveBattles = lazy(() =>
  withTexts(import('./LiveBattles.tsx'), 'watch').then((module) => ({ default: module.LiveBattles })),
);

/** The emotes of a battle's screen, loaded with it. */
export const BattleEmotes = lazy(() =>
  withTexts(import('./BattleEmotes.tsx'), 'watch').then((module) => ({ default: module.BattleEmotes })),
);

/** The best rounds of the week, loaded after the screen around them. */
export const FeaturedRounds = lazy(() =>
  withTexts(import('./FeaturedRounds.tsx'), 'watch').then((module) => ({ default: module.FeaturedRounds })),
);
