import { arena, createBubble, createRound, seededEntropy, type Bubble, type Round } from '@popfray/engine';
import { decodePath, PATH_START, PATH_WORDS, PathRecorder, type PointerPlace } from '@popfray/protocol/battle';
import { INPUT_WORDS } from '@popfray/server/conduct';

/** A round with its path, as a server has it. */
export interface Played {
  readonly seed: string;
  readonly inputs: Int32Array;
  /** `PATH_WORDS` numbers a sample. */
  readonly path: Int32Array;
  /** Size of the path as a client sends it. */
  readonly bytes: number;
}

/** A place of the pointer: time in ms, x and y in px. */
export type Place = readonly [ms: number, x: number, y: number];

export const FIELD = arena.field;

export function startRound(seed: string, log = true): Round {
  const made = createRound({ rules: arena, entropy: seededEntropy(seed), events: false, log });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

const BATCH_MS = 200;

/** Quarter pixels in a pixel. */
const QUARTERS = 4;

/** Sends a pointer's places and presses as a client does: recorded, encoded in batches of 200 ms, and decoded. */
export function sendPath(places: readonly Place[], inputs: Int32Array): { path: Int32Array; bytes: number } {
  const recorder = new PathRecorder();
  const samples: number[] = [];
  const events = withPresses(places, inputs);
  let [end, bytes, next] = [PATH_START, 0, 0];
  for (let untilMs = BATCH_MS; untilMs <= arena.durationMs; untilMs += BATCH_MS) {
    for (; next < events.length && events[next]!.timeMs <= untilMs; next++) recorder.add(events[next]!);
    const batch = recorder.take(untilMs);
    const part = decodePath(batch, end, untilMs);
    if (!part.ok) throw new Error(part.error);
    samples.push(...part.value.samples);
    bytes += batch.length;
    ({ end } = part.value);
  }
  return { path: Int32Array.from(samples), bytes };
}

/** The places of a path of samples. */
export const placesOf = (path: Int32Array): Place[] =>
  Array.from({ length: path.length / PATH_WORDS }, (_, at) => {
    const [timeMs = 0, x = 0, y = 0] = path.subarray(at * PATH_WORDS);
    return [timeMs, x / QUARTERS, y / QUARTERS];
  });

/** What the browser reports: the places, and a press for each click. Nothing without places. */
function withPresses(places: readonly Place[], inputs: Int32Array): PointerPlace[] {
  if (places.length === 0) return [];
  const moves = places.map(([timeMs, xPx, yPx]): PointerPlace => ({ timeMs, xPx, yPx, device: 'mouse' }));
  const presses = Array.from({ length: inputs.length / INPUT_WORDS }, (_, click): PointerPlace => {
    const [timeMs = 0, x = 0, y = 0] = inputs.subarray(click * INPUT_WORDS);
    return { timeMs, xPx: x / QUARTERS, yPx: y / QUARTERS, device: 'mouse', isPress: true };
  });
  // The sort is stable: a press follows the move to its place.
  return [...moves, ...presses].toSorted((a, b) => a.timeMs - b.timeMs);
}

/** The bubbles whose centres are in the field. */
export function targetsOf(round: Round): Bubble[] {
  return Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble())).filter(
    ({ yPx }) => yPx > 10 && yPx < FIELD.heightPx - 10,
  );
}

/** Speed at which a bubble rises, px a ms. */
export const riseOf = (round: Round, { yPx, radiusPx, bornMs }: Bubble): number =>
  round.timeMs <= bornMs ? 0 : (FIELD.heightPx + radiusPx - yPx) / (round.timeMs - bornMs);

/** Random numbers from 0 to 1 (mulberry32). */
export function generator(seed: string): () => number {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A normally distributed number (Box and Muller). */
export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export const within = (value: number, max: number): number => Math.max(0, Math.min(max, value));

/** Size of a pixel of the screen in the field, px: 0.25 to 1.6, as windows differ. */
export const gridOf = (random: () => number): number => [0.25, 0.5, 0.8, 1, 1.33, 1.6][Math.floor(6 * random())]!;

export const onGrid = (px: number, gridPx: number): number => Math.round(px / gridPx) * gridPx;
