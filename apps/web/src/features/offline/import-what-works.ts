import { withTexts } from '../../data/messages/texts.ts';

/** Loads the list of what works without a server. */
export const importWhatWorks = () => withTexts(import('./WhatWorks.tsx'), 'offline');
