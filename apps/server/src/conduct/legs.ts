import type { Strikes } from './strikes.ts';
import { deviation, median, robustDeviation, distance } from './numbers.ts';
import { STEP_MS, type TrackGrid } from './pointer-track.ts';

/** How the pointer moves from one click to the next. */
export interface Legs {
  /** Ways between clicks that are long enough to measure. */
  readonly legs: number;
  /** Median of the distance over the length of the way. */
  readonly straightness: number;
  readonly straightnessDeviation: number;
  /** Deviation of the share of the time at which half of the way is done. */
  readonly halfTimeDeviation: number;
  /** Median of the highest speed over the mean speed, and its deviation over it. */
  readonly peak: number;
  readonly peakVariation: number;
  /** Medians of the largest gain and the largest loss of speed from one grid step to the next over the highest speed: a hand starts and stops gradually. */
  readonly rise: number;
  readonly fall: number;
  readonly riseVariation: number;
  readonly fallVariation: number;
  /** Median share of the time until the highest speed. */
  readonly peakTime: number;
  /** Median number of maxima of the speed. More than one is a correction. */
  readonly corrections: number;
  /** Share of legs that pass their end and come back. */
  readonly overshoot: number;
  /** Median speed at the click over the highest speed around it. */
  readonly clickSpeed: number;
  /** Median time from the click to the slowest moment around it, and the deviation of that time, ms. */
  readonly clickLagMs: number;
  readonly clickLagDeviationMs: number;
  /** Median time for which the pointer is over the bubble before the click, and its deviation over it. */
  readonly dwellMs: number;
  readonly dwellVariation: number;
  /** Share of strikes within `PROMPT_MS` of the pointer's arrival at the bubble. */
  readonly prompt: number;
  /** Median time from the previous click or the spawn to the beginning of the movement, ms. */
  readonly onsetMs: number;
}

/** Shortest leg in grid steps, and shortest way, px. */
const MIN_STEPS = 6;
const MIN_WAY_PX = 40;

/** Time before and after a click in which its slowest moment is searched, grid steps. */
const AROUND = 10;

/** Share of a leg's highest speed from which on the pointer moves. */
const MOVING_SHARE = 0.15;

/** A person who sees that the pointer has arrived, and then clicks, takes longer, ms. */
const PROMPT_MS = 45;

/** Fewest legs for statistics. */
export const MIN_LEGS = 12;

/** Measures the legs between clicks, as `inputs` has them; null for too few. */
export function measureLegs(grid: TrackGrid, clicks: Float64Array, strikes: Strikes): Legs | null {
  const speed = smooth(grid.step);
  const straight: number[] = [];
  const half: number[] = [];
  const peaks: number[] = [];
  const maxima: number[] = [];
  const [rises, falls, peakTimes] = [[] as number[], [] as number[], [] as number[]];
  const onsets: number[] = [];
  let overshoots = 0;
  for (let at = 0; at + 1 < clicks.length; at++) {
    const from = Math.round(clicks[at]! / STEP_MS);
    const to = Math.min(grid.x.length - 1, Math.round(clicks[at + 1]! / STEP_MS));
    if (to - from < MIN_STEPS) continue;
    let [way, highest, tops, fastest, rise, fall, peakAt] = [0, 0, 0, 0, 0, 0, from];
    for (let step = from; step < to; step++) {
      const gain = grid.step[step + 1]! - grid.step[step]!;
      way += grid.step[step]!;
      fastest = Math.max(fastest, grid.step[step]!);
      if (step + 1 < to) [rise, fall] = [Math.max(rise, gain), Math.max(fall, -gain)];
      if (speed[step]! <= highest) continue;
      [highest, peakAt] = [speed[step]!, step];
    }
    if (way < MIN_WAY_PX) continue;
    rises.push(rise / fastest);
    falls.push(fall / fastest);
    peakTimes.push((peakAt - from) / (to - from));
    let [done, halfAt, onset, furthest] = [0, from, -1, 0];
    const [fx, fy, tx, ty] = [grid.x[from]!, grid.y[from]!, grid.x[to]!, grid.y[to]!];
    const direct = distance(fx, fy, tx, ty);
    for (let step = from; step < to; step++) {
      done += grid.step[step]!;
      if (done <= way / 2) halfAt = step + 1;
      if (onset < 0 && speed[step]! > MOVING_SHARE * highest) onset = step;
      const isTop = speed[step]! > speed[step - 1]! && speed[step]! >= speed[step + 1]!;
      if (isTop && speed[step]! > MOVING_SHARE * highest) tops++;
      const along = ((grid.x[step]! - fx) * (tx - fx) + (grid.y[step]! - fy) * (ty - fy)) / (direct + 1e-9);
      furthest = Math.max(furthest, along);
    }
    straight.push(direct / way);
    half.push((halfAt - from) / (to - from));
    peaks.push((highest * (to - from)) / way);
    maxima.push(tops);
    onsets.push((onset - from) * STEP_MS);
    if (furthest > direct + 4) overshoots++;
  }
  if (straight.length < MIN_LEGS) return null;
  return {
    legs: straight.length,
    straightness: median(straight),
    straightnessDeviation: deviation(straight),
    halfTimeDeviation: deviation(half),
    peak: median(peaks),
    peakVariation: robustDeviation(peaks) / median(peaks),
    rise: median(rises),
    fall: median(falls),
    riseVariation: deviation(rises),
    fallVariation: deviation(falls),
    peakTime: median(peakTimes),
    corrections: maxima.reduce((sum, count) => sum + count, 0) / maxima.length,
    overshoot: overshoots / straight.length,
    ...measureClicks(speed, clicks),
    ...measureDwell(grid, strikes),
    onsetMs: median(onsets),
  };
}

