import { lazy } from '../../data/chunks/lazy.ts';
import { withTexts } from '../../data/messages/texts.ts';

/** The links of a result, loaded with it: their texts are those of practice. */
export const ResultLinks = lazy(() =>
  withTexts(import('./ResultLinks.tsx'), 'practice').then((module) => ({ default: module.ResultLinks })),
);
