import { BLOCK, SEEDED, STREAMS } from './state.ts';

/** One stream of randomness per concern, so that what one draws never changes what another gets. */
export const SPAWN_STREAM = 0;
export const BOSS_STREAM = 1;
export const COSMETIC_STREAM = 2;

/** Rounds that mix a fresh seed, as PractRand does for this generator. */
const WARM_UP = 12;

/** Seeds a stream from the current second's block: three words as they are, the fourth tells the streams apart. */
function seed(words: Int32Array, stream: number): void {
  const state = STREAMS + stream * 4;
  words[state] = words[BLOCK]!;
  words[state + 1] = words[BLOCK + 1]!;
  words[state + 2] = words[BLOCK + 2]!;
  words[state + 3] = words[BLOCK + 3]! + Math.imul(stream, 0x9e3779b1);
  words[SEEDED] = words[SEEDED]! | (1 << stream);
  for (let round = 0; round < WARM_UP; round++) draw(words, state);
}

/** sfc32 (Chris Doty-Humphrey, PractRand, public domain): a signed 32-bit word. */
function draw(words: Int32Array, state: number): number {
  const a = words[state]!;
  const b = words[state + 1]!;
  const c = words[state + 2]!;
  const counter = words[state + 3]!;
  const out = (a + b + counter) | 0;
  words[state] = b ^ (b >>> 9);
  words[state + 1] = (c + (c << 3)) | 0;
  words[state + 2] = (((c << 21) | (c >>> 11)) + out) | 0;
  words[state + 3] = (counter + 1) | 0;
  return out;
}

/** A whole number from 0 to below `n`, by multiply and shift; `n` at most 2^21 keeps the product exact. */
export function below(words: Int32Array, stream: number, n: number): number {
  if ((words[SEEDED]! & (1 << stream)) === 0) seed(words, stream);
  return Math.floor(((draw(words, STREAMS + stream * 4) >>> 0) * n) / 0x1_0000_0000);
}
