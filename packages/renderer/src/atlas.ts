import { CanvasSource, Rectangle, Texture } from 'pixi.js';
import { parseColour, WHITE, type Rgb } from './colour.ts';
import { GLOW, paintGlass } from './glass.ts';
import { charactersOf, lettersFont, measureLetters, paintLetter } from './lettering.ts';
import { backdrop, drop, markOf, pointer, segment, segmentBox, shard, softDisc, softRing, type Paint } from './shapes.ts';
import { layOut } from './sheet.ts';
import type { Skin } from './skin.ts';

/** Width of the atlas, texels: every WebGL device takes it. */
const ATLAS_WIDTH = 2_048;
/** Radii that discs are painted at, texels. */
export const BUBBLE_TEXELS = 120;
export const BOSS_TEXELS = 160;
/** Box of a particle, a mark, a ring, a pointer, texels. */
export const DROP_TEXELS = 40;
export const MARK_TEXELS = 112;
export const RING_TEXELS = 256;
export const POINTER_TEXELS = 48;
export const FLASH_TEXELS = 160;
/** The health ring's radius and thickness, in radii of the boss. */
export const HEALTH_RING = 1.17;
const HEALTH_THICKNESS = 0.075;
/** Segment counts that arcs are painted for; other counts take the next finer one. */
export const SEGMENT_COUNTS: readonly number[] = [8, 15, 24];

/** Index of the other chain's colour and the boss's in `bubbles`, `drops` and `shards`, after the seven colours. */
export const FOREIGN = 7;
export const BOSS = 8;

/** A letter of the atlas: its picture and how far it moves the pen, texels at FONT_TEXELS. */
export interface Glyph {
  readonly texture: Texture;
  readonly advance: number;
}

/** Letters by code point. */
export type Font = ReadonlyMap<number, Glyph>;

/** Every picture of the field, all on one texture, so that they share one draw call. */
export interface Atlas {
  readonly source: CanvasSource;
  /** Discs by colour, then FOREIGN and BOSS. */
  readonly bubbles: readonly Texture[];
  readonly drops: readonly Texture[];
  readonly shards: readonly Texture[];
  readonly homeMark: Texture;
  readonly foreignMark: Texture;
  /** Lit and unlit health segments, by index into SEGMENT_COUNTS. */
  readonly lit: readonly Texture[];
  readonly unlit: readonly Texture[];
  readonly ring: Texture;
  readonly targetRing: Texture;
  readonly pointer: Texture;
  readonly flash: Texture;
  readonly backdrop: Texture;
  /** Letters in the skin's text colour and in its accent. */
  readonly text: Font;
  readonly accent: Font;
  /** Frees the texture. */
  destroy(): void;
}

interface Piece {
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
}

