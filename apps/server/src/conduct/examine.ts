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

/** Longest time between two frames of a slow machine, ms. Decision 0090. */
const LONGEST_FRAME_MS = 260;

/** Distance between a click and the sample of its press, px: both are rounded to a quarter pixel. */
const EXACT_PX = 0.5;

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
  const { approach, times, pressTimes } = compareClicks(inputs, track, grid);
  const strikeTimes = Float64Array.from(strikes.clicks, (click) => pressTimes[click] ?? 0);
  return {
    rhythm: measureRhythm(inputs, strikes),
    strikes,
    approach,
    motion: measureMotion(track),
    bends: measureBends(track, times),
    legs: measureLegs(grid, times, { ...strikes, timesMs: strikeTimes }),
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

/** How the clicks of an input log are in the path. */
interface Comparison {
  readonly approach: Approach;
  /** Times of the presses of mouse or pen, ms. */
  readonly times: Float64Array;
  /** The time of each click's press, ms; of touches and keys the click's own. */
  readonly pressTimes: Float64Array;
}

/** Tells the clicks of the pointer from touches and keys, and looks where the pointer is at each. */
function compareClicks(inputs: Int32Array, track: PointerTrack, grid: TrackGrid): Comparison {
  const times: number[] = [];
  const pressTimes = new Float64Array(inputs.length / INPUT_WORDS);
  let [touchClicks, keyClicks, contradicted] = [0, 0, 0];
  /** The last click by the keyboard. */
  const key = { ms: Number.NEGATIVE_INFINITY, xPx: 0, yPx: 0 };
  for (let at = 0; at < inputs.length; at += INPUT_WORDS) {
    const [ms, xPx, yPx] = [inputs[at]!, inputs[at + 1]! / QUARTERS, inputs[at + 2]! / QUARTERS];
    const touch = nearTo(track.touches.t, ms);
    pressTimes[at / INPUT_WORDS] = ms;
    if (nearTo(track.keys, ms) >= 0) {
      keyClicks++;
      const reachPx = CURSOR_SPEED * (ms - key.ms + CURSOR_FRAME_MS);
      if (distance(key.xPx, key.yPx, xPx, yPx) > reachPx) contradicted++;
      Object.assign(key, { ms, xPx, yPx });
    } else if (touch >= 0) {
      touchClicks++;
      if (distance(track.touches.x[touch]!, track.touches.y[touch]!, xPx, yPx) > NEAR_PX) contradicted++;
    } else {
      const pressMs = timeOfPress(track, grid, ms, xPx, yPx);
      times.push(pressMs);
      pressTimes[at / INPUT_WORDS] = pressMs;
      if (isAway(grid, pressMs, xPx, yPx)) contradicted++;
    }
  }
  const approach = { pointerClicks: times.length, touchClicks, keyClicks, contradicted };
  return { approach, times: Float64Array.from(times), pressTimes };
}

/** The place of the first of some sorted times that is near a time; -1 for none. */
function nearTo(times: Float64Array, ms: number): number {
  const first = firstFrom(times, ms - NEAR_MS);
  return first < times.length && times[first]! <= ms + NEAR_MS ? first : -1;
}

/**
 * The time in the path of the press that made a click, ms. A click has the time of the frame that the player saw, and the path has the time of the event.
 * On a slow machine they are a frame or more apart. The press is the nearest sample at exactly the place of the click; without one, or where the pointer is
 * at that place at the time of the click, it is the click's own time.
 */
function timeOfPress({ t, x, y }: PointerTrack, grid: TrackGrid, ms: number, xPx: number, yPx: number): number {
  const place = Math.min(grid.x.length - 1, Math.round(ms / STEP_MS));
  if (place < 0 || isAt(grid, place, xPx, yPx, EXACT_PX)) return ms;
  let [found, away] = [ms, LONGEST_FRAME_MS];
  for (let at = firstFrom(t, ms - LONGEST_FRAME_MS); at < t.length && t[at]! < ms + away; at++) {
    if (Math.abs(t[at]! - ms) >= away || distance(x[at]!, y[at]!, xPx, yPx) > EXACT_PX) continue;
    found = t[at]!;
    away = Math.abs(found - ms);
  }
  return found;
}

/** The number of the first of some sorted times that is not before a time. */
function firstFrom(times: Float64Array, ms: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the pointer is nowhere near a point in the 40 ms around a time. After the last sample it rests. */
function isAway(grid: TrackGrid, ms: number, xPx: number, yPx: number): boolean {
  const last = grid.x.length - 1;
  if (last < 0) return true;
  const step = Math.round(ms / STEP_MS);
  for (let at = step - 2; at <= step + 2; at++)
    if (isAt(grid, Math.min(last, Math.max(0, at)), xPx, yPx, NEAR_PX)) return false;
  return true;
}

/** Whether the pointer is within some px of a point at a place of the grid, or on the way to the next place or the one after. */
function isAt(grid: TrackGrid, place: number, xPx: number, yPx: number, nearPx: number): boolean {
  const next = Math.min(grid.x.length - 1, place + 1);
  const tolerance = nearPx + grid.step[place]! + (grid.step[next] ?? 0);
  return distance(grid.x[place]!, grid.y[place]!, xPx, yPx) <= tolerance;
}
