import { lazy } from '../../data/chunks/lazy.ts';
import { withTexts } from '../../data/messages/texts.ts';

/** The player's upgrades in practice, with the API client. */
const importUpgrades = () => withTexts(import('./PracticeUpgrades.tsx'), 'money', 'practice');

export const PracticeUpgrades = lazy(() => importUpgrades().then((module) => ({ default: module.PracticeUpgrades })));
export const UpgradesMark = lazy(() => importUpgrades().then((module) => ({ default: module.UpgradesMark })));
