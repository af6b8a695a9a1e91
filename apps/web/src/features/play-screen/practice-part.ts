import { withTexts } from '../../data/messages/texts.ts';
import { lazy } from '../../data/chunks/lazy.ts';

/** Components around a practice round, loaded when a race is wanted and after a round. */
const importPractice = () => withTexts(import('./PracticePart.tsx'), 'practice', 'offline');

export const Challenge = lazy(() => importPractice().then((module) => ({ default: module.Challenge })));
export const RaceChooser = lazy(() => importPractice().then((module) => ({ default: module.RaceChooser })));
export const RaceStrip = lazy(() => importPractice().then((module) => ({ default: module.RaceStrip })));
export const SaveRound = lazy(() => importPractice().then((module) => ({ default: module.SaveRound })));
export const InstallOffer = lazy(() => importPractice().then((module) => ({ default: module.InstallOffer })));

/** The result of a round, loaded before the round: a chunk that is evaluated while the round runs delays its frames. */
export const RoundOver = lazy(() =>
  withTexts(import('./RoundOver.tsx'), 'practice').then((module) => ({ default: module.RoundOver })),
);
