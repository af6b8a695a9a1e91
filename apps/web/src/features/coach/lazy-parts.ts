import { lazy } from '../../data/chunks/lazy.ts';
import { withTexts } from '../../data/messages/texts.ts';

/** The coach, loaded after a round. */
export const Coach = lazy(() =>
  withTexts(import('./Coach.tsx'), 'coach').then((module) => ({ default: module.Coach })),
);
