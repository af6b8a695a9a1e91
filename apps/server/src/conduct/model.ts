import type { Bends } from './bends.ts';
import type { Legs } from './legs.ts';
import type { Motion } from './motion.ts';
import type { Spectrum } from './spectrum.ts';
import { WEIGHTS, type Weights } from './weights.ts';

/** Everything that is measured of a path, and the aim that goes with it. */
export interface PathStatistics {
  readonly motion: Motion;
  readonly bends: Bends;
  readonly legs: Legs;
  readonly spectrum: Spectrum;
  /** Median distance of strikes from the centre, per cent of the radius. */
  readonly aimOffsetPct: number;
}

/** A statistic as the model uses it. */
interface Feature {
  readonly name: string;
  /** The statistic, as a logarithm where ratios count. */
  readonly of: (path: PathStatistics) => number;
  /** Range in deviations from the median of people, beyond which it counts no further. Default: -4 to 4. */
  readonly range?: readonly [low: number, high: number];
}

/**
 * What the model looks at. The people whose paths it was trained with played another game, to music. Where a person who plays this game with
 * care would differ from them, the range is narrow on that side: who stops before a click, waits, or corrects less is not less of a
 * person.
 */
export const FEATURES: readonly Feature[] = [
  { name: 'wobble', of: ({ motion }) => Math.log(motion.wobble + 0.001) },
  { name: 'surge', of: ({ motion }) => Math.log(motion.surge + 0.001) },
  { name: 'speedCurvature', of: ({ motion }) => motion.speedCurvature },
  { name: 'turn', of: ({ motion }) => Math.log(motion.turn + 0.005) },
  { name: 'straightShare', of: ({ motion }) => motion.straightShare },
  { name: 'sameSide', of: ({ motion }) => motion.sameSide },
  { name: 'wobbleMemory', of: ({ motion }) => motion.wobbleMemory },
  { name: 'jerk', of: ({ motion }) => Math.log(motion.jerk + 0.01) },
  { name: 'straightness', of: ({ legs }) => Math.log(1.005 - Math.min(1, legs.straightness)), range: [-2.5, 4] },
  {
    name: 'straightnessDeviation',
    of: ({ legs }) => Math.log(legs.straightnessDeviation + 0.005),
    range: [-2, 4],
  },
  { name: 'halfTimeDeviation', of: ({ legs }) => Math.log(legs.halfTimeDeviation + 0.005) },
  { name: 'peak', of: ({ legs }) => Math.log(legs.peak), range: [-4, 2] },
  { name: 'peakVariation', of: ({ legs }) => Math.log(legs.peakVariation + 0.01) },
  { name: 'corrections', of: ({ legs }) => Math.log(legs.corrections + 0.5), range: [-2, 4] },
  { name: 'clickSpeed', of: ({ legs }) => Math.log(legs.clickSpeed + 0.02), range: [-2, 4] },
  { name: 'clickLag', of: ({ legs }) => legs.clickLagMs / 50, range: [-2, 4] },
  { name: 'clickLagDeviation', of: ({ legs }) => Math.log(legs.clickLagDeviationMs + 10), range: [-2, 4] },
  { name: 'dwell', of: ({ legs }) => Math.log(legs.dwellMs + 10), range: [-4, 2] },
  { name: 'dwellVariation', of: ({ legs }) => Math.log(legs.dwellVariation + 0.05), range: [-2, 4] },
  { name: 'prompt', of: ({ legs }) => Math.log(legs.prompt + 0.05), range: [0, 4] },
  { name: 'tremor', of: ({ spectrum }) => Math.log(spectrum.tremor + 0.01) },
  { name: 'above', of: ({ spectrum }) => Math.log(spectrum.above + 0.001) },
  { name: 'bend', of: ({ bends }) => Math.log(bends.bend + 0.001) },
  { name: 'wideBend', of: ({ bends }) => Math.log(bends.wideBend + 0.001) },
  { name: 'smoothShare', of: ({ bends }) => bends.smoothShare },
  { name: 'cornerAtClicks', of: ({ bends }) => Math.log(bends.cornerAtClicks + 0.1) },
  { name: 'rise', of: ({ legs }) => Math.log(legs.rise + 0.02) },
  { name: 'riseVariation', of: ({ legs }) => Math.log(legs.riseVariation + 0.02) },
  { name: 'fall', of: ({ legs }) => Math.log(legs.fall + 0.02) },
  { name: 'fallVariation', of: ({ legs }) => Math.log(legs.fallVariation + 0.02) },
  { name: 'peakTime', of: ({ legs }) => legs.peakTime },
  { name: 'overshoot', of: ({ legs }) => Math.log(legs.overshoot + 0.05), range: [-2, 4] },
  { name: 'edge', of: ({ aimOffsetPct }) => aimOffsetPct / 100, range: [0, 4] },
];

/** A feature's deviation from the median of people, within its range. */
export function standardise(value: number, at: number, { median, deviation }: Pick<Weights, 'median' | 'deviation'>) {
  const [low, high] = FEATURES[at]!.range ?? [-4, 4];
  return Math.max(low, Math.min(high, (value - median[at]!) / deviation[at]!));
}

/** How a deviation's size counts: as a likelihood ratio of heavy tails, so that no single statistic decides. */
export const sizeOf = (deviation: number): number => Math.log(1 + deviation * deviation);

/**
 * How much more a path is like those of programs than like those of people: the logarithm of the odds of a logistic regression, 0 where both are
 * as likely.
 */
export function scorePath(path: PathStatistics, weights: Weights = WEIGHTS): number {
  let score = weights.bias;
  for (let at = 0; at < FEATURES.length; at++) {
    const deviation = standardise(FEATURES[at]!.of(path), at, weights);
    score += weights.signed[at]! * deviation + weights.size[at]! * sizeOf(deviation);
  }
  return score;
}
