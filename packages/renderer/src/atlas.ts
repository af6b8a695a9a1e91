import type { Texture } from 'pixi.js';
import { Baking } from './baking.ts';
import { mix, parseColour, WHITE, type Rgb } from './colour.ts';
import { paintGlass } from './glass.ts';
import { charactersOf, measureLetters, paintLetter, type Font, type Glyph } from './lettering.ts';
import { GLOW } from './light.ts';
import { drop, markOf, pointer, segment, segmentBox, shadow, shard, softDisc, softRing } from './shapes.ts';
import {
  BUBBLE_TEXELS,
  BOSS_TEXELS,
  DROP_TEXELS,
  MARK_TEXELS,
  RING_TEXELS,
  POINTER_TEXELS,
  FLASH_TEXELS,
  SHADOW_TEXELS,
  HEALTH_RING,
  HEALTH_THICKNESS,
  SEGMENT_COUNTS,
  BOSS,
} from './texture-sizes.ts';
import { patternOf } from './sample.ts';
import type { Skin } from './skin.ts';
import { paintBossTexture } from './boss-texture.ts';

/** Characters of numbers. */
const NUMERALS = '0123456789+-.,';

/** The texts whose characters the two fonts have: messages in other numbers need no others. */
export const textsOf = (
  skin: Pick<Skin, 'comboMessages' | 'milestoneMessage' | 'comboCount'>,
): Record<'text' | 'accent', readonly string[]> => ({
  text: [NUMERALS, ...skin.comboMessages],
  accent: [NUMERALS, skin.milestoneMessage(500), skin.comboCount(2)],
});

/** Text that is the same for skins with the same atlas: their functions may differ, but not what they write. */
export const atlasKeyOf = (skin: Skin): string => JSON.stringify([skin, textsOf(skin)]);

/** Every picture of the field, all on one texture, so that they share one draw call. */
export interface Atlas {
  /** Balls by colour, then FOREIGN and BOSS; so are drops and shards. */
  readonly bubbles: readonly Texture[];
  readonly drops: readonly Texture[];
  readonly shards: readonly Texture[];
  readonly homeMark: Texture;
  readonly foreignMark: Texture;
  /** Lit and unlit health segments, by index into SEGMENT_COUNTS. */
  readonly lit: readonly Texture[];
  readonly unlit: readonly Texture[];
  readonly ring: Texture;
  /** Rings of the keyboard target, for a small bubble and for a large one: about as wide on the screen. */
  readonly smallTargetRing: Texture;
  readonly largeTargetRing: Texture;
  readonly pointer: Texture;
  readonly flash: Texture;
  /** Shade behind messages. */
  readonly shadow: Texture;
  /** Letters in the skin's text colour and in its accent. */
  readonly text: Font;
  readonly accent: Font;
  /** All of them, as they were painted. */
  readonly canvas: HTMLCanvasElement;
  /** Frees the texture. */
  destroy(): void;
}

/** Paints a skin's atlas. Takes some milliseconds: once at the start, and once for each new skin. */
export function bakeAtlas(skin: Skin): Atlas {
  const baking = new Baking();
  const colours = [...skin.colours, skin.foreign.colour, skin.boss.colour].map(parseColour);
  const text = parseColour(skin.text);
  const accent = parseColour(skin.accent);
  const texts = textsOf(skin);
  const atlas: Atlas = {
    bubbles: colours.map((colour, index) => addBall(baking, colour, index, skin)),
    drops: colours.map((colour) => baking.add(DROP_TEXELS, DROP_TEXELS, drop(colour))),
    shards: colours.map((colour) => baking.add(DROP_TEXELS, DROP_TEXELS / 2, shard(colour))),
    homeMark: baking.add(MARK_TEXELS, MARK_TEXELS, markOf(skin.home.mark)),
    foreignMark: baking.add(MARK_TEXELS, MARK_TEXELS, markOf(skin.foreign.mark)),
    lit: addSegments(baking, mix(parseColour(skin.boss.colour), WHITE, 0.12), 1),
    unlit: addSegments(baking, WHITE, 0.16),
    ring: baking.add(RING_TEXELS, RING_TEXELS, softRing(WHITE, 0.1)),
    smallTargetRing: baking.add(RING_TEXELS, RING_TEXELS, softRing(text, 0.12)),
    largeTargetRing: baking.add(RING_TEXELS, RING_TEXELS, softRing(text, 0.055)),
    pointer: baking.add(POINTER_TEXELS, POINTER_TEXELS, pointer(text)),
    flash: baking.add(FLASH_TEXELS, FLASH_TEXELS, softDisc(WHITE, 0.9)),
    shadow: baking.add(SHADOW_TEXELS, SHADOW_TEXELS, shadow(parseColour(skin.field.corners), 0.62)),
    text: addFont(baking, skin.fontFamily, text, texts.text),
    accent: addFont(baking, skin.fontFamily, accent, texts.accent),
    canvas: baking.context.canvas,
    destroy: () => baking.destroy(),
  };
  baking.finish();
  return atlas;
}

function addBall(baking: Baking, colour: Rgb, index: number, skin: Skin): Texture {
  const radius = index === BOSS ? BOSS_TEXELS : BUBBLE_TEXELS;
  const size = Math.ceil(2 * radius * GLOW);
  const pattern = patternOf(skin, index);
  return baking.add(size, size, (ctx, x, y) => {
    if (index === BOSS) paintBossTexture(ctx, x + size / 2, y + size / 2, radius, colour);
    else paintGlass(ctx, x + size / 2, y + size / 2, radius, colour, pattern);
  });
}

function addSegments(baking: Baking, colour: Rgb, opacity: number): Texture[] {
  const radius = BOSS_TEXELS * HEALTH_RING;
  const thickness = BOSS_TEXELS * HEALTH_THICKNESS;
  return SEGMENT_COUNTS.map((count) => {
    const box = segmentBox(count, radius, thickness);
    return baking.add(box.width, box.height, segment(colour, opacity, count, radius, thickness));
  });
}

function addFont(baking: Baking, family: string, colour: Rgb, texts: readonly string[]): Font {
  const font = new Map<number, Glyph>();
  for (const letter of measureLetters(baking.context, family, charactersOf(texts))) {
    const texture = baking.add(letter.width, letter.height, (ctx, x, y) => {
      paintLetter(ctx, letter, x, y, family, colour);
    });
    font.set(letter.character.codePointAt(0) ?? 0, { texture, advance: letter.advance });
  }
  return font;
}
