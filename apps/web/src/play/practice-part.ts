import { withTexts } from '../messages/texts.ts';
import { lazy } from '../shell/lazy.ts';

/** What practice has around the round itself: fetched when a race is wanted, and towards the end of a round. */
const importPractice = () => withTexts(import('./PracticePart.tsx'), 'practice', 'offline');

export const RaceChooser = lazy(() => importPractice().then((module) => ({ default: module.RaceChooser })));
export const RaceStrip = lazy(() => importPractice().then((module) => ({ default: module.RaceStrip })));
export const RoundKeeper = lazy(() => importPractice().then((module) => ({ default: module.RoundKeeper })));
export const InstallOffer = lazy(() => importPractice().then((module) => ({ default: module.InstallOffer })));
export const RoundOver = lazy(() => importPractice().then((module) => ({ default: module.RoundOver })));
export const ShareRound = lazy(() => importPractice().then((module) => ({ default: module.ShareRound })));

/** A player's upgrades in practice, with what asks the server for them. */
const importUpgrades = () => withTexts(import('../upgrades/PracticeUpgrades.tsx'), 'money', 'practice');
export const PracticeUpgrades = lazy(() => importUpgrades().then((module) => ({ default: module.PracticeUpgrades })));
export const UpgradesMark = lazy(() => importUpgrades().then((module) => ({ default: module.UpgradesMark })));

/** The lesson before the first round. */
export const Lesson = lazy(() =>
  withTexts(import('../tutorial/Lesson.tsx'), 'tutorial').then((module) => ({ default: module.Lesson })),
);
