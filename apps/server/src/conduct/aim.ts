import type { Round } from '@popfray/engine';

/** Shifted places that each click is compared with. */
export const SHIFTS = 4;

/** Fewest clicks of which a comparison with chance says anything. */
const FEW = 10;

/**
 * What clicks land on, and what they would land on by chance. Clicks on the spot of the click before are left out: a program that hammers a boss of another round,
 * and a person who clicks twice, would count many times for one decision.
 */
export interface AimCounts {
  readonly clicks: number;
  /** Clicks that land on a bubble. */
  readonly hits: number;
  /** Bubbles at the shifted places, `SHIFTS` for each click. */
  readonly shiftedHits: number;
}

/**
 * Counts the bubbles that a click would land on at the same time and height, but in another place: shifted to the right in equal steps, and around
 * the edges. The centres of bubbles stay a radius away from the edges, so the places do too.
 */
export function countShiftedHits(round: Pick<Round, 'rules' | 'topmostAt'>, xPx: number, yPx: number): number {
  const marginPx = round.rules.radiusPx.min;
  const rangePx = round.rules.field.widthPx - 2 * marginPx;
  let hits = 0;
  for (let shift = 1; shift <= SHIFTS; shift++) {
    const fromMarginPx = xPx - marginPx + (shift * rangePx) / (SHIFTS + 1);
    const wrappedPx = fromMarginPx - rangePx * Math.floor(fromMarginPx / rangePx);
    if (round.topmostAt(marginPx + wrappedPx, yPx) >= 0) hits++;
  }
  return hits;
}

/**
 * By how many standard deviations more clicks land than the same clicks in other places: about 0 for clicks without aim, and 10 for a beginner. This is the
 * z-test of two proportions with the share at the shifted places as the expected one. It is null for too few clicks.
 */
export function scoreAim({ clicks, hits, shiftedHits }: AimCounts): number | null {
  if (clicks < FEW) return null;
  // One hit and one miss are added (Laplace 1814), so that the share is never 0 or 1.
  const share = (shiftedHits + 1) / (SHIFTS * clicks + 2);
  return (hits - clicks * share) / Math.sqrt(clicks * share * (1 - share) * (1 + 1 / SHIFTS));
}
