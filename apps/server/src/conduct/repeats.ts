import { distance } from './numbers.ts';
import { findShift } from './path-marks.ts';
import { STEP_MS, type TrackGrid } from './pointer-track.ts';

/** Points of a leg, at equal shares of its time. */
const POINTS = 20;

/** Shortest leg that is compared, grid steps and px; and the longest, grid steps: with a pause in it, it has no shape. */
const MIN_STEPS = 7;
const MIN_WAY_PX = 25;
const MAX_STEPS = 120;

/**
 * Degrees of the polynomials that a leg's shape is made of. Lower degrees are left out: a path that is moved to other targets gets another
 * displacement, a slow curve of at most degree 5.
 */
const FIRST_DEGREE = 6;
const LAST_DEGREE = 13;
const DEGREES = LAST_DEGREE - FIRST_DEGREE + 1;

/**
 * The shape of every leg of a round without its place, size, direction and duration, so that it is the same when a recorded path is moved to
 * other targets or played at another speed: for each leg `DEGREES` complex numbers, of length 1 in total, or zeros for a leg that is not
 * compared.
 */
export interface PathSketch {
  readonly legs: number;
  /** Times of the clicks between which the legs are, ms. */
  readonly clicks: Float64Array;
  /** Real and imaginary parts: to the right, and down. */
  readonly re: Float32Array;
  readonly im: Float32Array;
}

/** Orthonormal polynomials over the points of a leg, by degree. */
const BASIS: readonly Float64Array[] = orthonormal();

