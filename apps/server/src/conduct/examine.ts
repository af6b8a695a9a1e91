import type { Round } from '@popfray/engine';
import { measureBends, type Bends } from './bends.ts';
import { measurePace, measureRhythm, type ClickPace, type ClickRhythm } from './click-rhythm.ts';
import { measureLegs, type Legs } from './legs.ts';
import { measureMotion, type Motion } from './motion.ts';
import { distance } from './numbers.ts';
import { gridOf, STEP_MS, trackOf, type PointerTrack, type TrackGrid } from './pointer-track.ts';
import { sketchPath, type PathSketch } from './repeats.ts';
import { measureSpectrum, type Spectrum } from './spectrum.ts';
import { INPUT_WORDS, playStrikes, type Strikes } from './strikes.ts';

/** What is known of how a round was played. */
export interface Examination {
  readonly rhythm: ClickRhythm;
  readonly strikes: Strikes;
  /** Of the path, where there is one. */
  readonly approach: Approach;
  readonly motion: Motion;
  readonly bends: Bends | null;
  readonly legs: Legs | null;
  readonly spectrum: Spectrum | null;
  readonly sketch: PathSketch;
}

/** How the clicks agree with the path. */
export interface Approach {
  /** Clicks by mouse or pen; all others have a touch or a key in the path. */
  readonly pointerClicks: number;
  readonly touchClicks: number;
  readonly keyClicks: number;
  /**
   * Clicks that the path contradicts: of mouse or pen further from the pointer than it can move between two samples, of a touch away from its
   * contact, of the keyboard further from the click before than the cursor can move.
   */
  readonly contradicted: number;
}

/** Quarter pixels in a pixel. */
const QUARTERS = 4;

/** Time between a click and the sample of its touch or key, ms: both are rounded, the sample to a sixtieth of a second. */
const NEAR_MS = 24;

/** Highest speed of the cursor that the arrow keys move, px a ms: decision 0081. */
const CURSOR_SPEED = 0.64;
/** Most time between two frames, ms: the cursor may have moved for so long after the last frame. */
const CURSOR_FRAME_MS = 50;

/** Distance of a click from the path that rounding explains, px, and time that the path may be ahead or behind, ms. */
const NEAR_PX = 12;

/**
 * Plays an input log to the end of a round that is at time 0, and measures how it was played: the clicks, the path of the pointer between
 * them, and how both agree. `path` has `PATH_WORDS` numbers a sample; it is empty for a client that sent none. The round ends as
 * `verifyReplay` would end it.
 */
export function examineRound(round: Round, inputs: Int32Array, path: Int32Array): Examination {
  const strikes = playStrikes(round, inputs);
  round.advanceTo(round.rules.durationMs);
  const track = trackOf(path);
  const grid = gridOf(track);
  const { approach, times } = compareClicks(inputs, track, grid);
  return {
    rhythm: measureRhythm(inputs, strikes),
    strikes,
    approach,
    motion: measureMotion(track),
    bends: measureBends(track, times),
    legs: measureLegs(grid, times, strikes),
    spectrum: measureSpectrum(grid),
    sketch: sketchPath(grid, times),
  };
}

/** The shape of the path of a round, without playing it. */
export function sketchRound(inputs: Int32Array, path: Int32Array): PathSketch {
  const track = trackOf(path);
  const grid = gridOf(track);
  return sketchPath(grid, compareClicks(inputs, track, grid).times);
}

/** Plays an input log to the end of a round that is at time 0, and measures what decides by its clicks alone. */
export function examineClicks(round: Round, inputs: Int32Array): ClickPace {
  const strikes = playStrikes(round, inputs);
  round.advanceTo(round.rules.durationMs);
  return measurePace(inputs, strikes);
}

/** Tells the clicks of the pointer from touches and keys, and looks where the pointer is at each. */
function compareClicks(
  inputs: Int32Array,
  track: PointerTrack,
  grid: TrackGrid,
): { approach: Approach; times: Float64Array } {
  const times: number[] = [];
  let [touchClicks, keyClicks, contradicted] = [0, 0, 0];
  /** The last click by the keyboard. */
  const key = { ms: Number.NEGATIVE_INFINITY, xPx: 0, yPx: 0 };
  for (let at = 0; at < inputs.length; at += INPUT_WORDS) {
    const [ms, xPx, yPx] = [inputs[at]!, inputs[at + 1]! / QUARTERS, inputs[at + 2]! / QUARTERS];
    const touch = nearTo(track.touches.t, ms);
    if (nearTo(track.keys, ms) >= 0) {
      keyClicks++;
      const reachPx = CURSOR_SPEED * (ms - key.ms + CURSOR_FRAME_MS);
      if (distance(key.xPx, key.yPx, xPx, yPx) > reachPx) contradicted++;
      Object.assign(key, { ms, xPx, yPx });
    } else if (touch >= 0) {
      touchClicks++;
      if (distance(track.touches.x[touch]!, track.touches.y[touch]!, xPx, yPx) > NEAR_PX) contradicted++;
    } else {
      times.push(ms);
      if (isAway(grid, ms, xPx, yPx)) contradicted++;
    }
  }
  const approach = { pointerClicks: times.length, touchClicks, keyClicks, contradicted };
  return { approach, times: Float64Array.from(times) };
}

/** The place of the first of some sorted times that is near a time; -1 for none. */
function nearTo(times: Float64Array, ms: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < ms - NEAR_MS) low = middle + 1;
    else high = middle;
  }
  return low < times.length && times[low]! <= ms + NEAR_MS ? low : -1;
}

/** Whether the pointer is nowhere near a point in the 40 ms around a time. After the last sample it rests. */
function isAway(grid: TrackGrid, ms: number, xPx: number, yPx: number): boolean {
  const last = grid.x.length - 1;
  if (last < 0) return true;
  const step = Math.round(ms / STEP_MS);
  for (let at = step - 2; at <= step + 2; at++) {
    const place = Math.min(last, Math.max(0, at));
    const next = Math.min(last, place + 1);
    const tolerance = NEAR_PX + grid.step[place]! + (grid.step[next] ?? 0);
    if (distance(grid.x[place]!, grid.y[place]!, xPx, yPx) <= tolerance) return false;
  }
  return true;
}
