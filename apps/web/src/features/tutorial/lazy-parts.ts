import { lazy } from '../../data/chunks/lazy.ts';
import { withTexts } from '../../data/messages/texts.ts';

/** The tutorial before the first round. */
export const Lesson = lazy(() =>
  withTexts(import('./Lesson.tsx'), 'tutorial').then((module) => ({ default: module.Lesson })),
);
