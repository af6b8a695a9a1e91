import { lazy } from 'react';
import { withTexts } from '../../data/messages/texts.ts';

/** Paid rounds with the API client, loaded when the mode is chosen. */
const importSolo = () => withTexts(import('./SoloPart.tsx'), 'money', 'connection');

export const SoloOverlay = lazy(() => importSolo().then((module) => ({ default: module.SoloOverlay })));
export const SoloSide = lazy(() => importSolo().then((module) => ({ default: module.SoloSide })));
