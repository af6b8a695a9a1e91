import { finalise, fold } from './hash.ts';
import { encodeUtf8 } from './utf8.ts';

/**
 * Where a round's randomness comes from: one block of four 32-bit words for each second of the round. Bring your own
 * by implementing it; a round asks for each second once, in order, when its time first enters that second.
 */
export interface Entropy {
  /** Writes the four words of a second (from 0) into `out`; false, with `out` untouched, while they are not known. */
  block(second: number, out: Int32Array): boolean;
  /** The seed that the blocks derive from, if any: a replay then stores it instead of the blocks. */
  readonly seed?: string;
}

/** Longest seed, in bytes of UTF-8. */
export const MAX_SEED_BYTES = 64;

/** Whether a text can be a seed: 1 to 64 bytes of well-formed UTF-8. */
export function isSeed(text: string): boolean {
  if (typeof text !== 'string' || text.length === 0 || text.length > MAX_SEED_BYTES) return false;
  return /^[ -~]*$/.test(text) || (encodeUtf8(text) ?? { length: Infinity }).length <= MAX_SEED_BYTES;
}

/** Entropy derived from a seed text: practice, replays and tests. Not secret: every block follows from the seed. */
export function seededEntropy(seed: string): Entropy {
  const key = new Int32Array(4);
  for (let lane = 0; lane < 4; lane++) {
    let hash = fold(seed.length, lane);
    for (let at = 0; at < seed.length; at++) hash = fold(hash, seed.charCodeAt(at));
    key[lane] = finalise(hash);
  }
  return {
    seed,
    block(second, out) {
      for (let lane = 0; lane < 4; lane++) out[lane] = finalise(fold(key[lane]!, second + lane * 0x10000));
      return true;
    },
  };
}

/**
 * Entropy whose blocks arrive from outside, such as a battle's, revealed second by second: `reveal` them as they come.
 * A round stalls at the end of the last second known; there is no fallback.
 */
export function blockEntropy(known?: Int32Array): Entropy & { reveal(second: number, words: Int32Array): void } {
  const blocks: (Int32Array | undefined)[] = [];
  for (let second = 0; known !== undefined && second * 4 + 4 <= known.length; second++) {
    blocks[second] = known.slice(second * 4, second * 4 + 4);
  }
  return {
    reveal(second, words) {
      if (words.length < 4) throw new RangeError('A block has four words');
      blocks[second] ??= words.slice(0, 4);
    },
    block(second, out) {
      const words = blocks[second];
      if (words === undefined) return false;
      out.set(words);
      return true;
    },
  };
}
