import { correlation, median } from './numbers.ts';
import { isOneMovement, type PointerTrack } from './pointer-track.ts';

/** How the pointer moves from sample to sample, for any target. */
export interface Motion {
  /** Samples of mouse and pen, a second of the round. */
  readonly samples: number;
  /** Samples in fast movement that the statistics are taken from. */
  readonly moving: number;
  /** Median deviation of a sample to the side of a smooth curve through its four neighbours, over the step. */
  readonly wobble: number;
  /** The same, along the movement. */
  readonly surge: number;
  /** Correlation of the logarithms of speed and curvature. */
  readonly speedCurvature: number;
  /** Median change of direction between two steps, radians. */
  readonly turn: number;
  /** Share of steps that do not turn at all, by less than the rounding of samples. */
  readonly straightShare: number;
  /** Share of turns to the same side as the turn before. */
  readonly sameSide: number;
  /** Correlation of a sample's deviation to the side with that of the next sample. */
  readonly wobbleMemory: number;
  /** Median change of acceleration over the speed: a jerk without units. */
  readonly jerk: number;
  /** Sharp turns with both steps longer than `SNAP_PX`, for each 1,000 samples. */
  readonly snaps: number;
  /** Variation of the time between samples in movement, over its median. */
  readonly timing: number;
}

/** Shortest step of a fast movement, px a sample. Below it the rounding to quarter pixels dominates. */
const FAST_PX = 3;

/** Fewest samples in fast movement for statistics. */
export const MIN_MOVING = 120;

/** Length of both sides of a snap, px. Source: circleguard, whose search for snaps in osu! replays uses 8 px and 10 degrees. */
const SNAP_PX = 8;
/** Cosine of the angle between the steps below which a turn is a snap: back by less than 10 degrees off the way that it came. */
const SNAP_COSINE = -0.985;

const ZERO: Motion = {
  samples: 0,
  moving: 0,
  wobble: 0,
  surge: 0,
  speedCurvature: 0,
  turn: 0,
  straightShare: 0,
  sameSide: 0,
  wobbleMemory: 0,
  jerk: 0,
  snaps: 0,
  timing: 0,
};

