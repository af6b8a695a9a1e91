import type { Skin } from '@popfray/react';
import type { Card } from './card.ts';
import { CARD_HEIGHT_PX, CARD_WIDTH_PX, drawCard, type CardTexts } from './draw-card.ts';

/** Timeout of the fonts, ms; without them system fonts are used. */
const FONT_TIMEOUT_MS = 3_000;

/** The picture of a round as a PNG; null where the browser cannot create one. */
export async function makePicture(card: Card, words: CardTexts, skin: Skin): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = CARD_WIDTH_PX;
  canvas.height = CARD_HEIGHT_PX;
  const brush = canvas.getContext('2d');
  if (brush === null) return null;
  const faces = Promise.all([document.fonts.load('700 40px Unbounded'), document.fonts.load('500 24px Figtree')]);
  await Promise.race([faces.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS))]);
  drawCard(brush, card, words, skin);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
