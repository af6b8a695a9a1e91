import { BLOCK, SEEDED, STREAMS } from './state.ts';

/** One stream of randomness per concern, so that what one draws never changes what another gets. */
export const SPAWN_STREAM = 0;
export const BOSS_STREAM = 1;
export const COSMETIC_STREAM = 2;

/**
 * Seeds a stream from the current second's block: its four words, with a different rotation for each stream. A block is four
 * uniformly random words, so the generator starts in a uniformly random state and needs no rounds to warm up; and since
 * the streams' first outputs are independent sums of those words, no stream tells of another.
 */
function seed(words: Int32Array, stream: number): void {
  const state = STREAMS + stream * 4;
  words[state] = words[BLOCK + stream]!;
  words[state + 1] = words[BLOCK + ((stream + 1) & 3)]!;
  words[state + 2] = words[BLOCK + ((stream + 2) & 3)]!;
  words[state + 3] = words[BLOCK + ((stream + 3) & 3)]!;
  words[SEEDED] = words[SEEDED]! | (1 << stream);
}

/**
 * The next word of a stream, signed: 32 bits of sfc32 (Chris Doty-Humphrey, PractRand, public domain), which `high` and
 * `low` make two choices of.
 */
export function word(words: Int32Array, stream: number): number {
  if ((words[SEEDED]! & (1 << stream)) === 0) seed(words, stream);
  const state = STREAMS + stream * 4;
  const b = words[state + 1]!;
  const c = words[state + 2]!;
  const counter = words[state + 3]!;
  const out = (words[state]! + b + counter) | 0;
  words[state] = b ^ (b >>> 9);
  words[state + 1] = (c + (c << 3)) | 0;
  words[state + 2] = (((c << 21) | (c >>> 11)) + out) | 0;
  words[state + 3] = (counter + 1) | 0;
  return out;
}

/** A whole number from 0 to below `n`, at most 65,536: the upper half of a word times `n`, in 32-bit integers. */
export const high = (bits: number, n: number): number => Math.imul(bits >>> 16, n) >>> 16;

/** A whole number from 0 to below `n`, at most 65,536, from the lower half of a word. */
export const low = (bits: number, n: number): number => Math.imul(bits & 0xffff, n) >>> 16;

/** A whole number from 0 to below `n`, at most 65,536, which takes one word. */
export const below = (words: Int32Array, stream: number, n: number): number => high(word(words, stream), n);
