import { PATH_TICK_MS } from '@popfray/protocol/battle';
import { distance } from './numbers.ts';
import { STEP_MS, type PointerTrack, type TrackGrid } from './pointer-track.ts';
import { INPUT_WORDS } from './strikes.ts';

/** How the clicks agree with the path. */
export interface Approach {
  /** Clicks by mouse or pen; all others have a touch or a key in the path. */
  readonly pointerClicks: number;
  readonly touchClicks: number;
  readonly keyClicks: number;
  /**
   * Clicks that the path contradicts: of mouse or pen further from the pointer than it can move between two samples, of a touch away from its
   * contact or with a contact that has no size, of the keyboard further from the click before than the cursor can move.
   */
  readonly contradicted: number;
  /** Clicks of mouse or pen that are far from the one before, so that there is a way to see. */
  readonly ways: number;
  /** Ways that are jumps: a single step makes most of them. A pen that is lifted jumps too. */
  readonly jumped: number;
}

/** Quarter pixels in a pixel. */
const QUARTERS = 4;

/** Time between a click and the sample of its touch or key, ms: both are rounded, the sample to a sixtieth of a second. */
const NEAR_MS = 24;

/** A mouse that was moved to the place of a touch or key shortly before, ms, has made the click. */
const FOLLOWED_MS = 100;

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

/** Shortest way from click to click that is looked at, px, and the share of it that one step of a jump makes. */
const WAY_PX = 60;
const JUMP_SHARE = 0.85;

/** How the clicks of an input log are in the path. */
interface ClickComparison {
  readonly approach: Approach;
  /** Times of the presses of mouse or pen, ms. */
  readonly times: Float64Array;
  /** The time of each click's press, ms; of touches and keys the click's own. */
  readonly pressTimes: Float64Array;
}

/** Tells the clicks of the pointer from touches and keys, and looks where the pointer is at each. */
export function compareClicks(inputs: Int32Array, track: PointerTrack, grid: TrackGrid): ClickComparison {
  const times: number[] = [];
  const pressTimes = new Float64Array(inputs.length / INPUT_WORDS);
  let [touchClicks, keyClicks, contradicted, ways, jumped] = [0, 0, 0, 0, 0];
  /** The last click by the keyboard. */
  const key = { ms: Number.NEGATIVE_INFINITY, xPx: 0, yPx: 0 };
  for (let at = 0; at < inputs.length; at += INPUT_WORDS) {
    const [ms, xPx, yPx] = [inputs[at]!, inputs[at + 1]! / QUARTERS, inputs[at + 2]! / QUARTERS];
    const [hasKey, touch] = [nearTo(track.keys, ms) >= 0, nearTo(track.touches.t, ms)];
    pressTimes[at / INPUT_WORDS] = ms;
    if ((hasKey || touch >= 0) && !isFollowed(track, ms, xPx, yPx)) {
      if (hasKey) {
        keyClicks++;
        const reachPx = CURSOR_SPEED * (ms - key.ms + CURSOR_FRAME_MS);
        if (distance(key.xPx, key.yPx, xPx, yPx) > reachPx) contradicted++;
        Object.assign(key, { ms, xPx, yPx });
      } else {
        touchClicks++;
        const { x, y, radius } = track.touches;
        if (radius[touch] === 0 || distance(x[touch]!, y[touch]!, xPx, yPx) > NEAR_PX) contradicted++;
      }
      continue;
    }
    const pressMs = timeOfPress(track, grid, ms, xPx, yPx);
    if (isAway(grid, pressMs, xPx, yPx)) contradicted++;
    else if (times.length > 0) {
      const { wayPx, longestPx } = wayBetween(track, times.at(-1)!, pressMs);
      if (wayPx > WAY_PX) ways++;
      if (wayPx > WAY_PX && longestPx > JUMP_SHARE * wayPx) jumped++;
    }
    times.push(pressMs);
    pressTimes[at / INPUT_WORDS] = pressMs;
  }
  const approach = { pointerClicks: times.length, touchClicks, keyClicks, contradicted, ways, jumped };
  return { approach, times: Float64Array.from(times), pressTimes };
}

/** The place of the first of some sorted times that is near a time; -1 for none. */
function nearTo(times: Float64Array, ms: number): number {
  const first = firstFrom(times, ms - NEAR_MS);
  return first < times.length && times[first]! <= ms + NEAR_MS ? first : -1;
}

/** Whether mouse or pen were moved to a point shortly before a time. While a finger touches or keys move the cursor, they rest. */
function isFollowed({ t, x, y }: PointerTrack, ms: number, xPx: number, yPx: number): boolean {
  for (let at = firstFrom(t, ms - FOLLOWED_MS); at < t.length && t[at]! <= ms + NEAR_MS; at++)
    if (distance(x[at]!, y[at]!, xPx, yPx) <= NEAR_PX) return true;
  return false;
}

/** The distance between two clicks by the path, and its longest step between them, px. */
function wayBetween({ t, x, y }: PointerTrack, fromMs: number, toMs: number): { wayPx: number; longestPx: number } {
  const first = Math.max(1, firstFrom(t, fromMs + 1));
  let [last, longestPx] = [first - 1, 0];
  for (let at = first; at < t.length && t[at]! <= toMs; at++) {
    longestPx = Math.max(longestPx, distance(x[at - 1]!, y[at - 1]!, x[at]!, y[at]!));
    last = at;
  }
  return { wayPx: distance(x[first - 1]!, y[first - 1]!, x[last]!, y[last]!), longestPx };
}

/**
 * The time in the path of the press that made a click, ms. A click has the time of the frame that the player saw, and the path has the time of the event: up to
 * a frame later, and more on a slow machine. The press is the first sample from the click's time on at exactly the place of the click. Without one it is
 * the click's own time where the pointer is at that place then, and otherwise the last sample there before it.
 */
function timeOfPress(track: PointerTrack, grid: TrackGrid, ms: number, xPx: number, yPx: number): number {
  const pressMs = Math.min(firstAt(track, ms, xPx, yPx), firstAt(track.rests, ms, xPx, yPx));
  if (Number.isFinite(pressMs)) return pressMs;
  const { t, x, y } = track;
  const place = Math.min(grid.x.length - 1, Math.round(ms / STEP_MS));
  if (place < 0 || isAt(grid, place, xPx, yPx, EXACT_PX)) return ms;
  for (let at = firstFrom(t, ms) - 1; at >= 0 && ms - t[at]! < LONGEST_FRAME_MS; at--)
    if (distance(x[at]!, y[at]!, xPx, yPx) <= EXACT_PX) return t[at]!;
  return ms;
}

/** The time of the first of some samples that is at a place from a time on, and within the longest frame, ms; Infinity for none. */
function firstAt({ t, x, y }: PointerTrack['rests'], ms: number, xPx: number, yPx: number): number {
  // A sample's time is rounded down.
  for (let at = firstFrom(t, ms - PATH_TICK_MS); at < t.length && t[at]! < ms + LONGEST_FRAME_MS; at++)
    if (distance(x[at]!, y[at]!, xPx, yPx) <= EXACT_PX) return Math.max(ms, t[at]!);
  return Number.POSITIVE_INFINITY;
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
