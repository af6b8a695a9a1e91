import type { Atlas } from './atlas.ts';
import { RING_TEXELS } from './texture-sizes.ts';
import type { Brush } from './brush.ts';

/** Most rings at once. */
export const RIPPLES = 16;

interface Ripple {
  x: number;
  y: number;
  fromPx: number;
  toPx: number;
  opacity: number;
  ageMs: number;
  /** 0 when it is over. */
  lastsMs: number;
}

/** Rings that widen and fade: where a bubble popped, where a click missed. Made once, the oldest taken over. */
export class Ripples {
  readonly #pool: readonly Ripple[] = Array.from({ length: RIPPLES }, () => ({
    x: 0.5,
    y: 0.5,
    fromPx: 0.5,
    toPx: 0.5,
    opacity: 0.5,
    ageMs: 0.5,
    lastsMs: 0,
  }));
  #next = 0;

  /** Starts a ring at (x, y) that goes from one radius to another, px, within `lastsMs`. */
  start(x: number, y: number, fromPx: number, toPx: number, opacity: number, lastsMs: number): void {
    const ripple = this.#pool[this.#next];
    if (ripple === undefined) return;
    this.#next = (this.#next + 1) % this.#pool.length;
    ripple.x = x;
    ripple.y = y;
    ripple.fromPx = fromPx;
    ripple.toPx = toPx;
    ripple.opacity = opacity;
    ripple.ageMs = 0;
    ripple.lastsMs = lastsMs;
  }

  advance(elapsedMs: number): void {
    for (const ripple of this.#pool) {
      if (ripple.lastsMs === 0) continue;
      ripple.ageMs += elapsedMs;
      if (ripple.ageMs >= ripple.lastsMs) ripple.lastsMs = 0;
    }
  }

  paint(brush: Brush, atlas: Atlas): void {
    for (const ripple of this.#pool) {
      if (ripple.lastsMs === 0) continue;
      const left = 1 - ripple.ageMs / ripple.lastsMs;
      const radius = ripple.toPx + (ripple.fromPx - ripple.toPx) * left ** 3;
      const scale = (2 * radius) / RING_TEXELS;
      brush.stamp(atlas.ring, ripple.x, ripple.y, scale, scale, 0, ripple.opacity * left ** 1.5);
    }
  }

  clear(): void {
    for (const ripple of this.#pool) ripple.lastsMs = 0;
  }
}
