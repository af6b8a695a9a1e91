import type { Texture } from 'pixi.js';
import { BLACK, css, type Rgb } from './colour.ts';

/** Size that letters are painted at, texels. Shown at 14 to 60 px in the field. */
export const FONT_TEXELS = 64;
/** Room around a letter for its soft edge, texels. */
const MARGIN = 9;
const WEIGHT = 700;

/** A letter as measured: the box it is painted in and how far it moves the pen, texels at FONT_TEXELS. */
export interface Letter {
  readonly character: string;
  readonly width: number;
  readonly height: number;
  readonly advance: number;
}

/** A letter as painted: its picture and how far it moves the pen, texels at FONT_TEXELS. */
export interface Glyph {
  readonly texture: Texture;
  readonly advance: number;
}

/** Letters by code point. */
export type Font = ReadonlyMap<number, Glyph>;

/** CSS font of the letters. */
const lettersFont = (family: string): string => `${WEIGHT} ${FONT_TEXELS}px ${family}`;

/** The different characters of some texts, in order of first sight, without blanks. */
export function charactersOf(texts: Iterable<string>): string[] {
  const seen = new Set<string>();
  for (const text of texts) for (const character of text) if (character.trim() !== '') seen.add(character);
  return [...seen];
}

/** Measures letters. Each moves the pen by its own width: the figures of a display face differ too much for one. */
export function measureLetters(ctx: CanvasRenderingContext2D, family: string, characters: readonly string[]): Letter[] {
  ctx.font = lettersFont(family);
  return characters.map((character) => {
    const advance = ctx.measureText(character).width;
    return {
      character,
      advance,
      width: Math.ceil(advance) + 2 * MARGIN,
      height: Math.ceil(FONT_TEXELS * 1.2) + 2 * MARGIN,
    };
  });
}

/** Paints a letter in the middle of the box at (x, y), with a soft dark edge that keeps it readable over any bubble. */
export function paintLetter(
  ctx: CanvasRenderingContext2D,
  letter: Letter,
  x: number,
  y: number,
  family: string,
  colour: Rgb,
): void {
  ctx.save();
  ctx.font = lettersFont(family);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  const middle = x + letter.width / 2;
  const baseline = y + letter.height / 2 + FONT_TEXELS * 0.35;
  ctx.lineJoin = 'round';
  for (const [width, opacity] of [
    [14, 0.1],
    [9, 0.2],
    [5, 0.34],
  ] as const) {
    ctx.lineWidth = width;
    ctx.strokeStyle = css(BLACK, opacity);
    ctx.strokeText(letter.character, middle, baseline);
  }
  ctx.fillStyle = css(colour);
  ctx.fillText(letter.character, middle, baseline);
  ctx.restore();
}

/**
 * Resolves to true once a font family that was not there yet can be painted with; false when there is nothing to wait
 * for, or when it cannot be fetched.
 */
export async function fontArrives(family: string): Promise<boolean> {
  const font = lettersFont(family);
  if (document.fonts.check(font)) return false;
  try {
    return (await document.fonts.load(font)).length > 0;
  } catch {
    return false;
  }
}
