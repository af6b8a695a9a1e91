import { scoreAim } from './aim.ts';
import { correlation, deviation, mean, median, quantile, quartileDeviation } from './numbers.ts';
import { INPUT_WORDS, type Strikes } from './strikes.ts';

/** Fewest samples of which a statistic says anything. */
const FEW = 10;

/** What decides by clicks alone whether a round is held. Null stands for too few clicks. */
export interface ClickPace {
  /** Accepted clicks. */
  readonly clicks: number;
  /** Median time to a strike, from the bubble's spawn or from the click before, whichever is later, ms. */
  readonly reactionMedianMs: number | null;
  /** Deviation of the time from one click to the next, by its quartiles, per cent of its median. */
  readonly intervalVariationPct: number | null;
  /** Median distance of strikes from the bubble's centre over its radius, per cent. */
  readonly aimOffsetPct: number | null;
}

/** How the clicks of a round follow each other, and where they land. Null stands for too few clicks. */
export interface ClickRhythm extends ClickPace {
  /** Tenth of the strikes that comes soonest after the bubble's spawn, ms. */
  readonly spawnReactionMs: number | null;
  /** Entropy of the times between clicks in bins of 20 ms, bits. */
  readonly intervalEntropy: number | null;
  /** Excess kurtosis of the logarithms of the times between clicks. */
  readonly intervalKurtosis: number | null;
  /** How well one period explains all times between clicks: 0 not at all, 1 completely. */
  readonly periodicity: number | null;
  /** Correlation of the time to a strike with Fitts's index of difficulty, log2(1 + way / radius). */
  readonly fittsCorrelation: number | null;
  /** Correlation of the distance from the centre, in px, with the radius, and with the bubble's speed. */
  readonly aimRadiusCorrelation: number | null;
  readonly aimSpeedCorrelation: number | null;
  /** Clicks on bubbles, and those on bosses among them, per cent of all clicks. */
  readonly hitPct: number | null;
  readonly bossClicksPct: number | null;
  /** How much more often clicks land than they would by chance, standard deviations (`scoreAim`). */
  readonly aimScore: number | null;
}

/** Calculates the statistics that the limits on clicks need. Every finished round waits for this (bench: solo.server_cpu_us_per_round). */
export function measurePace(inputs: Int32Array, { count, reactionsMs, offsetsPct }: Strikes): ClickPace {
  const intervals = intervalsOf(inputs);
  const medianOf = (values: Float64Array): number | null =>
    count >= FEW ? Math.floor(median(values.subarray(0, count))) : null;
  return {
    clicks: inputs.length / INPUT_WORDS,
    reactionMedianMs: medianOf(reactionsMs),
    intervalVariationPct: intervals.length >= FEW ? variationOf(intervals) : null,
    aimOffsetPct: medianOf(offsetsPct),
  };
}

/** Measures the clicks of an input log, and the strikes among them. */
export function measureRhythm(inputs: Int32Array, strikes: Strikes): ClickRhythm {
  const { count } = strikes;
  const clicks = inputs.length / INPUT_WORDS;
  const intervals = intervalsOf(inputs);
  const isKnown = intervals.length >= FEW;
  const areStrikesKnown = count >= FEW;
  const strikeValues = (of: (strikes: Strikes) => number | null): number | null =>
    areStrikesKnown ? of(strikes) : null;
  const offsetsPx = strikes.offsetsPct.subarray(0, count).map((pct, at) => (pct * strikes.radiusPx[at]!) / 100);
  return {
    ...measurePace(inputs, strikes),
    spawnReactionMs: strikeValues(({ agesMs }) => quantile(agesMs.subarray(0, count).toSorted(), 0.1)),
    intervalEntropy: isKnown ? entropyOf(intervals) : null,
    intervalKurtosis: isKnown ? kurtosisOf(intervals) : null,
    periodicity: isKnown ? periodicityOf(intervals) : null,
    fittsCorrelation: strikeValues(fittsOf),
    aimRadiusCorrelation: strikeValues(({ radiusPx }) => correlation(offsetsPx, radiusPx.subarray(0, count))),
    aimSpeedCorrelation: strikeValues(({ riseSpeed }) => correlation(offsetsPx, riseSpeed.subarray(0, count))),
    hitPct: clicks >= FEW ? (100 * strikes.hits) / clicks : null,
    bossClicksPct: clicks >= FEW ? (100 * strikes.bossClicks) / clicks : null,
    aimScore: scoreAim(strikes.aim),
  };
}

