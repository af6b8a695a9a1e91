import { withTexts } from '../../data/messages/texts.ts';
import { lazy } from '../../data/chunks/lazy.ts';

/** Components around a practice round, loaded when a race is wanted and shortly before the end of a round. */
const importPractice = () => withTexts(import('./PracticePart.tsx'), 'practice', 'offline');

export const RaceChooser = lazy(() => importPractice().then((module) => ({ default: module.RaceChooser })));
export const RaceStrip = lazy(() => importPractice().then((module) => ({ default: module.RaceStrip })));
export const RoundKeeper = lazy(() => importPractice().then((module) => ({ default: module.SaveRounds })));
export const InstallOffer = lazy(() => importPractice().then((module) => ({ default: module.InstallOffer })));
export const RoundOver = lazy(() => importPractice().then((module) => ({ default: module.RoundOver })));
export const ShareRound = lazy(() => importPractice().then((module) => ({ default: module.ShareRound })));

/** The player's upgrades in practice, with the API client. */
const importUpgrades = () => withTexts(import('../upgrades/PracticeUpgrades.tsx'), 'money', 'practice');
export const PracticeUpgrades = lazy(() => importUpgrades().then((module) => ({ default: module.PracticeUpgrades })));
export const UpgradesMark = lazy(() => importUpgrades().then((module) => ({ default: module.UpgradesMark })));

/** The tutorial before the first round. */
export const Lesson = lazy(() =>
  withTexts(import('../tutorial/Lesson.tsx'), 'tutorial').then((module) => ({ default: module.Lesson })),
);
