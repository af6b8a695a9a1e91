import type { Atlas } from './atlas.ts';
import { SHADOW_TEXELS } from './texture-sizes.ts';
import type { Brush } from './brush.ts';
import { CAPTION_LOOKS, MOST_CAPTION_LOOKS } from './group-looks.ts';
import { FONT_TEXELS, type Font, type Glyph } from './lettering.ts';
import { FIELD } from './viewport.ts';

/** Longest text, characters; the rest is cut off. */
const LENGTH = 48;
/** Blank between words, texels at FONT_TEXELS. */
const BLANK = 17;
/** Time a caption takes to appear and to go, ms. */
const APPEAR_MS = 140;
const GO_MS = 280;
/** Height of the letters with their soft edge, in sizes of the font. */
const ROOM = 1.6;
/** Least distance of a caption from the field's edge, px. */
const EDGE_PX = 14;

/** How a caption moves and for how long. */
export interface CaptionStyle {
  /** Height of its letters in the field, px. */
  readonly sizePx: number;
  /** How long it shows, ms. */
  readonly lastsMs: number;
  /** How far it rises meanwhile, px. */
  readonly risePx: number;
  /** Whether the field is dimmed behind it, as for a message that has to be read. */
  readonly isShaded: boolean;
}

interface Caption {
  /** The look of its letters as a group: another one with each text. */
  look: number;
  readonly glyphs: (Glyph | null)[];
  length: number;
  /** Width in texels at FONT_TEXELS. */
  width: number;
  x: number;
  y: number;
  sizePx: number;
  ageMs: number;
  lastsMs: number;
  risePx: number;
  isShaded: boolean;
}

/** Texts that float in the field and go again. A text is spelled when it is set; a frame only stamps its letters. */
export class Captions {
  readonly #captions: readonly Caption[];
  #texts = 0;

