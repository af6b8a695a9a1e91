import type { Replay } from '@popfray/engine';
import { decodeTrack, PATH_DEVICES, PATH_WORDS } from '@popfray/protocol/battle';

/** Time of the path that is drawn behind the pointer, ms, and parts of it with decreasing opacity. */
const TRAIL_MS = 1_000;
export const TRAIL_PARTS = 4;
/** Time for which the ring of a click is drawn, ms. */
const RING_MS = 600;
/** Longest time between two samples of one movement, ms: a client sends only presses while the pointer rests. As in conduct/pointer-track.ts. */
const LONGEST_STEP_MS = 52;
/** Duration of the step that ends a rest, ms. */
const ONSET_MS = 16;
/** Words of a click: ms, x and y in quarter px. */
const CLICK_WORDS = 3;
const QUARTERS = 4;

/** A place in the field, px. */
export interface Place {
  readonly xPx: number;
  readonly yPx: number;
}

/** A click or a touch, with its share of `RING_MS` that is over: 0 to 1. */
export interface Ring extends Place {
  readonly age: number;
}

/** What is drawn of a path at a time. */
export interface Trail {
  /** Where the mouse or pen is; null before its first sample. */
  readonly pointer: Place | null;
  /** Lines of SVG, the oldest part of the last second first; empty where the pointer rests. */
  readonly parts: readonly string[];
  readonly clicks: readonly Ring[];
  readonly touches: readonly Ring[];
}

/** A decoded path with the clicks of its round. */
export interface TracedRound {
  /** Samples of mouse and pen, and contacts of touch, in the order of their times; quarter px. */
  readonly pointer: Samples;
  readonly touches: Samples;
  readonly clicks: Samples;
}

interface Samples {
  readonly ms: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Reads the path in a replay's track, with the replay's clicks; null for a track that is no path, and for a replay without one. */
export function readTracedRound({ track, inputs }: Pick<Replay, 'track' | 'inputs'>): TracedRound | null {
  const decoded = track && decodeTrack(track);
  if (!decoded?.ok) return null;
  const samples = decoded.value;
  const isOf = (at: number, ...devices: readonly string[]): boolean =>
    devices.includes(PATH_DEVICES[samples[at + 3] ?? 0] ?? '');
  return {
    pointer: pick(samples, PATH_WORDS, (at) => isOf(at, 'mouse', 'pen')),
    touches: pick(samples, PATH_WORDS, (at) => isOf(at, 'touch')),
    clicks: pick(inputs, CLICK_WORDS, () => true),
  };
}

function pick(words: Int32Array, width: number, isWanted: (at: number) => boolean): Samples {
  const picked = { ms: [] as number[], x: [] as number[], y: [] as number[] };
  for (let at = 0; at < words.length; at += width) {
    if (!isWanted(at)) continue;
    picked.ms.push(words[at] ?? 0);
    picked.x.push(words[at + 1] ?? 0);
    picked.y.push(words[at + 2] ?? 0);
  }
  return picked;
}

/** What is drawn at a time of the round, ms. */
export function trailAt({ pointer, touches, clicks }: TracedRound, timeMs: number): Trail {
  const partMs = TRAIL_MS / TRAIL_PARTS;
  return {
    pointer: placeAt(pointer, timeMs),
    parts: Array.from({ length: TRAIL_PARTS }, (_, part) =>
      lineBetween(pointer, timeMs - TRAIL_MS + part * partMs, timeMs - TRAIL_MS + (part + 1) * partMs),
    ),
    clicks: ringsAt(clicks, timeMs),
    touches: ringsAt(touches, timeMs),
  };
}

/** The number of samples up to a time. */
function countUntil({ ms }: Samples, timeMs: number): number {
  let [low, high] = [0, ms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ms[middle] ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeAt(samples: Samples, timeMs: number): Place | null {
  const { ms, x, y } = samples;
  const next = countUntil(samples, timeMs);
  if (next === 0) return null;
  const [fromMs, fromX, fromY] = [ms[next - 1] ?? 0, x[next - 1] ?? 0, y[next - 1] ?? 0];
  const [toMs, toX, toY] = [ms[next] ?? Infinity, x[next] ?? fromX, y[next] ?? fromY];
  const startMs = toMs - fromMs > LONGEST_STEP_MS ? toMs - ONSET_MS : fromMs;
  const share = timeMs <= startMs ? 0 : (timeMs - startMs) / (toMs - startMs);
  return { xPx: (fromX + (toX - fromX) * share) / QUARTERS, yPx: (fromY + (toY - fromY) * share) / QUARTERS };
}

/** The way of the pointer between two times, as the data of an SVG path; empty where it does not move. */
function lineBetween(samples: Samples, fromMs: number, toMs: number): string {
  const first = placeAt(samples, fromMs);
  const places = first === null ? [] : [first];
  const until = countUntil(samples, toMs);
  for (let at = countUntil(samples, fromMs); at < until; at++)
    places.push({ xPx: (samples.x[at] ?? 0) / QUARTERS, yPx: (samples.y[at] ?? 0) / QUARTERS });
  const last = placeAt(samples, toMs);
  if (last !== null) places.push(last);
  const moves = places.some(({ xPx, yPx }) => xPx !== places[0]?.xPx || yPx !== places[0].yPx);
  return moves ? `M${places.map(({ xPx, yPx }) => `${xPx.toFixed(1)} ${yPx.toFixed(1)}`).join('L')}` : '';
}

function ringsAt(samples: Samples, timeMs: number): Ring[] {
  const rings: Ring[] = [];
  for (let at = countUntil(samples, timeMs) - 1; at >= 0; at--) {
    const age = (timeMs - (samples.ms[at] ?? 0)) / RING_MS;
    if (age >= 1) break;
    rings.push({ xPx: (samples.x[at] ?? 0) / QUARTERS, yPx: (samples.y[at] ?? 0) / QUARTERS, age });
  }
  return rings;
}
