import type { Bubble } from '@popfray/engine';
import type { Atlas } from './atlas.ts';
import {
  BOSS,
  BOSS_TEXELS,
  BUBBLE_TEXELS,
  FLASH_TEXELS,
  FOREIGN,
  HEALTH_RING,
  HEALTH_THICKNESS,
  MARK_TEXELS,
} from './texture-sizes.ts';
import type { Brush } from './brush.ts';
import { paintNumber } from './captions.ts';
import { BOSS_LOOKS } from './group-looks.ts';
import { paintHealth } from './health-ring.ts';
import type { Scene } from './scene.ts';

/** Time in which a bubble grows to its size on the screen, ms. Hits count from its first moment. */
const GROW_MS = 150;
/** Least height of a number on the screen, CSS px: below it, it does not read well. */
const LEAST_NUMBER_CSS_PX = 11;

/** More than the health of any boss, and than there are colours. */
const MOST_HEALTH = 2 ** 14;
const COLOURS = 16;
/** Size of a boss's health ring, and a little room around it, in radii. */
const RING_SIZE = 2.1 * (HEALTH_RING + HEALTH_THICKNESS);

/** Stamps that a bubble takes at most, a boss's health ring not counted: disc, mark, three digits, flash. */
export const STAMPS_PER_BUBBLE = 6;

/** Which of the atlas's colours a bubble has. */
export const colourOf = (bubble: Pick<Bubble, 'colour' | 'isBoss' | 'isForeign'>): number =>
  bubble.isBoss ? BOSS : bubble.isForeign ? FOREIGN : bubble.colour % FOREIGN;

/** Size of a bubble on the screen, 0 to 1, so many ms after its birth: it grows in, slower towards the end. */
export function grownAt(ageMs: number, scene: Pick<Scene, 'reducedMotion'>): number {
  if (scene.reducedMotion) return 1;
  const share = Math.min(Math.max(ageMs, 0) / GROW_MS, 1);
  return share * (2 - share);
}

/** Whether bubbles keep their shape: a 2D canvas copies them at one size. */
const isRigid = ({ reducedMotion, snapPx }: Scene): boolean => reducedMotion || snapPx > 0;

/** Where a bubble is drawn. Its number moves with it by whole pixels, so the two do not shake against each other. */
const snap = (px: number, { snapPx }: Scene): number => (snapPx > 0 ? Math.round(px / snapPx) * snapPx : px);

/** Stamps a bubble where it is. `flash` (0 to 1) whitens a boss that was hit. */
export function paintBubble(brush: Brush, atlas: Atlas, bubble: Bubble, scene: Scene, flash: number): void {
  const grown = grownAt(scene.timeMs - bubble.bornMs, scene);
  if (bubble.isBoss) paintBoss(brush, atlas, bubble, scene, flash, grown);
  else paintPlain(brush, atlas, bubble, scene, grown);
}

function paintPlain(brush: Brush, atlas: Atlas, bubble: Bubble, scene: Scene, grown: number): void {
  const colour = colourOf(bubble);
  const texture = atlas.bubbles[colour];
  if (texture === undefined) return;
  const { radiusPx: radius, isForeign } = bubble;
  const x = snap(bubble.xPx, scene);
  const y = snap(bubble.yPx, scene);
  const isMarked = isForeign || scene.hasChains;
  const numberPx = radius * (isMarked ? 0.38 : 0.46);
  const isNumbered = numberPx * scene.cssScale >= LEAST_NUMBER_CSS_PX;
  const isKept = grown === 1 && isRigid(scene);
  if (isKept) {
    const look = (bubble.points * COLOURS + colour) * 4 + Number(isMarked) * 2 + Number(isNumbered);
    const sizePx = (texture.frame.width * radius) / BUBBLE_TEXELS;
    if (!brush.open(look, x, y, sizePx, sizePx, 1)) return;
  }
  // Each bubble wobbles at a different phase, opposite on both axes, so that its area stays the same.
  const wobble = isRigid(scene) ? 0 : Math.sin(scene.timeMs * 0.0042 + bubble.id * 2.4) * 0.014;
  const scale = (radius / BUBBLE_TEXELS) * grown;
  brush.stamp(texture, x, y, scale * (1 + wobble), scale * (1 - wobble), 0, 1);
  if (isMarked) {
    const mark = isForeign ? atlas.foreignMark : atlas.homeMark;
    const markScale = ((isForeign ? 0.92 : 0.7) * radius * grown) / MARK_TEXELS;
    brush.stamp(mark, x, isNumbered ? y - radius * 0.2 : y, markScale, markScale, 0, isForeign ? 1 : 0.8);
  }
  if (isNumbered) {
    paintNumber(brush, atlas.text, bubble.points, x, isMarked ? y + radius * 0.42 : y, numberPx, 0.95 * grown);
  }
  if (isKept) brush.close();
}

function paintBoss(brush: Brush, atlas: Atlas, boss: Bubble, scene: Scene, flash: number, grown: number): void {
  const texture = atlas.bubbles[BOSS];
  if (texture === undefined) return;
  const { radiusPx: radius } = boss;
  const x = snap(boss.xPx, scene);
  const y = snap(boss.yPx, scene);
  const pulse = isRigid(scene) ? 1 : 1 + Math.sin(scene.timeMs * 0.0038) * 0.018;
  const scale = (radius / BOSS_TEXELS) * grown * pulse;
  brush.stamp(texture, x, y, scale, scale, 0, 1);
  if (flash > 0) {
    const flashScale = ((2 * radius) / FLASH_TEXELS) * grown;
    brush.stamp(atlas.flash, x, y, flashScale, flashScale, 0, flash * 0.75);
  }
  // The ring takes a stamp for each click that the boss takes.
  const isKept = grown === 1;
  const look = BOSS_LOOKS + boss.health * MOST_HEALTH + boss.fullHealth;
  if (isKept && !brush.open(look, x, y, RING_SIZE * radius, RING_SIZE * radius, 1)) return;
  paintHealth(brush, atlas, boss, x, y, grown);
  paintNumber(brush, atlas.text, boss.health, x, y, radius * 0.62, grown);
  if (isKept) brush.close();
}
