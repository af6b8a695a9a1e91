import type { Atlas } from './atlas.ts';
import { POINTER_TEXELS, RING_TEXELS } from './texture-sizes.ts';
import type { Brush } from './brush.ts';
import type { Scene } from './scene.ts';
import type { DrawnBubble } from './drawn-bubbles.ts';

/** Width of a pointer, px in the field, and the least on the screen, CSS px. */
const POINTER_PX = 22;
const LEAST_POINTER_CSS_PX = 12;

/** Radius from which a ring is a large one, px. */
const LARGE_PX = 62;

/** Stamps the ring of the keyboard target with four pointers towards the bubble, which keep their size at any scale. */
export function paintTargetRing(brush: Brush, atlas: Atlas, target: DrawnBubble, scene: Scene): void {
  const radius = target.radiusPx * (target.isBoss ? 1.3 : 1.14) + 5;
  const scale = (2 * (radius + 2)) / RING_TEXELS;
  const ring = radius < LARGE_PX ? atlas.smallTargetRing : atlas.largeTargetRing;
  brush.stamp(ring, target.x, target.y, scale, scale, 0, 0.9);
  const breath = scene.reducedMotion ? 0 : Math.sin(scene.timeMs * 0.006) * 2;
  const size = Math.max(POINTER_PX, LEAST_POINTER_CSS_PX / Math.max(scene.cssScale, 0.1)) / POINTER_TEXELS;
  const out = radius + 11 + breath;
  for (let corner = 0; corner < 4; corner++) {
    const angle = (corner + 0.5) * (Math.PI / 2);
    const x = target.x + Math.cos(angle) * out;
    const y = target.y + Math.sin(angle) * out;
    brush.stamp(atlas.pointer, x, y, size, size, angle + Math.PI, 1);
  }
}
