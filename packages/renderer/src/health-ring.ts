import type { Bubble } from '@popfray/engine';
import type { Atlas } from './atlas.ts';
import { BOSS_TEXELS, HEALTH_RING, SEGMENT_COUNTS } from './texture-sizes.ts';
import type { Brush } from './brush.ts';

/** Most segments of a ring; a boss of more health shares them out. */
export const MOST_SEGMENTS = 24;
/** Fewest arcs that a ring is bent from; a segment of fewer segments is made of several. */
const FEWEST_ARCS = 8;

/** Segments of the ring of a boss: one for each click it takes. */
export const segmentsOf = (fullHealth: number): number => Math.min(Math.max(fullHealth, 1), MOST_SEGMENTS);

/** Segments that are lit: all at full health, at least one while there is any. */
export const litSegments = (health: number, fullHealth: number): number =>
  Math.ceil((Math.min(health, fullHealth) * segmentsOf(fullHealth)) / Math.max(fullHealth, 1));

/** Stamps the ring of health around a boss whose middle is drawn at (x, y), from the top, clockwise. */
export function paintHealth(brush: Brush, atlas: Atlas, boss: Bubble, x: number, y: number, grown: number): void {
  const segments = segmentsOf(boss.fullHealth);
  const lit = litSegments(boss.health, boss.fullHealth);
  const arcsEach = Math.max(Math.ceil(FEWEST_ARCS / segments), 1);
  const arcs = segments * arcsEach;
  let finer = 0;
  while (finer < SEGMENT_COUNTS.length - 1 && (SEGMENT_COUNTS[finer] ?? 0) < arcs) finer++;
  const litTexture = atlas.lit[finer];
  const unlitTexture = atlas.unlit[finer];
  if (litTexture === undefined || unlitTexture === undefined) return;
  const ring = boss.radiusPx * HEALTH_RING * grown;
  const scale = (boss.radiusPx / BOSS_TEXELS) * grown;
  const stretch = (SEGMENT_COUNTS[finer] ?? arcs) / arcs;
  for (let arc = 0; arc < arcs; arc++) {
    const angle = ((arc + 0.5) / arcs) * 2 * Math.PI - Math.PI / 2;
    const texture = Math.floor(arc / arcsEach) < lit ? litTexture : unlitTexture;
    const arcX = x + Math.cos(angle) * ring;
    const arcY = y + Math.sin(angle) * ring;
    brush.stamp(texture, arcX, arcY, scale, scale * stretch, angle, grown);
  }
}
