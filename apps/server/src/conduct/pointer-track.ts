import { PATH_DEVICES, PATH_WORDS } from '@popfray/protocol/battle';

/** Time between two points of the grid, ms: about the interval of the samples of a client. */
export const STEP_MS = 16;

/** Longest time between two samples of one movement, ms. The pointer rests for the remainder: a client sends only presses then. */
const LONGEST_STEP_MS = 52;

/** When a movement after a rest is taken to begin, ms before its first sample: one sample of a client. */
const ONSET_MS = 16;

/** Quarter pixels in a pixel. */
const QUARTERS = 4;

/** The pointer's samples of a round, by device. */
export interface PointerTrack {
  /** Samples of mouse and pen: time in ms, x and y in px. */
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Presses of mouse or pen where the pointer rests, as clients send them since decision 0114: time in ms, x and y in px. */
  readonly rests: Readonly<Record<'t' | 'x' | 'y', Float64Array>>;
  /** Touches: time in ms, x and y in px of the field, and the radius of the contact in px of the screen. */
  readonly touches: Readonly<Record<'t' | 'x' | 'y' | 'radius', Float64Array>>;
  /** Times of pops by the keyboard. */
  readonly keys: Float64Array;
}

/** Sorts the samples of a path by device. They are in the order of their times. */
export function trackOf(path: Int32Array): PointerTrack {
  const most = path.length / PATH_WORDS;
  const [t, x, y] = [new Float64Array(most), new Float64Array(most), new Float64Array(most)];
  let count = 0;
  const touches = { t: [] as number[], x: [] as number[], y: [] as number[], radius: [] as number[] };
  const rests = { t: [] as number[], x: [] as number[], y: [] as number[] };
  const keys: number[] = [];
  for (let at = 0; at < path.length; at += PATH_WORDS) {
    const device = PATH_DEVICES[path[at + 3]!];
    if (device === 'keyboard') keys.push(path[at]!);
    else if (device === 'touch') {
      touches.t.push(path[at]!);
      touches.x.push(path[at + 1]! / QUARTERS);
      touches.y.push(path[at + 2]! / QUARTERS);
      touches.radius.push(path[at + 4]!);
    } else {
      const [xPx, yPx] = [path[at + 1]! / QUARTERS, path[at + 2]! / QUARTERS];
      if (count > 0 && x[count - 1] === xPx && y[count - 1] === yPx) {
        rests.t.push(path[at]!);
        rests.x.push(xPx);
        rests.y.push(yPx);
      } else {
        t[count] = path[at]!;
        x[count] = xPx;
        y[count++] = yPx;
      }
    }
  }
  return {
    t: t.subarray(0, count),
    x: x.subarray(0, count),
    y: y.subarray(0, count),
    rests: { t: Float64Array.from(rests.t), x: Float64Array.from(rests.x), y: Float64Array.from(rests.y) },
    touches: {
      t: Float64Array.from(touches.t),
      x: Float64Array.from(touches.x),
      y: Float64Array.from(touches.y),
      radius: Float64Array.from(touches.radius),
    },
    keys: Float64Array.from(keys),
  };
}

/** The pointer's place every `STEP_MS`, from time 0 to its last sample. */
export interface TrackGrid {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Way from each place to the next, px. */
  readonly step: Float64Array;
}

/** Places of a track at equal intervals. Between two samples of a movement the pointer moves in a straight line. */
export function gridOf({ t, x, y }: PointerTrack): TrackGrid {
  const count = t.length === 0 ? 0 : Math.floor(t[t.length - 1]! / STEP_MS) + 1;
  const grid = { x: new Float64Array(count), y: new Float64Array(count), step: new Float64Array(count) };
  for (let at = 0, next = 0; at < count; at++) {
    const ms = at * STEP_MS;
    while (t[next]! < ms) next++;
    const share = next === 0 ? 1 : shareAt(ms, t[next - 1]!, t[next]!);
    grid.x[at] = next === 0 ? x[0]! : x[next - 1]! + (x[next]! - x[next - 1]!) * share;
    grid.y[at] = next === 0 ? y[0]! : y[next - 1]! + (y[next]! - y[next - 1]!) * share;
  }
  for (let at = 0; at + 1 < count; at++) {
    const [dx, dy] = [grid.x[at + 1]! - grid.x[at]!, grid.y[at + 1]! - grid.y[at]!];
    grid.step[at] = Math.sqrt(dx * dx + dy * dy);
  }
  return grid;
}

/** How much of the way from one sample to the next is behind the pointer at a time. */
function shareAt(ms: number, fromMs: number, toMs: number): number {
  const startMs = toMs - fromMs > LONGEST_STEP_MS ? toMs - ONSET_MS : fromMs;
  return ms <= startMs ? 0 : (ms - startMs) / (toMs - startMs);
}

/** Whether two neighbouring samples belong to one movement. */
export const isOneMovement = (t: Float64Array, from: number, to: number): boolean =>
  t[to]! - t[from]! <= LONGEST_STEP_MS * (to - from);