function orthonormal(): Float64Array[] {
  const basis: Float64Array[] = [];
  for (let degree = 0; degree <= LAST_DEGREE; degree++) {
    const vector = Float64Array.from({ length: POINTS }, (_, at) =>
      degree === 0 ? 1 : basis[degree - 1]![at]! * ((2 * at) / (POINTS - 1) - 1),
    );
    // Twice, because one pass loses digits.
    for (const other of [...basis, ...basis]) {
      const share = dot(vector, other);
      for (let at = 0; at < POINTS; at++) vector[at]! -= other[at]! * share;
    }
    const length = Math.sqrt(dot(vector, vector));
    basis.push(vector.map((value) => value / length));
  }
  return basis;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** Sketches the legs between clicks. Each degree is divided by its size in this round, so that all count alike. */
export function sketchPath(grid: TrackGrid, clicks: Float64Array): PathSketch {
  const legs = Math.max(0, clicks.length - 1);
  const [re, im] = [new Float32Array(legs * DEGREES), new Float32Array(legs * DEGREES)];
  const [x, y] = [new Float64Array(POINTS), new Float64Array(POINTS)];
  const power = new Float64Array(DEGREES);
  for (let leg = 0; leg < legs; leg++) {
    const from = clicks[leg]! / STEP_MS;
    const to = clicks[leg + 1]! / STEP_MS;
    if (to - from < MIN_STEPS || to > grid.x.length - 1 || to - from > MAX_STEPS) continue;
    readLeg(grid, from, to, x, y);
    if (distance(x[0]!, y[0]!, x[POINTS - 1]!, y[POINTS - 1]!) < MIN_WAY_PX) continue;
    for (let degree = 0; degree < DEGREES; degree++) {
      const at = leg * DEGREES + degree;
      re[at] = dot(x, BASIS[degree + FIRST_DEGREE]!);
      im[at] = dot(y, BASIS[degree + FIRST_DEGREE]!);
      power[degree]! += re[at] * re[at] + im[at] * im[at];
    }
  }
  for (let leg = 0; leg < legs; leg++) normalise(re, im, leg * DEGREES, power);
  return { legs, clicks, re, im };
}

function readLeg({ x: gx, y: gy }: TrackGrid, from: number, to: number, x: Float64Array, y: Float64Array): void {
  for (let at = 0; at < POINTS; at++) {
    const place = from + ((to - from) * at) / (POINTS - 1);
    const floor = Math.min(gx.length - 2, Math.floor(place));
    x[at] = gx[floor]! + (gx[floor + 1]! - gx[floor]!) * (place - floor);
    y[at] = gy[floor]! + (gy[floor + 1]! - gy[floor]!) * (place - floor);
  }
}

function normalise(re: Float32Array, im: Float32Array, from: number, power: Float64Array): void {
  let size = 0;
  for (let degree = 0, at = from; degree < DEGREES; degree++, at++) {
    const unit = Math.sqrt(power[degree]!) + 1e-6;
    re[at]! /= unit;
    im[at]! /= unit;
    size += re[at]! * re[at]! + im[at]! * im[at]!;
  }
  if (size === 0) return;
  for (let degree = 0, at = from; degree < DEGREES; degree++, at++) {
    re[at]! /= Math.sqrt(size);
    im[at]! /= Math.sqrt(size);
  }
}

/** Mean similarity of unrelated legs plus half its deviation, so that a sequence of unrelated legs sinks below 0. */
const UNRELATED = 0.58;

/** What it costs to skip a leg: a click that one of the rounds does not have divides a leg into two. */
const SKIP = 0.3;

/**
 * How much of one path is in another: the sum of the similarities, above those of unrelated legs, over the most similar sequence of legs (a local
 * alignment, Smith and Waterman 1981). Unrelated paths stay below 5; a repeated minute has 10 to 60.
 */
export const comparePaths = (a: PathSketch, b: PathSketch): number => align(a, b, 0, Number.POSITIVE_INFINITY);

/** Legs by which a copy may be ahead or behind: clicks that one of both rounds does not have. */
const BAND = 6;

/** The same for two rounds of one rhythm, in a fraction of the time: legs are compared with those at the same place of the rhythm. 0 for two rhythms. */
export function compareCopies(a: PathSketch, b: PathSketch): number {
  const shift = findShift(a.clicks, b.clicks);
  return shift === null ? 0 : align(a, b, shift, BAND);
}

/** The best local alignment in which a leg of `b` is at most `band` legs away from that of `a` and `shift`. */
function align(a: PathSketch, b: PathSketch, shift: number, band: number): number {
  const width = b.legs + 2;
  const table = new Float64Array((a.legs + 2) * width);
  let best = 0;
  for (let legA = 0; legA < a.legs; legA++) {
    const last = Math.min(b.legs - 1, legA + shift + band);
    for (let legB = Math.max(0, legA + shift - band); legB <= last; legB++) {
      const cell = (legA + 2) * width + legB + 2;
      const diagonal = table[cell - width - 1]!;
      const skipA = table[cell - 2 * width - 1]! - SKIP;
      const skipB = table[cell - width - 2]! - SKIP;
      const before = diagonal > skipA ? (diagonal > skipB ? diagonal : skipB) : skipA > skipB ? skipA : skipB;
      const sum = (before > 0 ? before : 0) + likeness(a, legA, b, legB);
      table[cell] = sum > 0 ? sum : 0;
      if (sum > best) best = sum;
    }
  }
  return best;
}

/**
 * Size of the complex correlation of two legs, which no rotation changes, or of one and the mirrored other, less that of unrelated legs; 0 where one
 * of the legs is not compared.
 */
function likeness(a: PathSketch, legA: number, b: PathSketch, legB: number): number {
  let [rr, ii, ri, ir] = [0, 0, 0, 0];
  for (let at = 0, p = legA * DEGREES, q = legB * DEGREES; at < DEGREES; at++, p++, q++) {
    rr += a.re[p]! * b.re[q]!;
    ii += a.im[p]! * b.im[q]!;
    ri += a.re[p]! * b.im[q]!;
    ir += a.im[p]! * b.re[q]!;
  }
  const turned = (rr + ii) * (rr + ii) + (ri - ir) * (ri - ir);
  const mirrored = (rr - ii) * (rr - ii) + (ri + ir) * (ri + ir);
  const most = turned > mirrored ? turned : mirrored;
  return most === 0 ? 0 : Math.sqrt(most) - UNRELATED;
}
