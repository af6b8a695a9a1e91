import { lazy } from '../../data/chunks/lazy.ts';
import { withTexts } from '../../data/messages/texts.ts';

/** The player's season beside other parts of a screen, loaded with its texts. */
export const SeasonPanel = lazy(() =>
  withTexts(import('./SeasonPanel.tsx'), 'season', 'money').then((module) => ({ default: module.SeasonPanel })),
);

/** The change of the rating on a battle's result, loaded when there is one. */
export const BattleRating = lazy(() =>
  withTexts(import('./BattleRating.tsx'), 'season').then((module) => ({ default: module.BattleRating })),
);