/** Measures a track; null for one with too little movement. */
export function measureMotion(track: PointerTrack): Motion {
  const { t, x, y } = track;
  const n = t.length;
  const samples = n === 0 ? 0 : n;
  if (n < 5) return { ...ZERO, samples };
  const [wobbles, surges, jerks] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const [turns, speeds, curves] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const [thisWobble, nextWobble] = [new Float64Array(n), new Float64Array(n)];
  const intervals = new Float64Array(n);
  let [moving, turning, bent, pairs, timed] = [0, 0, 0, 0, 0];
  let [snaps, still, same, sides] = [0, 0, 0, 0];
  let beforeSide = 0;
  let beforeWobble = Number.NaN;
  for (let at = 2; at + 2 < n; at++) {
    if (!isOneMovement(t, at - 2, at + 2)) {
      beforeWobble = Number.NaN;
      beforeSide = 0;
      continue;
    }
    const [ax, ay] = [x[at]! - x[at - 1]!, y[at]! - y[at - 1]!];
    const [bx, by] = [x[at + 1]! - x[at]!, y[at + 1]! - y[at]!];
    const [a, b] = [Math.sqrt(ax * ax + ay * ay), Math.sqrt(bx * bx + by * by)];
    if (a > SNAP_PX && b > SNAP_PX && ax * bx + ay * by < SNAP_COSINE * a * b) snaps++;
    if (a < FAST_PX || b < FAST_PX) {
      beforeWobble = Number.NaN;
      beforeSide = 0;
      continue;
    }
    const [tA, tB] = [t[at]! - t[at - 1]!, t[at + 1]! - t[at]!];
    intervals[timed++] = tB;
    const turn = Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
    const size = Math.abs(turn);
    turns[turning++] = size;
    // Rounding to a quarter pixel turns a step by about so much.
    if (size * Math.min(a, b) < 0.3) still++;
    else {
      speeds[bent] = Math.log(a / tA + b / tB);
      curves[bent++] = Math.log((2 * size) / (a + b));
      const side = turn > 0 ? 1 : -1;
      if (beforeSide !== 0) {
        sides++;
        if (side === beforeSide) same++;
      }
      beforeSide = side;
    }
    const rx = residual(t, x, at);
    const ry = residual(t, y, at);
    const [cx, cy] = [ax + bx, ay + by];
    const chord = Math.sqrt(cx * cx + cy * cy) + 1e-9;
    const wobble = (cx * ry - cy * rx) / chord;
    wobbles[moving] = Math.abs(wobble) / ((a + b) / 2);
    surges[moving] = Math.abs((cx * rx + cy * ry) / chord) / ((a + b) / 2);
    jerks[moving++] = jerkAt(t, x, y, at) / ((a + b) / 2);
    if (!Number.isNaN(beforeWobble)) {
      thisWobble[pairs] = beforeWobble / a;
      nextWobble[pairs++] = wobble / a;
    }
    beforeWobble = wobble;
  }
  if (moving < MIN_MOVING) return { ...ZERO, samples, moving };
  const interval = median(intervals.subarray(0, timed));
  return {
    samples,
    moving,
    wobble: median(wobbles.subarray(0, moving)),
    surge: median(surges.subarray(0, moving)),
    speedCurvature: bent > 30 ? correlation(speeds.subarray(0, bent), curves.subarray(0, bent)) : 0,
    turn: median(turns.subarray(0, turning)),
    straightShare: still / turning,
    sameSide: sides === 0 ? 1 : same / sides,
    wobbleMemory: signCorrelation(thisWobble.subarray(0, pairs), nextWobble.subarray(0, pairs)),
    jerk: median(jerks.subarray(0, moving)),
    snaps: (1_000 * snaps) / n,
    timing: meanDeviation(intervals.subarray(0, timed), interval) / interval,
  };
}

/** Deviation of a sample from the cubic curve through the two samples before and the two after it. */
function residual(t: Float64Array, p: Float64Array, at: number): number {
  const [t0, t1, t2, t3, t4] = [t[at - 2]!, t[at - 1]!, t[at]!, t[at + 1]!, t[at + 2]!];
  const w0 = ((t2 - t1) * (t2 - t3) * (t2 - t4)) / ((t0 - t1) * (t0 - t3) * (t0 - t4));
  const w1 = ((t2 - t0) * (t2 - t3) * (t2 - t4)) / ((t1 - t0) * (t1 - t3) * (t1 - t4));
  const w3 = ((t2 - t0) * (t2 - t1) * (t2 - t4)) / ((t3 - t0) * (t3 - t1) * (t3 - t4));
  const w4 = ((t2 - t0) * (t2 - t1) * (t2 - t3)) / ((t4 - t0) * (t4 - t1) * (t4 - t3));
  return p[at]! - w0 * p[at - 2]! - w1 * p[at - 1]! - w3 * p[at + 1]! - w4 * p[at + 2]!;
}

/** Size of the third difference of the place at a sample, px, as if the samples had equal intervals. */
function jerkAt(t: Float64Array, x: Float64Array, y: Float64Array, at: number): number {
  const scale = (t[at + 2]! - t[at - 1]!) / 3;
  const speedAt = (p: Float64Array, to: number): number => ((p[to]! - p[to - 1]!) * scale) / (t[to]! - t[to - 1]!);
  const jx = speedAt(x, at + 2) - 2 * speedAt(x, at + 1) + speedAt(x, at);
  const jy = speedAt(y, at + 2) - 2 * speedAt(y, at + 1) + speedAt(y, at);
  return Math.sqrt(jx * jx + jy * jy);
}

/** Correlation of signs, which no single large value decides. */
function signCorrelation(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.sign(a[at]! * b[at]!);
  return a.length === 0 ? 0 : sum / a.length;
}

function meanDeviation(values: Float64Array, from: number): number {
  let sum = 0;
  for (const value of values) sum += Math.abs(value - from);
  return sum / values.length;
}