/** Speed, px a grid step, averaged over three steps. */
function smooth(step: Float64Array): Float64Array {
  const out = new Float64Array(step.length);
  for (let at = 1; at + 1 < step.length; at++) out[at] = (step[at - 1]! + step[at]! + step[at + 1]!) / 3;
  return out;
}

/** Where in the movement the clicks are. A hand clicks where it is slow, give or take some tens of ms. */
function measureClicks(
  speed: Float64Array,
  clicks: Float64Array,
): Pick<Legs, 'clickSpeed' | 'clickLagMs' | 'clickLagDeviationMs'> {
  const ratios: number[] = [];
  const lags: number[] = [];
  for (const ms of clicks) {
    const at = Math.round(ms / STEP_MS);
    if (at < AROUND || at + AROUND >= speed.length) continue;
    let [highest, slowest] = [0, at - AROUND];
    for (let step = at - AROUND; step <= at + AROUND; step++) {
      highest = Math.max(highest, speed[step]!);
      if (speed[step]! < speed[slowest]!) slowest = step;
    }
    if (highest < 4) continue;
    ratios.push(speed[at]! / highest);
    lags.push((slowest - at) * STEP_MS);
  }
  if (ratios.length < MIN_LEGS) return { clickSpeed: 0, clickLagMs: 0, clickLagDeviationMs: 0 };
  return { clickSpeed: median(ratios), clickLagMs: median(lags), clickLagDeviationMs: deviation(lags) };
}

/** How long the pointer is over the bubble before the click: clicks as soon as a bubble is reached show that a program clicks. */
function measureDwell(grid: TrackGrid, strikes: Strikes): Pick<Legs, 'dwellMs' | 'dwellVariation' | 'prompt'> {
  const dwells: number[] = [];
  for (let strike = 0; strike < strikes.count; strike++) {
    const ms = strikes.timesMs[strike]!;
    const radius = strikes.radiusPx[strike]!;
    const end = Math.min(grid.x.length - 1, Math.floor(ms / STEP_MS));
    let at = end;
    for (; at > 0 && end - at < 60; at--) {
      const backMs = ms - at * STEP_MS;
      const bubbleY = strikes.bubbleY[strike]! + (strikes.riseSpeed[strike]! * backMs) / 1_000;
      if (distance(grid.x[at]!, grid.y[at]!, strikes.bubbleX[strike]!, bubbleY) > radius) break;
    }
    dwells.push(ms - at * STEP_MS);
  }
  if (dwells.length < MIN_LEGS) return { dwellMs: 0, dwellVariation: 0, prompt: 0 };
  const middle = median(dwells);
  return {
    dwellMs: middle,
    dwellVariation: robustDeviation(dwells) / Math.max(1, middle),
    prompt: dwells.filter((ms) => ms <= PROMPT_MS).length / dwells.length,
  };
}
