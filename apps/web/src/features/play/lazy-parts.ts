import { lazy } from '../../data/chunks/lazy.ts';
import { withTexts } from '../../data/messages/texts.ts';

/** Announces what the cursor of the keys is at. */
export const CursorAnnouncer = lazy(() =>
  withTexts(import('./CursorAnnouncer.tsx'), 'cursor').then((module) => ({ default: module.CursorAnnouncer })),
);
