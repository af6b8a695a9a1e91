import { createBubble, type Bubble, type Round } from '@popfray/engine';

/** Where an arrow key points. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/** How much more a px aside counts than a px ahead when looking for the next bubble in a direction. */
const ASIDE_WEIGHT = 2;

/** The bubble being looked at; one for all searches, which never nest. */
const seen: Bubble = createBubble();

/** Whether a click inside the field can hit the bubble: while one rises in or out, only its visible part counts. */
function isWithinReach(bubble: Bubble, round: Round): boolean {
  const { widthPx, heightPx } = round.rules.field;
  const asideX = bubble.xPx - Math.min(Math.max(bubble.xPx, 0), widthPx);
  const asideY = bubble.yPx - Math.min(Math.max(bubble.yPx, 0), heightPx);
  return asideX * asideX + asideY * asideY < bubble.radiusPx * bubble.radiusPx;
}

/** Id of the bubble within reach that costs least, or -1. A cost of Infinity is never taken. */
function findCheapest(round: Round, cost: (bubble: Bubble) => number): number {
  let id = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let place = 0; place < round.count; place++) {
    round.bubbleAt(place, seen);
    if (!isWithinReach(seen, round)) continue;
    const bubbleCost = cost(seen);
    if (bubbleCost >= least) continue;
    least = bubbleCost;
    id = seen.id;
  }
  return id;
}

/** Fills `out` with the living bubble of that id. Returns whether there is one. */
export function findBubble(round: Round, id: number, out: Bubble): boolean {
  for (let place = 0; place < round.count; place++) {
    if (round.bubbleAt(place, out).id === id) return true;
  }
  return false;
}

/** Id of the bubble nearest to a point of the field in px, or -1 when there is none. */
export const findNearest = (round: Round, xPx: number, yPx: number): number =>
  findCheapest(round, (bubble) => (bubble.xPx - xPx) ** 2 + (bubble.yPx - yPx) ** 2);

/** Id of the next bubble from a point in a direction, or -1 when none lies there. */
export const findTowards = (round: Round, xPx: number, yPx: number, direction: Direction): number =>
  findCheapest(round, (bubble) => {
    const dx = bubble.xPx - xPx;
    const dy = bubble.yPx - yPx;
    const isSideways = direction === 'left' || direction === 'right';
    const ahead = direction === 'left' ? -dx : direction === 'right' ? dx : direction === 'up' ? -dy : dy;
    return ahead > 0 ? ahead + ASIDE_WEIGHT * Math.abs(isSideways ? dy : dx) : Number.POSITIVE_INFINITY;
  });

/** Id of the bubble that was born next after (`step` 1) or before (-1) the one with `id`, round and round; -1 for none. */
export function findNextBorn(round: Round, id: number, step: 1 | -1): number {
  const beyond = findCheapest(round, (bubble) => {
    const distance = (bubble.id - id) * step;
    return distance > 0 ? distance : Number.POSITIVE_INFINITY;
  });
  return beyond >= 0 ? beyond : findCheapest(round, (bubble) => bubble.id * step);
}
