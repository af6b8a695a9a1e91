import { createBubble, type Round } from '@popfray/engine';

/**
 * How a round was played, from its input log alone. A person sees, decides and moves: none of that is instant, regular or exact. Past
 * the limits below a round is held until the operator has reviewed it; it is not refused, because people differ.
 *
 * It stops no program whose author has read this: one with a hand's scatter and pauses passes, and just within the limits it earns
 * about half as much again as a quick person. The seed is in the ticket, so it can also take the best of a few tickets and plan its
 * round ahead. What it takes is bounded by the daily cap, and what many wallets of one owner take by the budget: by nothing else.
 *
 * What tells most are *strikes*: clicks that land on a bubble, further from the click before than its radius, so that a hand had to go
 * there. What drifts under a hand that hammers on a boss is none.
 */
export interface Conduct {
  /** Accepted clicks. */
  readonly clicks: number;
  /** Median time to a strike, from the bubble's spawn or from the click before, whichever is later, ms. */
  readonly reactionMedianMs: number | null;
  /** Deviation of the time from one click to the next, by its quartiles, per cent of its median. */
  readonly intervalVariationPct: number | null;
  /** Median distance of strikes from the bubble's centre over its radius, per cent. */
  readonly aimOffsetPct: number | null;
}

/** Why a round is held. */
export type Suspicion = 'fast' | 'regular' | 'precise' | 'tireless';

/** Fewest samples of which a statistic says anything. */
const FEW = 10;

/**
 * ms. A simple reaction to one expected light takes a person some 200 ms (Woodworth and Schlosberg 1954; the median over the web is
 * 270), and here there is a bubble to choose and a way to go: Fitts's law gives some 350 ms to the next of these bubbles.
 */
const FAST_MS = 180;

/**
 * Per cent. People who tap as evenly as they can vary by 3 to 6 % (Repp 2005), on one spot and for some seconds; over a minute, with
 * ways of different lengths between the taps, by 20 % and more. A timer varies by what frames round it to.
 */
const REGULAR_PCT = 6;

/**
 * Per cent, and the ms that go with it. At the 5 bits per second that people reach with a mouse (MacKenzie 1992), who hits the middle
 * 8 % of a bubble again and again takes about twice as long as this. A slow player may be exact: by keys, every pop is.
 */
const PRECISE_PCT = 8;
const PRECISE_MS = 400;

/**
 * Clicks in a round of a minute. The quickest hands keep up 8 a second that long on one spot, without aiming. It also bounds what a
 * click counter earns on bosses; there is no limit on the score itself, which upgrades multiply and the daily cap bounds.
 */
const TIRELESS_CLICKS = 480;

/** The limits past which a round is held. */
export const CONDUCT_LIMITS = {
  fastMs: FAST_MS,
  regularPct: REGULAR_PCT,
  precisePct: PRECISE_PCT,
  preciseMs: PRECISE_MS,
  tirelessClicks: TIRELESS_CLICKS,
} as const;

/**
 * Plays an input log to the end of a round that is at time 0, and measures how it was played. The round ends as `verifyReplay` would
 * have it: it is the same play, looked at.
 */
export function playAndMeasure(round: Round, inputs: Int32Array): Conduct {
  const { reactionsMs, offsetsPct, count } = watch(round, inputs);
  round.advanceTo(round.rules.durationMs);
  return {
    clicks: inputs.length / INPUT_WORDS,
    reactionMedianMs: medianOf(reactionsMs.subarray(0, count)),
    intervalVariationPct: variationOf(inputs),
    aimOffsetPct: medianOf(offsetsPct.subarray(0, count)),
  };
}

/** Every limit that a round is past. */
export function judgeConduct(conduct: Conduct): Suspicion[] {
  const { clicks, reactionMedianMs, intervalVariationPct, aimOffsetPct } = conduct;
  const suspicions: Suspicion[] = [];
  if (reactionMedianMs !== null && reactionMedianMs < FAST_MS) suspicions.push('fast');
  if (intervalVariationPct !== null && intervalVariationPct < REGULAR_PCT) suspicions.push('regular');
  const isQuick = reactionMedianMs !== null && reactionMedianMs < PRECISE_MS;
  if (isQuick && aimOffsetPct !== null && aimOffsetPct < PRECISE_PCT) suspicions.push('precise');
  if (clicks > TIRELESS_CLICKS) suspicions.push('tireless');
  return suspicions;
}