  constructor(capacity: number) {
    this.#captions = Array.from({ length: capacity }, () => ({
      look: CAPTION_LOOKS,
      glyphs: Array.from<Glyph | null>({ length: LENGTH }).fill(null),
      length: 0,
      width: 0,
      x: 0.5,
      y: 0.5,
      sizePx: 0.5,
      ageMs: 0.5,
      lastsMs: 0,
      risePx: 0.5,
      isShaded: false,
    }));
  }

  /**
   * Shows a text in a place (0 to capacity - 1) instead of the one there, with its middle at (x, y), moved and shrunk so
   * that all of it lies in the field.
   */
  show(place: number, text: string, font: Font, x: number, y: number, style: CaptionStyle): void {
    const caption = this.#captions[place];
    if (caption === undefined) return;
    const { widthPx, heightPx } = FIELD;
    let length = 0;
    let width = 0;
    for (const character of text) {
      if (length === LENGTH) break;
      const glyph = font.get(character.codePointAt(0) ?? 0) ?? null;
      caption.glyphs[length++] = glyph;
      width += glyph === null ? BLANK : glyph.advance;
    }
    const scale = Math.min(style.sizePx / FONT_TEXELS, (widthPx - 2 * EDGE_PX) / Math.max(width, 1));
    const half = (width * scale) / 2 + EDGE_PX;
    caption.look = CAPTION_LOOKS + (this.#texts++ % MOST_CAPTION_LOOKS);
    caption.length = length;
    caption.width = width;
    caption.sizePx = scale * FONT_TEXELS;
    caption.x = Math.min(Math.max(x, half), widthPx - half);
    caption.y = Math.min(Math.max(y, EDGE_PX + style.sizePx / 2 + style.risePx), heightPx - EDGE_PX - style.sizePx / 2);
    caption.ageMs = 0;
    caption.lastsMs = style.lastsMs;
    caption.risePx = style.risePx;
    caption.isShaded = style.isShaded;
  }

  /** Lets the caption in a place go now. */
  dismiss(place: number): void {
    const caption = this.#captions[place];
    if (caption !== undefined && caption.lastsMs > 0) {
      caption.lastsMs = Math.min(caption.lastsMs, caption.ageMs + GO_MS);
    }
  }

  advance(elapsedMs: number): void {
    for (const caption of this.#captions) {
      if (caption.lastsMs === 0) continue;
      caption.ageMs += elapsedMs;
      if (caption.ageMs >= caption.lastsMs) caption.lastsMs = 0;
    }
  }

  /** Stamps the texts, all shade first. `isStill` fades only. */
  paint(brush: Brush, atlas: Atlas, isStill: boolean): void {
    for (const caption of this.#captions) {
      if (caption.lastsMs === 0 || !caption.isShaded) continue;
      const scaleX = (caption.width * (caption.sizePx / FONT_TEXELS) * 1.25) / SHADOW_TEXELS;
      const scaleY = (caption.sizePx * 2.2) / SHADOW_TEXELS;
      brush.stamp(atlas.shadow, caption.x, caption.y, scaleX, scaleY, 0, opacityOf(caption));
    }
    for (const caption of this.#captions) if (caption.lastsMs > 0) paintLetters(brush, caption, isStill);
  }

  clear(): void {
    for (const caption of this.#captions) caption.lastsMs = 0;
  }
}

/** How far a caption has come in, 0 to 1, slower towards the end. */
const appearedOf = (caption: Caption): number => 1 - (1 - Math.min(caption.ageMs / APPEAR_MS, 1)) ** 3;

const opacityOf = (caption: Caption): number =>
  Math.min(appearedOf(caption), (caption.lastsMs - caption.ageMs) / GO_MS, 1);

function paintLetters(brush: Brush, caption: Caption, isStill: boolean): void {
  const left = 1 - caption.ageMs / caption.lastsMs;
  const y = caption.y - (isStill ? 0 : caption.risePx * (1 - left ** 2));
  const scale = (caption.sizePx / FONT_TEXELS) * (isStill ? 1 : 0.7 + 0.3 * appearedOf(caption));
  const width = caption.width * scale;
  const height = ROOM * FONT_TEXELS * scale;
  // While it appears it has another size in each frame.
  const isKept = isStill || caption.ageMs >= APPEAR_MS;
  const opacity = opacityOf(caption);
  if (isKept && !brush.open(caption.look, caption.x, y, width + height, height, opacity)) return;
  let pen = caption.x - width / 2;
  for (let at = 0; at < caption.length; at++) {
    const glyph = caption.glyphs[at];
    const advance = (glyph?.advance ?? BLANK) * scale;
    if (glyph) brush.stamp(glyph.texture, pen + advance / 2, y, scale, scale, 0, isKept ? 1 : opacity);
    pen += advance;
  }
  if (isKept) brush.close();
}

/** Digits of the number being stamped, from the last. */
const digits = new Uint8Array(10);
/** Code point of the first digit. */
const ZERO = 48;

/** Stamps a whole number of 0 and more with its middle at (x, y). Allocates nothing. */
export function paintNumber(
  brush: Brush,
  font: Font,
  value: number,
  x: number,
  y: number,
  sizePx: number,
  opacity: number,
): void {
  let count = 0;
  let rest = value;
  do {
    digits[count++] = rest % 10;
    rest = Math.floor(rest / 10);
  } while (rest > 0 && count < digits.length);
  const scale = sizePx / FONT_TEXELS;
  let pen = x;
  for (let index = 0; index < count; index++) pen -= (digitOf(font, index)?.advance ?? 0) * scale * 0.5;
  while (count > 0) {
    const digit = digitOf(font, --count);
    if (digit === undefined) continue;
    const half = digit.advance * scale * 0.5;
    brush.stamp(digit.texture, pen + half, y, scale, scale, 0, opacity);
    pen += 2 * half;
  }
}

/** Picture of one of the number's digits, the last one first. */
const digitOf = (font: Font, index: number): Glyph | undefined => font.get(ZERO + (digits[index] ?? 0));
