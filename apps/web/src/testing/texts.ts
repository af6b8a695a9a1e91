import type { Part } from '../messages/parts.ts';
import { loadTexts } from '../messages/texts.ts';

/** Every part that has texts. */
const PARTS = Object.keys(import.meta.glob('../messages/en/*.ts')).map(
  (path) => path.slice('../messages/en/'.length, -'.ts'.length) as Part,
);

/** Has all texts at hand, as they are in the product by the time something of a part is shown. */
export const loadAllTexts = async (): Promise<void> => loadTexts(...PARTS);