/** Paints a skin's atlas. Takes some milliseconds: once at the start, and once for each new skin. */
export function bakeAtlas(skin: Skin): Atlas {
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('This browser has no 2D canvas to paint on');

  const pieces: Piece[] = [];
  const add = (width: number, height: number, paint: Paint): number => pieces.push({ width, height, paint }) - 1;
  const addSquare = (size: number, paint: Paint): number => add(size, size, paint);

  const colours = [...skin.colours, skin.foreign.colour, skin.boss.colour].map(parseColour);
  const textColour = parseColour(skin.text);
  const accentColour = parseColour(skin.accent);

  const bubbles = colours.map((colour, index) => {
    const radius = index === BOSS ? BOSS_TEXELS : BUBBLE_TEXELS;
    const leaves = index === BOSS ? 12 : index === FOREIGN ? -1 : index;
    const core = index === BOSS ? 0.8 : 0.42;
    const size = Math.ceil(2 * radius * GLOW);
    return addSquare(size, (at, x, y) => paintGlass(at, x + size / 2, y + size / 2, radius, { colour, leaves, core }));
  });
  const drops = colours.map((colour) => addSquare(DROP_TEXELS, drop(colour)));
  const shards = colours.map((colour) => add(DROP_TEXELS, DROP_TEXELS / 2, shard(colour)));
  const homeMark = addSquare(MARK_TEXELS, markOf(skin.home.mark));
  const foreignMark = addSquare(MARK_TEXELS, markOf(skin.foreign.mark));
  const arc = (colour: Rgb, opacity: number): number[] =>
    SEGMENT_COUNTS.map((count) => {
      const radius = BOSS_TEXELS * HEALTH_RING;
      const thickness = BOSS_TEXELS * HEALTH_THICKNESS;
      const box = segmentBox(count, radius, thickness);
      return add(box.width, box.height, segment(colour, opacity, count, radius, thickness));
    });
  const lit = arc(parseColour(skin.boss.colour), 1);
  const unlit = arc(WHITE, 0.16);
  const ring = addSquare(RING_TEXELS, softRing(WHITE, 0.16));
  const targetRing = addSquare(RING_TEXELS, softRing(textColour, 0.09));
  const pointerAt = addSquare(POINTER_TEXELS, pointer(textColour));
  const flash = addSquare(FLASH_TEXELS, softDisc(WHITE, 0.9));
  const backdropAt = add(256, 192, backdrop(parseColour(skin.field.middle), parseColour(skin.field.corners)));

  const addFont = (colour: Rgb, texts: readonly string[]): Map<number, { piece: number; advance: number }> => {
    const font = new Map<number, { piece: number; advance: number }>();
    for (const letter of measureLetters(ctx, skin.fontFamily, charactersOf(texts))) {
      const piece = add(letter.width, letter.height, (at, x, y) => paintLetter(at, letter, x, y, skin.fontFamily, colour));
      font.set(letter.character.codePointAt(0) ?? 0, { piece, advance: letter.advance });
    }
    return font;
  };
  const digits = '0123456789+-.,';
  const text = addFont(textColour, [digits, ...skin.comboMessages]);
  const accent = addFont(accentColour, [digits, skin.milestoneMessage(1_000), skin.comboCount(10)]);

  const sheet = layOut(pieces, ATLAS_WIDTH);
  canvas.width = sheet.width;
  canvas.height = sheet.height;
  for (const [index, piece] of pieces.entries()) {
    const slot = sheet.slots[index];
    if (slot !== undefined) piece.paint(ctx, slot.x, slot.y, slot.width, slot.height);
  }

  const source = new CanvasSource({ resource: canvas, resolution: 1, autoGenerateMipmaps: true, label: 'popfray-atlas' });
  const textures: Texture[] = [];
  const textureOf = (piece: number): Texture => {
    const slot = sheet.slots[piece];
    if (slot === undefined) throw new Error(`No piece ${piece}`);
    const texture = new Texture({ source, frame: new Rectangle(slot.x, slot.y, slot.width, slot.height) });
    textures.push(texture);
    return texture;
  };
  const fontOf = (font: ReadonlyMap<number, { piece: number; advance: number }>): Font =>
    new Map([...font].map(([code, { piece, advance }]) => [code, { texture: textureOf(piece), advance }]));

  return {
    source,
    bubbles: bubbles.map(textureOf),
    drops: drops.map(textureOf),
    shards: shards.map(textureOf),
    homeMark: textureOf(homeMark),
    foreignMark: textureOf(foreignMark),
    lit: lit.map(textureOf),
    unlit: unlit.map(textureOf),
    ring: textureOf(ring),
    targetRing: textureOf(targetRing),
    pointer: textureOf(pointerAt),
    flash: textureOf(flash),
    backdrop: textureOf(backdropAt),
    text: fontOf(text),
    accent: fontOf(accent),
    destroy() {
      for (const texture of textures) texture.destroy();
      source.destroy();
      canvas.width = 0;
    },
  };
}

/** Resolves to true once a font family that was not there yet can be painted with; false when there is nothing to wait for. */
export async function fontArrives(family: string): Promise<boolean> {
  const font = lettersFont(family);
  if (document.fonts.check(font)) return false;
  return (await document.fonts.load(font)).length > 0;
}
