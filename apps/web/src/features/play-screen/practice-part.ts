import { withTexts } from '../../data/messages/texts.ts';
import { lazy } from '../../data/chunks/lazy.ts';

/** Components around a practice round, loaded when a race is wanted and shortly before the end of a round. */
const importPractice = () => withTexts(import('./PracticePart.tsx'), 'practice', 'offline');

export const Challenge = lazy(() => importPractice().then((module) => ({ default: module.Challenge })));
export const RaceChooser = lazy(() => importPractice().then((module) => ({ default: module.RaceChooser })));
export const RaceStrip = lazy(() => importPractice().then((module) => ({ default: module.RaceStrip })));
export const RoundKeeper = lazy(() => importPractice().then((module) => ({ default: module.SaveRounds })));
export const InstallOffer = lazy(() => importPractice().then((module) => ({ default: module.InstallOffer })));
export const RoundOver = lazy(() => importPractice().then((module) => ({ default: module.RoundOver })));
export const ShareRound = lazy(() => importPractice().then((module) => ({ default: module.ShareRound })));
