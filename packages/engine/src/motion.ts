import { COUNT, HEADER_WORDS, LINE_X, LINE_Y, RADIUS, TIME } from './state.ts';
import type { Plan } from './plan.ts';
import { SUB_PER_PX } from './units.ts';

/**
 * Where a bubble is on one axis at a time is a function of that time: the line `at + velocity * time`, folded back
 * wherever it leaves [low, high]. The line in force is kept in the state and exchanged for its mirror image when time
 * has left it; both describe the same path at every time, so the order of asking never matters.
 *
 * All in sub-pixels and ms. Sound rules keep every product within 32 bits, where `Math.imul` is plain multiplication.
 */

/** Horizontal position of a bubble at the state's time. */
export function xOf(words: Int32Array, plan: Plan, bubble: number): number {
  const at = (words[bubble + LINE_X]! + Math.imul(words[bubble + LINE_X + 1]!, words[TIME]!)) | 0;
  const radius = words[bubble + RADIUS]! * SUB_PER_PX;
  if (at >= radius && at <= plan.right - radius) return at;
  return reflect(words, bubble + LINE_X, at, radius, plan.right - radius);
}

/** Vertical position of a bubble at the state's time. */
export function yOf(words: Int32Array, plan: Plan, bubble: number): number {
  const at = (words[bubble + LINE_Y]! + Math.imul(words[bubble + LINE_Y + 1]!, words[TIME]!)) | 0;
  if (plan.rises) return at;
  const radius = words[bubble + RADIUS]! * SUB_PER_PX;
  if (at >= radius && at <= plan.bottom - radius) return at;
  return reflect(words, bubble + LINE_Y, at, radius, plan.bottom - radius);
}

/** Exchanges the line at `line` for its mirror image until `at` lies in [low, high], and returns it. */
export function reflect(words: Int32Array, line: number, start: number, low: number, high: number): number {
  let at = start;
  while (at < low || at > high) {
    const wall = at < low ? low : high;
    at = 2 * wall - at;
    words[line] = 2 * wall - words[line]!;
    words[line + 1] = -words[line + 1]!;
  }
  return at;
}

/**
 * Place in the drawing order of the topmost bubble that holds a point, or -1. Every click pays for this loop, so it reads
 * rising lines itself, and asks with one unsigned comparison whether a distance lies within the radius either way.
 */
export function topmostAt(words: Int32Array, plan: Plan, x: number, y: number): number {
  const { rises } = plan;
  const time = words[TIME]!;
  for (let place = words[COUNT]! - 1; place >= 0; place--) {
    const bubble = words[HEADER_WORDS + place]!;
    const radius = words[bubble + RADIUS]! << 16;
    const dy = rises
      ? (y - words[bubble + LINE_Y]! - Math.imul(words[bubble + LINE_Y + 1]!, time)) | 0
      : (y - yOf(words, plan, bubble)) | 0;
    if ((dy + radius) >>> 0 > (radius << 1) >>> 0) continue;
    const dx = (x - xOf(words, plan, bubble)) | 0;
    if ((dx + radius) >>> 0 > (radius << 1) >>> 0) continue;
    if (dx * dx + dy * dy <= radius * radius) return place;
  }
  return -1;
}
