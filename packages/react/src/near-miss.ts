import { createBubble, type Bubble, type Round } from '@popfray/engine';

/** A point of the field, px. */
export interface FieldPoint {
  xPx: number;
  yPx: number;
}

/** How far within a bubble's edge a helped click lands, px: more than the quarter of a px to which clicks are kept. */
const WITHIN_PX = 1;

/** The bubble being looked at. */
const seen: Bubble = createBubble();

/**
 * Moves a click that hits nothing onto the bubble whose edge is nearest, if that is at most `reachPx` away; another click stays where it
 * is. No other bubble can be in the way there, or it would be nearer. Allocates nothing.
 */
export function helpClick(
  round: Pick<Round, 'count' | 'bubbleAt' | 'topmostAt'>,
  click: FieldPoint,
  reachPx: number,
): void {
  if (!(reachPx > 0) || round.topmostAt(click.xPx, click.yPx) >= 0) return;
  let nearestPx = reachPx;
  let { xPx, yPx } = click;
  for (let place = 0; place < round.count; place++) {
    round.bubbleAt(place, seen);
    const asideX = click.xPx - seen.xPx;
    const asideY = click.yPx - seen.yPx;
    const distancePx = Math.sqrt(asideX * asideX + asideY * asideY);
    const gapPx = distancePx - seen.radiusPx;
    if (gapPx > nearestPx) continue;
    nearestPx = gapPx;
    const share = (seen.radiusPx - WITHIN_PX) / distancePx;
    xPx = seen.xPx + asideX * share;
    yPx = seen.yPx + asideY * share;
  }
  // A bubble that is still all below the field's edge, or all above it, cannot be hit.
  if (round.topmostAt(xPx, yPx) < 0) return;
  click.xPx = xPx;
  click.yPx = yPx;
}
