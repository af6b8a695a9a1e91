import { createBubble, type Bubble, type Round } from '@popfray/engine';

/** The eight directions of a cursor, as a screen reader can say them. */
export type CursorDirection = 'up' | 'upRight' | 'right' | 'downRight' | 'down' | 'downLeft' | 'left' | 'upLeft';

/** What the cursor is at: a bubble, a boss, or the direction of the nearest bubble; `empty` while the field has none. */
export type CursorReport = 'bubble' | 'boss' | 'empty' | CursorDirection;

/** The bubble being looked at. */
const seen: Bubble = createBubble();

/** What is at a point of the field, or the direction of the nearest bubble. Allocates nothing. */
export function reportOf(
  round: Pick<Round, 'count' | 'bubbleAt' | 'topmostAt'>,
  xPx: number,
  yPx: number,
): CursorReport {
  const under = round.topmostAt(xPx, yPx);
  if (under >= 0) return round.bubbleAt(under, seen).isBoss ? 'boss' : 'bubble';
  let least = Number.POSITIVE_INFINITY;
  let dx = 0.5;
  let dy = 0.5;
  for (let place = 0; place < round.count; place++) {
    round.bubbleAt(place, seen);
    const asideX = seen.xPx - xPx;
    const asideY = seen.yPx - yPx;
    const squared = asideX * asideX + asideY * asideY;
    if (squared >= least) continue;
    least = squared;
    dx = asideX;
    dy = asideY;
  }
  return least === Number.POSITIVE_INFINITY ? 'empty' : directionOf(dx, dy);
}

/** The nearest of the eight directions. */
function directionOf(dx: number, dy: number): CursorDirection {
  if (Math.abs(dx) > 2 * Math.abs(dy)) return dx < 0 ? 'left' : 'right';
  if (Math.abs(dy) > 2 * Math.abs(dx)) return dy < 0 ? 'up' : 'down';
  if (dy < 0) return dx < 0 ? 'upLeft' : 'upRight';
  return dx < 0 ? 'downLeft' : 'downRight';
}