/** From each click of an input log to the next, ms. */
export function intervalsOf(inputs: Int32Array): Int32Array {
  const intervals = new Int32Array(Math.max(0, inputs.length / INPUT_WORDS - 1));
  for (let at = 0; at < intervals.length; at++)
    intervals[at] = (inputs[(at + 1) * INPUT_WORDS] ?? 0) - (inputs[at * INPUT_WORDS] ?? 0);
  return intervals;
}

/**
 * How much the times between clicks vary, per cent, rounded down. For normally distributed ones it is their standard deviation over their
 * mean. It is taken from their quartiles, which the pauses of an empty field, or one made on purpose, do not move.
 */
function variationOf(intervals: Int32Array): number {
  const sorted = intervals.toSorted();
  return Math.floor((100 * quartileDeviation(sorted)) / quantile(sorted, 0.5));
}

/** Width of the bins of the entropy, ms. */
const BIN_MS = 20;

function entropyOf(intervals: Int32Array): number {
  const bins = new Map<number, number>();
  for (const interval of intervals) {
    const bin = Math.floor(interval / BIN_MS);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of bins.values()) bits -= (count / intervals.length) * Math.log2(count / intervals.length);
  return bits;
}

function kurtosisOf(intervals: Int32Array): number {
  const logs = Float64Array.from(intervals, (interval) => Math.log(Math.max(1, interval)));
  const [middle, spread] = [mean(logs), deviation(logs)];
  if (spread === 0) return 0;
  return mean(logs.map((log) => ((log - middle) / spread) ** 4)) - 3;
}

/** Frequencies that are tried, Hz: from 2 on, in steps. */
const FIRST_HZ = 2;
const STEP_HZ = 0.4;
const FREQUENCIES = 46;

/**
 * How well one period of 50 to 500 ms explains the times between clicks: the largest mean resultant length of the times as angles. A period
 * that is longer than half of the times fits any, and does not count.
 */
function periodicityOf(intervals: Int32Array): number {
  const [cosines, sines] = [new Float64Array(FREQUENCIES), new Float64Array(FREQUENCIES)];
  for (const interval of intervals) {
    const first = (2 * Math.PI * FIRST_HZ * interval) / 1_000;
    const step = (2 * Math.PI * STEP_HZ * interval) / 1_000;
    let [c, s] = [Math.cos(first), Math.sin(first)];
    const [dc, ds] = [Math.cos(step), Math.sin(step)];
    for (let at = 0; at < FREQUENCIES; at++) {
      cosines[at]! += c;
      sines[at]! += s;
      [c, s] = [c * dc - s * ds, c * ds + s * dc];
    }
  }
  const middle = median(intervals);
  let best = 0;
  for (let at = 0; at < FREQUENCIES; at++) {
    const [c, s] = [cosines[at]!, sines[at]!];
    if (middle * (FIRST_HZ + at * STEP_HZ) >= 1_000 && c > 0) best = Math.max(best, Math.sqrt(c * c + s * s));
  }
  return best / intervals.length;
}

function fittsOf({ count, waysPx, radiusPx, reactionsMs }: Strikes): number {
  const difficulty: number[] = [];
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    if (Number.isNaN(waysPx[at]!)) continue;
    difficulty.push(Math.log2(1 + waysPx[at]! / radiusPx[at]!));
    times.push(reactionsMs[at]!);
  }
  return correlation(difficulty, times);
}