/** Words of an input: time in ms, x and y in quarter pixels. docs/replay-format.md. */
const INPUT_WORDS = 3;
const QUARTERS = 4;

/** From each click of an input log to the next, ms. */
export function intervalsOf(inputs: Int32Array): Int32Array {
  const intervals = new Int32Array(Math.max(0, inputs.length / INPUT_WORDS - 1));
  for (let at = 0; at < intervals.length; at++)
    intervals[at] = (inputs[(at + 1) * INPUT_WORDS] ?? 0) - (inputs[at * INPUT_WORDS] ?? 0);
  return intervals;
}

/** Strikes, as many as `count`. */
interface Strikes {
  readonly reactionsMs: Float64Array;
  readonly offsetsPct: Float64Array;
  /** How far to the right of the centre, and below it, per cent of the radius. */
  readonly rightPct: Float64Array;
  readonly downPct: Float64Array;
  readonly count: number;
}

/** Plays the clicks and looks at each that a hand had to go for, just before it lands. */
export function watch(round: Round, inputs: Int32Array): Strikes {
  const reactionsMs = new Float64Array(inputs.length / INPUT_WORDS);
  const offsetsPct = new Float64Array(inputs.length / INPUT_WORDS);
  const rightPct = new Float64Array(inputs.length / INPUT_WORDS);
  const downPct = new Float64Array(inputs.length / INPUT_WORDS);
  const leastPx = round.rules.radiusPx.min;
  const bubble = createBubble();
  let count = 0;
  let beforeMs = 0;
  let beforeX = -Infinity;
  let beforeY = -Infinity;
  for (let at = 0; at < inputs.length; at += INPUT_WORDS) {
    const timeMs = inputs[at] ?? 0;
    const xPx = (inputs[at + 1] ?? 0) / QUARTERS;
    const yPx = (inputs[at + 2] ?? 0) / QUARTERS;
    round.advanceTo(timeMs);
    const movedPx = distance(xPx, yPx, beforeX, beforeY);
    const place = movedPx > leastPx ? round.topmostAt(xPx, yPx) : -1;
    if (place >= 0 && movedPx > round.bubbleAt(place, bubble).radiusPx) {
      reactionsMs[count] = timeMs - Math.max(beforeMs, bubble.bornMs);
      offsetsPct[count] = (100 * distance(xPx, yPx, bubble.xPx, bubble.yPx)) / bubble.radiusPx;
      rightPct[count] = (100 * (xPx - bubble.xPx)) / bubble.radiusPx;
      downPct[count] = (100 * (yPx - bubble.yPx)) / bubble.radiusPx;
      count++;
    }
    round.pop(xPx, yPx);
    beforeMs = timeMs;
    beforeX = xPx;
    beforeY = yPx;
  }
  return { reactionsMs, offsetsPct, rightPct, downPct, count };
}

/** Math.hypot, which takes care of numbers that no field has, takes four times as long. */
const distance = (ax: number, ay: number, bx: number, by: number): number =>
  Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by));

/** The middle of some numbers, rounded down; null for too few. */
const medianOf = (values: Float64Array): number | null =>
  values.length < FEW ? null : Math.floor(quantile(values.toSorted(), 0.5));

/**
 * How much the times between clicks vary, per cent, rounded down; null for too few. For normally distributed ones it is their standard
 * deviation over their mean. It is taken from their quartiles, which the pauses of an empty field, or one made on purpose, do not
 * move.
 */
function variationOf(inputs: Int32Array): number | null {
  const intervals = intervalsOf(inputs);
  if (intervals.length < FEW) return null;
  intervals.sort();
  const spread = (quantile(intervals, 0.75) - quantile(intervals, 0.25)) / NORMAL_QUARTILES;
  return Math.floor((100 * spread) / quantile(intervals, 0.5));
}

/** Standard deviations from the lower to the upper quartile of a normal distribution. */
const NORMAL_QUARTILES = 1.349;

/** The value that a share of sorted numbers lies below. */
const quantile = (sorted: Float64Array | Int32Array, share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
