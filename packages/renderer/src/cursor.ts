import type { Atlas } from './atlas.ts';
import { FLASH_TEXELS, POINTER_TEXELS, RING_TEXELS } from './texture-sizes.ts';
import type { Brush } from './brush.ts';
import type { Scene } from './scene.ts';

/** A point of the field, px. The view reads it again for every frame, so its owner may move it. */
export interface CursorPlace {
  readonly xPx: number;
  readonly yPx: number;
}

/** Radius of the cursor's ring, px in the field, and the least on the screen, CSS px. */
const RING_PX = 17;
const LEAST_RING_CSS_PX = 10;

/** Stamps the cursor of the keyboard: a ring with a dot in the middle, and an arrow head from each side, so that no single colour hides it. */
export function paintCursor(brush: Brush, atlas: Atlas, { xPx, yPx }: CursorPlace, scene: Scene): void {
  const radius = Math.max(RING_PX, LEAST_RING_CSS_PX / Math.max(scene.cssScale, 0.1));
  const ring = (2 * radius) / RING_TEXELS;
  brush.stamp(atlas.smallTargetRing, xPx, yPx, ring, ring, 0, 1);
  const dot = (radius * 0.55) / FLASH_TEXELS;
  brush.stamp(atlas.flash, xPx, yPx, dot, dot, 0, 1);
  const size = (radius * 0.9) / POINTER_TEXELS;
  const out = radius * 1.3;
  for (let side = 0; side < 4; side++) {
    const angle = side * (Math.PI / 2);
    const x = xPx + Math.cos(angle) * out;
    const y = yPx + Math.sin(angle) * out;
    brush.stamp(atlas.pointer, x, y, size, size, angle + Math.PI, 1);
  }
}
