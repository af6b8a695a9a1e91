import type { Part } from '../data/messages/parts.ts';
import { loadTexts } from '../data/messages/texts.ts';

/** All catalogues. */
const PARTS = Object.keys(import.meta.glob('../data/messages/en/*.json')).map(
  (path) => path.slice('../data/messages/en/'.length, -'.json'.length) as Part,
);

/** Loads all texts, as they are in the product by the time a screen is shown. */
export const loadAllTexts = async (): Promise<void> => loadTexts(...PARTS);
