import { median } from './numbers.ts';
import { isOneMovement, type PointerTrack } from './pointer-track.ts';

/** How smooth the line is that the pointer draws, at any speed. */
export interface Bends {
  /** Median distance of a sample from a smooth curve through its neighbours, over the mean step: neighbours of about 30 and 60 ms. */
  readonly bend: number;
  readonly wideBend: number;
  /** Share of samples that are nearer to that curve than rounding explains. */
  readonly smoothShare: number;
  /** Mean distance at the clicks over the mean distance elsewhere: a program that joins curves has its corners there. */
  readonly cornerAtClicks: number;
}

/** Shortest mean step, px. */
const FAST_PX = 4;
/** Distance that rounding explains, px. */
const ROUNDING_PX = 0.3;
/** A click and its corner are at most this far apart, ms. */
const AT_CLICK_MS = 20;
/** Time after and before a click that counts neither as at the click nor as elsewhere, ms. */
const AROUND_MS = 60;

const FEW = 60;

/** Measures a track; null for one with too little movement. */
export function measureBends(track: PointerTrack, clicks: Float64Array): Bends | null {
  const { t } = track;
  const narrow: number[] = [];
  const wide: number[] = [];
  let [atClick, atClicks, elsewhere, elsewheres, smooth] = [0, 0, 0, 0, 0];
  for (let at = 4, click = 0; at + 4 < t.length; at++) {
    while (click + 1 < clicks.length && Math.abs(clicks[click + 1]! - t[at]!) <= Math.abs(clicks[click]! - t[at]!))
      click++;
    const awayMs = clicks.length === 0 ? Infinity : Math.abs(clicks[click]! - t[at]!);
    if (!isOneMovement(t, at - 2, at + 2)) continue;
    const small = deviationAt(track, at, 1);
    if (Number.isNaN(small)) continue;
    if (awayMs <= AT_CLICK_MS) {
      atClick += small;
      atClicks++;
      continue;
    }
    if (awayMs <= AROUND_MS) continue;
    elsewhere += small;
    elsewheres++;
    narrow.push(small);
    if (small * stepAt(track, at, 1) < ROUNDING_PX) smooth++;
    if (awayMs <= 2 * AROUND_MS || !isOneMovement(t, at - 4, at + 4)) continue;
    const large = deviationAt(track, at, 2);
    if (!Number.isNaN(large)) wide.push(large);
  }
  if (narrow.length < FEW) return null;
  return {
    bend: median(narrow),
    wideBend: wide.length < FEW / 2 ? median(narrow) : median(wide),
    smoothShare: smooth / narrow.length,
    cornerAtClicks: atClicks < 10 ? 1 : atClick / atClicks / (elsewhere / elsewheres + 1e-3),
  };
}

const stepAt = ({ x, y }: PointerTrack, at: number, by: number): number => {
  const [dx, dy] = [x[at + by]! - x[at - by]!, y[at + by]! - y[at - by]!];
  return Math.sqrt(dx * dx + dy * dy) / 2;
};

/** Distance of a sample from the cubic curve through two neighbours on each side, which has the way as its parameter, over the step. */
function deviationAt({ x, y }: PointerTrack, at: number, by: number): number {
  const [x0, x1, x2, x3, x4] = [x[at - 2 * by]!, x[at - by]!, x[at]!, x[at + by]!, x[at + 2 * by]!];
  const [y0, y1, y2, y3, y4] = [y[at - 2 * by]!, y[at - by]!, y[at]!, y[at + by]!, y[at + 2 * by]!];
  const a = length(x1 - x0, y1 - y0);
  const b = length(x2 - x1, y2 - y1);
  const c = length(x3 - x2, y3 - y2);
  const d = length(x4 - x3, y4 - y3);
  if (a < FAST_PX || b < FAST_PX || c < FAST_PX || d < FAST_PX) return Number.NaN;
  // Ways from the sample in the middle.
  const [s0, s1, s3, s4] = [-a - b, -b, c, c + d];
  const w0 = (s1 * s3 * s4) / ((s0 - s1) * (s0 - s3) * (s0 - s4));
  const w1 = (s0 * s3 * s4) / ((s1 - s0) * (s1 - s3) * (s1 - s4));
  const w3 = (s0 * s1 * s4) / ((s3 - s0) * (s3 - s1) * (s3 - s4));
  const w4 = (s0 * s1 * s3) / ((s4 - s0) * (s4 - s1) * (s4 - s3));
  const rx = x2 + w0 * x0 + w1 * x1 + w3 * x3 + w4 * x4;
  const ry = y2 + w0 * y0 + w1 * y1 + w3 * y3 + w4 * y4;
  return length(rx, ry) / ((b + c) / 2);
}

const length = (dx: number, dy: number): number => Math.sqrt(dx * dx + dy * dy);
